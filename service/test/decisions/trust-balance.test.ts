import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLooseSteps } from '../../src/db/lines/balance-steps.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { createOrangeLine, receiptsOf, tell } from '../support/receipts/sms.ts';
import { bodyOf, forceState, type Json } from '../support/transactions/payments.ts';

// The preview of a typed balance, and that just this is done.

const { service, database, till, takeLine } = await startLines(5);
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));

/** A line that reported one balance and then lost money without a text. */
async function openLine() {
  const number = takeLine();
  const line = createOrangeLine(number);
  const path = `/internal/v1/lines/${number}`;
  const pay = async (payer = till.player()) => {
    const text = line.pay({ payer, amount: 500 });
    await tell(service, { sim: number, text });
    return payer;
  };
  const deposit = async (msisdn = till.player()) => {
    const id = await till.deposit({ msisdn, line: number });
    return { id, msisdn };
  };
  const trust = (balanceCents: number) =>
    service.call('POST', `${path}/balance`, {
      headers,
      json: { balance_cents: balanceCents, reason: 'As the operator shows it.' },
    });
  const preview = async (balanceCents: number) => {
    const answer = await service.call('GET', `${path}/foresee?balance_cents=${balanceCents}`, {
      headers,
    });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer) as Json & { readonly payments: Json[] };
  };
  await pay();
  line.takeSilently(200);
  return { number, pay, deposit, trust, preview };
}

test('what a balance would credit is previewed, and nothing of it is done', async () => {
  const { number, pay, deposit, trust, preview } = await openLine();
  const { id, msisdn } = await deposit();
  await pay(msisdn);
  // The same amount again: one deposit, two payments.
  await pay(msisdn);
  const stranger = await pay();

  const { payments, left } = await preview(5_180_025);
  assert.deepEqual(
    payments.map((one) => [one['payer_msisdn'], one['amount_xaf'], one['is_credited']]),
    [
      [msisdn, 500, true],
      [msisdn, 500, false],
      [stranger, 500, false],
    ],
  );
  const [credited, again] = payments;
  const expected = credited?.['deposit'] as Json | null;
  assert.deepEqual([expected?.['id'], expected?.['state']], [id, 'succeeded']);
  assert.equal(again?.['deposit'], null);
  assert.match(JSON.stringify(again?.['reason']), /no deposit of this number/);
  assert.equal(left, 0);

  assert.equal(await till.stateOf(id), 'pending');
  assert.equal((await listLooseSteps(database, number)).length, 3);
  const receipts = await receiptsOf(database, msisdn);
  assert.ok(receipts.every((one) => one.state === 'unmatched' && !one.is_trusted));
  const answer = bodyOf(await trust(5_180_025));
  assert.deepEqual([answer['credited'], answer['held'], answer['left']], [1, 2, 0]);
  assert.deepEqual(await listLooseSteps(database, number), []);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a payment for a deposit that has failed counts as one to decide, not as credited', async () => {
  const { pay, deposit, trust, preview } = await openLine();
  const { id, msisdn } = await deposit();
  await pay(msisdn);
  await forceState(database, id, 'failed');
  const { payments } = await preview(5_080_025);
  const expected = payments[0]?.['deposit'] as Json | null;
  assert.deepEqual([expected?.['id'], expected?.['state']], [id, 'requires_manual_resolution']);
  const answer = bodyOf(await trust(5_080_025));
  assert.deepEqual([answer['credited'], answer['to_decide'], answer['held']], [0, 1, 0]);
  assert.equal(await till.stateOf(id), 'requires_manual_resolution');
});

test('a balance to which nothing leads credits nothing, and each payment is decided by itself', async () => {
  const { pay, deposit, trust, preview } = await openLine();
  const { id, msisdn } = await deposit();
  await pay(msisdn);
  const expected = await preview(1_234_500);
  assert.deepEqual(
    expected.payments.map((one) => one['is_credited']),
    [false],
  );
  assert.equal(expected['left'], 1);
  const answer = bodyOf(await trust(1_234_500));
  assert.deepEqual([answer['credited'], answer['left']], [0, 1]);
  assert.equal(await till.stateOf(id), 'pending');
  const [receipt] = await receiptsOf(database, msisdn);
  assert.match(receipt?.reason ?? '', /look for it there and decide/);
  // It was a slip of the finger: the true balance still leads to it.
  assert.equal(bodyOf(await trust(5_080_025))['credited'], 1);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('the balance of a line that is not ours cannot be typed', async () => {
  const path = '/internal/v1/lines/+237699999999';
  const expected = await service.call('GET', `${path}/foresee?balance_cents=1`, { headers });
  assert.equal(expected.status, 404, expected.text);
  const json = { balance_cents: 1, reason: 'As the operator shows it.' };
  assert.equal((await service.call('POST', `${path}/balance`, { headers, json })).status, 404);
  const viewer = await scriptHeaders(database, await addPerson(database, 'viewer'));
  assert.equal(
    (await service.call('POST', `${path}/balance`, { headers: viewer, json })).status,
    403,
  );
});
