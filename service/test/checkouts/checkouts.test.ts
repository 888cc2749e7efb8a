import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { addPerson, lastAuditLine, signedIn } from '../support/access/staff.ts';
import {
  attempt,
  CHECKOUTS,
  createCheckout,
  mtnNumber,
  orangeNumber,
  pay,
  readCheckout,
  settleAll,
} from '../support/checkouts/checkouts.ts';
import { startTestService, startTwin } from '../support/harness.ts';
import {
  bodyOf,
  problemsOf,
  read,
  shiftClock,
  simulate,
} from '../support/transactions/payments.ts';
import { webhooksOf } from '../support/webhooks/delivery.ts';

const service = await startTestService({ PUBLIC_URL: 'https://pay.example/' });
const { database } = service;
const HOOK = { callback_url: 'https://shop.example/hook' };

async function eventsOf(id: string): Promise<readonly string[]> {
  return (await webhooksOf(database, id)).map(({ event }) => event);
}

test('a checkout answers the address of its page, open for 24 hours', async () => {
  const json = { amount_xaf: 5000, reference: 'order-1' };
  const answer = await service.call('POST', CHECKOUTS, { json });
  const { checkout_id, url, state, expires_at, ...rest } = bodyOf(answer);
  assert.deepEqual(rest, {});
  assert.match(String(url), /^https:\/\/pay\.example\/pay\/[\w-]{22}$/);
  assert.equal(state, 'open');
  const { created_at, attempts, paid_by, surplus } = await readCheckout(
    service,
    String(checkout_id),
  );
  assert.equal(Date.parse(String(expires_at)) - Date.parse(String(created_at)), 86_400_000);
  assert.deepEqual({ attempts, paid_by, surplus }, { attempts: [], paid_by: null, surplus: [] });
});

test('the same reference gives the same checkout back, and says what differs', async () => {
  const asked = {
    amount_xaf: 5000,
    reference: 'order-2',
    description: 'Two shirts',
    return_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    callback_url: 'https://shop.example/hook',
    player_id: 'A'.repeat(32),
    lang: 'en',
    operators: ['mtn', 'orange'],
    expires_in: 600,
  };
  const first = await createCheckout(service, asked);
  const repeat = async (changes: object) => {
    const answer = await service.call('POST', CHECKOUTS, { json: { ...asked, ...changes } });
    assert.equal(answer.headers.get('idempotent-replayed'), 'true');
    const { checkout_id, differs = [] } = bodyOf(answer);
    assert.equal(checkout_id, first.id);
    const header = answer.headers.get('idempotent-differs')?.split(', ') ?? [];
    assert.deepEqual(header, differs);
    return header;
  };
  assert.deepEqual(await repeat({ operators: ['orange', 'mtn'], expires_in: 900 }), []);
  const others = {
    amount_xaf: 700,
    description: null,
    return_url: 'https://shop.example/other',
    cancel_url: null,
    player_id: randomUUID(),
    callback_url: null,
    lang: 'fr',
    operators: ['mtn'],
  };
  for (const [name, value] of Object.entries(others)) {
    assert.deepEqual(await repeat({ [name]: value }), [name]);
  }
  assert.deepEqual(await repeat(others), Object.keys(others));
});

test('a reference of more than 120 characters and a time of less than 10 minutes are refused', async () => {
  const json = { amount_xaf: 500, reference: 'r'.repeat(121), expires_in: 599 };
  assert.deepEqual(problemsOf(await service.call('POST', CHECKOUTS, { json })), [
    'string_too_long body.reference',
    'greater_than_equal body.expires_in',
  ]);
});

test('an attempt is a deposit of the checkout, without a webhook of its own', async () => {
  const { id } = await createCheckout(service, { reference: 'order-3', ...HOOK });
  const depositId = await pay(service, id, mtnNumber(1));
  const deposit = await read(service, depositId);
  assert.equal(deposit['idempotency_key'], 'order-3~1');
  assert.equal(deposit['checkout_id'], id);
  const list = bodyOf(await service.call('GET', '/api/v1/transactions?reference=order-3~1'));
  assert.equal((list['items'] as { checkout_id: string }[])[0]?.checkout_id, id);
  await simulate(service, depositId, 'failed');
  await settleAll(service);
  assert.deepEqual(await eventsOf(depositId), []);
  const { attempts } = await readCheckout(service, id);
  assert.deepEqual(
    attempts.map(({ service_tx_id, state }) => [service_tx_id, state]),
    [[depositId, 'failed']],
  );
  assert.equal(attempts[0]?.['msisdn' as keyof (typeof attempts)[0]], '+23767*****01');
});

test('a buyer without a player is one player for each application and number', async () => {
  const [one, two] = [await createCheckout(service), await createCheckout(service)];
  const ids = [await pay(service, one.id, mtnNumber(2)), await pay(service, two.id, mtnNumber(2))];
  const rows = await database.query<{ readonly player_id: string }>({
    text: 'select distinct player_id from transactions where id = any($1)',
    values: [ids],
  });
  assert.equal(rows.length, 1);
  assert.match(String(rows[0]?.player_id), /^.{14}8.{4}[89ab]/);
  const playerId = randomUUID();
  const { id } = await createCheckout(service, { player_id: playerId });
  const depositId = await pay(service, id, mtnNumber(3));
  const path = `/api/v1/players/${playerId}/transactions`;
  const [item] = bodyOf(await service.call('GET', path))['items'] as { service_tx_id: string }[];
  assert.equal(item?.service_tx_id, depositId);
});

test('the first success pays, every further one is a surplus, each with one event', async () => {
  const { id } = await createCheckout(service, HOOK);
  const first = await pay(service, id, mtnNumber(4));
  const second = await pay(service, id, orangeNumber(4));
  await simulate(service, second, 'succeeded');
  await settleAll(service);
  await simulate(service, first, 'succeeded');
  await settleAll(service);
  await settleAll(service);
  const { state, paid_by, surplus } = await readCheckout(service, id);
  assert.deepEqual(
    { state, paid_by, surplus },
    { state: 'paid', paid_by: second, surplus: [first] },
  );
  assert.deepEqual(await eventsOf(second), ['checkout.paid']);
  assert.deepEqual(await eventsOf(first), ['checkout.surplus']);
});

test('a checkout expires when its time is over and no attempt is open, and may still be paid', async () => {
  const { id } = await createCheckout(service, { ...HOOK, expires_in: 600 });
  const depositId = await pay(service, id, mtnNumber(5));
  await shiftClock(database, 700);
  await settleAll(service);
  assert.equal((await readCheckout(service, id)).state, 'open', 'an attempt is open');
  assert.deepEqual(await attempt(service, id, mtnNumber(6)), {
    kind: 'refused',
    refusal: { code: 'not_open' },
  });
  await shiftClock(database, 2_000);
  await expireDeposits({ database, onQueued: () => {} });
  await settleAll(service);
  assert.equal((await readCheckout(service, id)).state, 'expired');
  assert.deepEqual(await eventsOf(id), ['checkout.expired']);
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  const { state, paid_by } = await readCheckout(service, id);
  assert.deepEqual({ state, paid_by }, { state: 'paid', paid_by: depositId });
  await shiftClock(database, 0);
});

test('what succeeds after a cancel is a surplus, and only an open checkout is cancelled', async () => {
  const { id } = await createCheckout(service, HOOK);
  const depositId = await pay(service, id, mtnNumber(7));
  const cancel = () => service.call('POST', `${CHECKOUTS}/${id}/cancel`);
  assert.equal(bodyOf(await cancel())['state'], 'cancelled');
  assert.equal((await cancel()).status, 200);
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  const { state, paid_by, surplus } = await readCheckout(service, id);
  assert.deepEqual(
    { state, paid_by, surplus },
    { state: 'cancelled', paid_by: null, surplus: [depositId] },
  );
  const paid = await createCheckout(service);
  await simulate(service, await pay(service, paid.id, mtnNumber(8)), 'succeeded');
  const refused = await service.call('POST', `${CHECKOUTS}/${paid.id}/cancel`);
  assert.equal(refused.status, 409);
  assert.equal(bodyOf(refused)['code'], 'checkout_not_open');
});

test('a checkout of another application, or of nobody, is not found', async () => {
  const answer = await service.call('GET', `${CHECKOUTS}/${randomUUID()}`);
  assert.equal(answer.status, 404);
  assert.equal(bodyOf(answer)['code'], 'checkout_not_found');
});

test('a number is asked three times an hour over all checkouts since its last success', async () => {
  const buyer = mtnNumber(9);
  for (let count = 0; count < 3; count += 1) {
    const { id } = await createCheckout(service);
    await simulate(service, await pay(service, id, buyer), 'failed');
  }
  const { id } = await createCheckout(service);
  const refused = await attempt(service, id, buyer);
  assert.ok(refused.kind === 'refused' && refused.refusal.code === 'too_many_attempts_of_number');
  const waitMs = refused.refusal.until.getTime() - Date.now();
  assert.ok(waitMs > 3_500_000 && waitMs <= 3_600_000, String(waitMs));
  const json = { ...buyer, amount_xaf: 5000, player_id: randomUUID(), reference: 'by-api' };
  const byApi = await service.call('POST', '/api/v1/deposits', { json });
  assert.equal(byApi.status, 200, 'an ordinary deposit is not refused');
  await simulate(service, String(bodyOf(byApi)['service_tx_id']), 'succeeded');
  assert.equal((await attempt(service, id, buyer)).kind, 'started');
});

test('a checkout takes ten attempts', async () => {
  const { id } = await createCheckout(service);
  for (let count = 0; count < 10; count += 1) {
    await simulate(service, await pay(service, id, mtnNumber(100 + count)), 'failed');
  }
  assert.deepEqual(await attempt(service, id, mtnNumber(110)), {
    kind: 'refused',
    refusal: { code: 'too_many_attempts_here' },
  });
});

test('no second code of a number and amount is opened for another checkout', async () => {
  const [one, two] = [await createCheckout(service), await createCheckout(service)];
  const first = await pay(service, one.id, orangeNumber(10));
  const refused = await attempt(service, two.id, orangeNumber(10));
  assert.ok(refused.kind === 'refused' && refused.refusal.code === 'same_code_elsewhere');
  assert.equal(await pay(service, one.id, orangeNumber(10)), first, 'its own stays as it is');
  await simulate(service, first, 'succeeded');
  assert.equal((await attempt(service, two.id, orangeNumber(10))).kind, 'started');
});

test('an attempt goes round a reference that the application used itself', async () => {
  const playerId = randomUUID();
  const { id } = await createCheckout(service, { reference: 'order-9', player_id: playerId });
  const own = { ...mtnNumber(11), amount_xaf: 5000, player_id: playerId, reference: 'order-9~1' };
  await service.call('POST', '/api/v1/deposits', { json: own });
  const deposit = await read(service, await pay(service, id, mtnNumber(11)));
  assert.equal(deposit['idempotency_key'], 'order-9~2');
});

test('on several processes one attempt pays and every franc is counted, whatever races', async () => {
  const twins = [service, await startTwin(service), await startTwin(service)];
  for (let round = 0; round < 4; round += 1) {
    const { id } = await createCheckout(service, HOOK);
    const begun = await Promise.all(
      twins.map((twin, index) => pay(twin, id, mtnNumber(1_000 + round * 10 + index))),
    );
    assert.equal(new Set(begun).size, 3);
    await Promise.all([
      ...begun.map((depositId, index) => simulate(twins[index] ?? service, depositId, 'succeeded')),
      service.call('POST', `${CHECKOUTS}/${id}/cancel`),
      ...twins.flatMap((twin) => [settleAll(twin), settleAll(twin)]),
    ]);
    await settleAll(service);
    const { state, paid_by, surplus } = await readCheckout(service, id);
    const counted = [...(paid_by === null ? [] : [paid_by]), ...surplus].toSorted();
    assert.deepEqual(counted, begun.toSorted());
    assert.equal(state === 'paid', paid_by !== null);
    const events = await Promise.all(begun.map(eventsOf));
    assert.deepEqual(events.flat().toSorted(), [
      ...(paid_by === null ? [] : ['checkout.paid']),
      ...surplus.map(() => 'checkout.surplus'),
    ]);
  }
});

test('two tabs with the same number open one attempt', async () => {
  const twins = [service, await startTwin(service)];
  const { id } = await createCheckout(service);
  const begun = await Promise.all(twins.map((twin) => pay(twin, id, mtnNumber(12))));
  const { attempts } = await readCheckout(service, id);
  assert.ok(begun.every((one) => attempts.some(({ service_tx_id }) => service_tx_id === one)));
  assert.equal(attempts.length, 1);
});

test('the event of a checkout is listed and replayed like any other', async () => {
  const { id } = await createCheckout(service, { reference: 'order-10', ...HOOK });
  const depositId = await pay(service, id, mtnNumber(13));
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  const listed = await service.call('GET', `/api/v1/webhooks?service_tx_id=${depositId}`);
  const [item] = bodyOf(listed)['items'] as Readonly<Record<string, unknown>>[];
  const { event, reference, callback_url } = item ?? {};
  assert.deepEqual(
    { event, reference, callback_url },
    { event: 'checkout.paid', reference: 'order-10', ...HOOK },
  );
  const path = `/api/v1/transactions/${depositId}/replay-webhook`;
  assert.equal(bodyOf(await service.call('POST', path))['event'], 'checkout.paid');
  assert.deepEqual(await eventsOf(depositId), ['checkout.paid', 'checkout.paid']);
});

test('a person sends the event of a checkout again once, with one line in the audit log', async () => {
  const { id } = await createCheckout(service, HOOK);
  const depositId = await pay(service, id, mtnNumber(14));
  await simulate(service, depositId, 'succeeded');
  await settleAll(service);
  const staff = await signedIn(service, await addPerson(database, 'agent'));
  const path = `/internal/v1/transactions/${depositId}/replay-webhook`;
  const answers = await Promise.all([staff.call('POST', path), staff.call('POST', path)]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
  assert.equal((await eventsOf(depositId)).length, 2);
  const { action, subject } = (await lastAuditLine(database)) ?? {};
  const expected = { action: 'webhook.replay', subject: `transaction:${depositId}` };
  assert.deepEqual({ action, subject }, expected);
});
