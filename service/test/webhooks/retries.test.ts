import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { watchSlowness } from '../support/slowness.ts';
import { shiftClock } from '../support/transactions/payments.ts';
import { failingReceivers, TAKING_RECEIVERS } from '../support/webhooks/bad-receivers.ts';
import {
  assertGaps,
  attemptsOf,
  createTestDelivery,
  findWebhook,
  gapsOf,
  openOutbox,
  queueWebhook,
  startDelivering,
  untilQuiet,
} from '../support/webhooks/delivery.ts';
import { answering, startReceiver } from '../support/webhooks/receiver.ts';

const database = await openOutbox();
/** A receiver that shares a busy machine's cores may need more than a second to answer. */
const TIMEOUT_MS = 4_000;
const QUIET_WITHIN_MS = 90_000;
startDelivering(database, { attemptTimeoutMs: TIMEOUT_MS });
const slowness = watchSlowness(database);
after(() => slowness.stop());

const FAILING = failingReceivers(TIMEOUT_MS);

// They take seven seconds each, so they run at the same time.
describe('retries', { concurrency: true }, () => {
  test('every bad receiver gets four attempts with pauses of 1, 2 and 4 seconds', async () => {
    const queued = await Promise.all(
      Object.entries({ ...FAILING, ...TAKING_RECEIVERS }).map(async ([name, [start, expected]]) => {
        const url = await start();
        return { name, expected, id: await queueWebhook(database, { url: `${url}/hook` }) };
      }),
    );
    await untilQuiet(database, QUIET_WITHIN_MS);
    for (const { name, expected, id } of queued) {
      const attempts = await attemptsOf(database, id);
      const { state, attempts: counted } = await findWebhook(database, id);
      const isDelivered = name in TAKING_RECEIVERS;
      assert.equal(state, isDelivered ? 'delivered' : 'undelivered', name);
      assert.equal(attempts.length, isDelivered ? expected : 4, name);
      assert.equal(counted, attempts.length, name);
      const pauses = [1_000, 2_000, 4_000].slice(0, attempts.length - 1);
      assertGaps(gapsOf(attempts), pauses, slowness.allowanceMs());
      if (isDelivered) assert.equal(String(attempts.at(-1)?.status).charAt(0), '2');
      else for (const attempt of attempts) assertOutcome(name, attempt, expected);
    }
  });

  test('an attempt that is recorded says when, what came of it, how long, and how the answer began', async () => {
    const receiver = await startReceiver(answering(503, 'no '.repeat(1_000)));
    const before = Date.now();
    const id = await queueWebhook(database, { url: receiver.url });
    await untilQuiet(database, QUIET_WITHIN_MS);
    for (const [index, attempt] of (await attemptsOf(database, id)).entries()) {
      const { number, at, status, error, latency_ms, answer } = attempt;
      assert.deepEqual({ number, status, error }, { number: index + 1, status: 503, error: null });
      assert.equal(answer, 'no '.repeat(1_000).slice(0, 1_024));
      assert.ok(latency_ms < TIMEOUT_MS);
      assert.ok(at.getTime() >= before - 5 && at.getTime() <= Date.now());
    }
    // All four carry the same bytes and the same token: signing is done once per delivery.
    const sent = receiver.received.map(
      ({ body, headers }) => `${body} ${headers['x-service-signature']}`,
    );
    assert.equal(sent.length, 4);
    assert.equal(new Set(sent).size, 1);
    // The receiver's own clock sees the same pauses.
    const arrivals = receiver.received.map(({ at }) => at);
    const pauses = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
    assertGaps(pauses, [1_000, 2_000, 4_000], slowness.allowanceMs());
  });

  test('payment.succeeded waits until payment.expired is delivered or exhausted', async () => {
    const transactionId = randomUUID();
    const receiver = await startReceiver((response, { body }) => {
      response.writeHead(body.includes('payment.expired') ? 500 : 200).end();
    });
    const recovering = await startReceiver((response, _received, count) => {
      response.writeHead(count === 1 ? 500 : 200).end();
    });
    const other = randomUUID();
    for (const event of ['payment.expired', 'payment.succeeded']) {
      await queueWebhook(database, { url: receiver.url, event, transactionId });
      await queueWebhook(database, { url: recovering.url, event, transactionId: other });
    }
    await untilQuiet(database, QUIET_WITHIN_MS);
    const eventsAt = (requests: readonly { readonly body: string }[]) =>
      requests.map(({ body }) => (JSON.parse(body) as { readonly event: string }).event.slice(8));
    const expired = ['expired', 'expired', 'expired', 'expired'];
    assert.deepEqual(eventsAt(receiver.received), [...expired, 'succeeded']);
    assert.deepEqual(eventsAt(recovering.received), ['expired', 'expired', 'succeeded']);
    // It follows at once, without a pause of its own.
    const [last, next] = recovering.received.slice(1).map(({ at }) => at);
    assert.ok((next ?? Infinity) - (last ?? 0) < 300 + slowness.allowanceMs());
  });
});

test('after the fourth failure nothing more is sent, however long one waits', async () => {
  await shiftClock(database, 86_400);
  assert.equal(await createTestDelivery(database).delivery.runOnce(), 0);
  await shiftClock(database, 0);
  const [row] = await database.query<{ readonly undelivered: number; readonly most: number }>({
    text: `select count(*) as undelivered, max(attempts) as most from open_webhooks
           where state = 'undelivered'`,
  });
  assert.ok(row && row.undelivered >= Object.keys(FAILING).length);
  assert.equal(row.most, 4);
});

function assertOutcome(
  name: string,
  { status, error }: { readonly status: number | null; readonly error: string | null },
  expected: number | RegExp,
): void {
  if (typeof expected === 'number') assert.equal(status, expected, name);
  else assert.match(String(error), expected, name);
}
