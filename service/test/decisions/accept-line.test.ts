import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOpenGaps } from '../../src/db/lines/lines.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { createOrangeLine, receiptsOf, tell } from '../support/receipts/sms.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// What the person who is asked about a line sees, and that nothing else is accepted.

const { service, database, till, takeLine } = await startLines(4);
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));

/** A line that has told one balance and then lost money without a text. */
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
  const gapIds = async () => (await listOpenGaps(database, number)).map(({ id }) => id);
  const accept = (balanceCents: number, ids: readonly string[]) =>
    service.call('POST', `${path}/accept`, {
      headers,
      json: { balance_cents: balanceCents, break_ids: ids, reason: 'As the operator shows it.' },
    });
  const foresee = async () => {
    const answer = await service.call('GET', `${path}/foresee`, { headers });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer) as { readonly payments: Json[]; readonly balances: Json[] };
  };
  await pay();
  line.takeSilently(200);
  return { number, line, pay, deposit, gapIds, accept, foresee };
}

test('nobody accepts a text that has come since they looked, or that is settled', async () => {
  const { pay, deposit, gapIds, accept } = await openLine();
  const first = await deposit();
  await pay(first.msisdn);
  const seen = await gapIds();
  assert.equal(seen.length, 1);
  const unseen = await deposit();
  await pay(unseen.msisdn);
  const late = await accept(5_080_025, seen);
  assert.equal(late.status, 409, late.text);
  assert.match(String(bodyOf(late)['detail']), /not those that you saw/);
  const all = await gapIds();
  assert.equal((await accept(5_130_025, [...all, seen[0] ?? ''])).status, 200, 'told twice');
  assert.deepEqual(await Promise.all([first, unseen].map(({ id }) => till.stateOf(id))), [
    'succeeded',
    'succeeded',
  ]);
  assert.equal((await accept(5_130_025, all)).status, 409);
});

test('what accepting would credit and take as true is told, and nothing of it is done', async () => {
  const { number, pay, deposit, gapIds, accept, foresee } = await openLine();
  const { id, msisdn } = await deposit();
  await pay(msisdn);
  // The same amount again: one deposit, two payments.
  await pay(msisdn);
  const stranger = await pay();

  const { payments, balances } = await foresee();
  assert.deepEqual(
    payments.map((one) => [one['payer_msisdn'], one['amount_xaf'], one['is_credited']]),
    [
      [msisdn, 500, true],
      [msisdn, 500, false],
      [stranger, 500, false],
    ],
  );
  const [credited, again] = payments;
  const foreseen = credited?.['deposit'] as Json | null;
  assert.deepEqual([foreseen?.['id'], foreseen?.['state']], [id, 'succeeded']);
  assert.equal(again?.['deposit'], null);
  assert.match(JSON.stringify(again?.['reason']), /No deposit of this number/);
  // Each text follows the one before, so whichever is named, the line goes on from the last.
  const becomes = new Map(balances.map((one) => [one['balance_cents'], one['becomes_cents']]));
  assert.equal(becomes.get(5_080_025), 5_180_025);
  assert.equal(becomes.get(5_180_025), 5_180_025);

  assert.equal(await till.stateOf(id), 'pending');
  const receipts = await receiptsOf(database, msisdn);
  assert.deepEqual(
    receipts.map(({ state, is_trusted }) => [state, is_trusted]),
    [
      ['unmatched', false],
      ['unmatched', false],
    ],
  );
  const answer = await accept(5_080_025, await gapIds());
  assert.deepEqual(bodyOf(answer), { credited: 1, held: 2 });
  assert.deepEqual(await listOpenGaps(database, number), []);
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('of a line that adds up nothing is foreseen, and without texts nothing is accepted', async () => {
  const { line, pay, accept, foresee } = await openLine();
  line.takeSilently(-200);
  await pay();
  assert.deepEqual((await foresee()).payments, []);
  assert.equal((await accept(5_100_025, [])).status, 422);
});
