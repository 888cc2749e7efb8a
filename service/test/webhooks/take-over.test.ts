import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDatabaseClock } from '../../src/db/clock.ts';
import {
  attemptWebhook,
  type LeasedWebhook,
  type Post,
} from '../../src/flows/webhooks/attempt-webhook.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { eventually } from '../support/service-process.ts';
import { shiftClock } from '../support/transactions/payments.ts';
import {
  attemptsOf,
  createTestDelivery,
  findWebhook,
  openOutbox,
  queueWebhook,
  queueWebhooks,
  untilQuiet,
} from '../support/webhooks/delivery.ts';

const database = await openOutbox();

const OK = { kind: 'answered', status: 200, answer: '', latencyMs: 1 } as const;
const NOT_OK = { kind: 'answered', status: 500, answer: '', latencyMs: 1 } as const;

/** A receiver that answers only when the test says so. */
function hangingPost() {
  const posted: string[] = [];
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Post>>>();
  const post: Post = (message) => {
    posted.push(message.url);
    return promise;
  };
  return { post, posted, answer: resolve };
}

test('claims come in batches, and each is made by one process only', async () => {
  const urls = Array.from({ length: 300 }, (_, index) => `http://r${index}.test/`);
  await queueWebhooks(
    database,
    urls.map((url) => ({ url })),
  );
  const posted: string[] = [];
  const post: Post = async ({ url }) => {
    posted.push(url);
    return OK;
  };
  const processes = [1, 2, 3].map(() => createTestDelivery(database, { post }));
  let batches = 0;
  const claimAll = async ({ delivery }: (typeof processes)[number]) => {
    while (posted.length < urls.length) {
      const claimed = await delivery.runOnce();
      assert.ok(claimed <= 256);
      if (claimed > 0) batches += 1;
      // As long as enough is claimed it returns at once, and others need a turn.
      await nextTurn();
    }
  };
  await Promise.all(processes.map(claimAll));
  await untilQuiet(database);
  assert.deepEqual(posted.toSorted(), urls.toSorted());
  assert.ok(batches <= 60, `${batches} batches`);
});

test('what a dead process had claimed is taken over when its lease ends, not before', async () => {
  const id = await queueWebhook(database, { url: 'http://dead.test/' });
  const dead = hangingPost();
  await createTestDelivery(database, { post: dead.post }).delivery.runOnce();
  await eventually('the first process has sent it', () => dead.posted.length === 1);
  const other = createTestDelivery(database, { post: async () => OK });
  await shiftClock(database, 9);
  assert.equal(await other.delivery.runOnce(), 0);
  await shiftClock(database, 11);
  assert.equal(await other.delivery.runOnce(), 1);
  await eventually('the other has recorded it', () => other.attempts.length === 1);
  assert.equal((await findWebhook(database, id)).state, 'delivered');
  await shiftClock(database, 0);
});

test('a process that wakes up after its lease cannot write over newer facts', async () => {
  for (const lateAnswer of [OK, NOT_OK]) {
    const id = await queueWebhook(database, { url: 'http://frozen.test/' });
    const frozen = hangingPost();
    const first = createTestDelivery(database, { post: frozen.post });
    await first.delivery.runOnce();
    await eventually('the first process has sent it', () => frozen.posted.length === 1);
    await shiftClock(database, 11);
    const second = createTestDelivery(database, { post: async () => NOT_OK });
    assert.equal(await second.delivery.runOnce(), 1);
    await eventually('the second has recorded it', () => second.attempts.length === 1);
    const before = await findWebhook(database, id);
    frozen.answer(lateAnswer);
    await eventually('the first has tried to record it', () => first.attempts.length === 1);
    assert.equal(first.attempts[0]?.isOurs, false);
    assert.equal(second.attempts[0]?.isOurs, true);
    assert.deepEqual(await findWebhook(database, id), before);
    assert.equal(before.state, 'pending');
    assert.deepEqual(
      (await attemptsOf(database, id)).map(({ number, status }) => ({ number, status })),
      [{ number: 1, status: 500 }],
    );
    await shiftClock(database, 0);
    await database.query({ text: 'delete from open_webhooks where webhook_id = $1', values: [id] });
  }
});

test('nothing is sent when too little of the lease is left for the attempt', async () => {
  const id = await queueWebhook(database, { url: 'http://late.test/' });
  const { posted, post } = hangingPost();
  const { delivery, attempts } = createTestDelivery(database, { post: async () => OK });
  await delivery.runOnce();
  await eventually('it is delivered', () => attempts.length === 1);
  const webhook = attempts[0]?.webhook;
  assert.ok(webhook?.id === id);
  const vault = createVault(null);
  const keyId = 'service-payments-v1';
  const { privateKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2_048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    false,
    ['sign', 'verify'],
  );
  const signer = async () => ({ keyId, key: privateKey });
  const clock = createDatabaseClock(database);
  const environment = 'sandbox' as const;
  const deps = { post, alerts: null, vault, userAgent: 'test', environment, signer, clock };
  const leaseEndsAt = performance.now() + 5_900;
  const leased: LeasedWebhook = {
    webhook,
    leaseEndsAt,
    inSigningQueue: (work) => work(),
    onBegin: () => {},
  };
  const outcome = await attemptWebhook(deps, leased, () =>
    assert.fail('nothing was attempted, so nothing is recorded'),
  );
  assert.deepEqual(outcome, { kind: 'too_late' });
  assert.deepEqual(posted, []);
});

test('a process that stops releases what it could not finish', async () => {
  const id = await queueWebhook(database, { url: 'http://stop.test/' });
  const hanging = hangingPost();
  const stopping = createTestDelivery(database, { post: hanging.post });
  await stopping.delivery.runOnce();
  await eventually('it is sent', () => hanging.posted.length === 1);
  await stopping.delivery.stop();
  const signed = (await findWebhook(database, id)).token;
  assert.ok(signed, 'what was signed is written');
  const next = createTestDelivery(database, { post: async () => OK });
  assert.equal(await next.delivery.runOnce(), 1);
  await eventually('another process delivers it', () => next.attempts.length === 1);
  assert.equal((await findWebhook(database, id)).state, 'delivered');
  assert.equal(next.attempts[0]?.recorded.token, signed, 'and is not signed again');
});

test('an attempt is recorded although the database was away for a moment', async () => {
  const id = await queueWebhook(database, { url: 'http://away.test/' });
  const away = hangingPost();
  const { delivery, attempts, troubles } = createTestDelivery(database, { post: away.post });
  await delivery.runOnce();
  await eventually('it is sent', () => away.posted.length === 1);
  const cutting = cutConnections();
  away.answer(OK);
  await cutting;
  await eventually('it is recorded', () => attempts.length === 1);
  assert.deepEqual(troubles, []);
  assert.equal((await findWebhook(database, id)).state, 'delivered');
});

/** Ends every connection of the pool again and again, for as long as a restart would take. */
async function cutConnections(): Promise<void> {
  const until = performance.now() + 500;
  while (performance.now() < until) {
    await database
      .query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database()`,
      })
      .catch(() => {});
  }
}
