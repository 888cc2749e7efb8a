import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateWithoutBalances } from '../../src/db/lines/lines.ts';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { rowsOf } from '../support/providers/till.ts';
import {
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
  openLine as typeBalance,
} from '../support/receipts/sms.ts';
import { bodyOf, type Json } from '../support/transactions/payments.ts';

// Two texts with one operator's id report different payments: one of them is forged.

const { service, database, till, takeLine } = await startLines(8);
const headers = await scriptHeaders(database, await addPerson(database, 'admin'));

/** A line with 50 000.25, and texts about one operator's id. */
function openLine() {
  const number = takeLine();
  const id = nextOrangeId();
  /** A deposit, and a text that says it was paid. */
  const claim = async (amount: number, balance: string, operatorId = id) => {
    const msisdn = till.player();
    const deposit = await till.deposit({ msisdn, line: number, amount_xaf: amount });
    const [payer, payee] = [msisdn.slice(4), number.slice(4)];
    const text = orangeText({ payer, payee, amount, balance, id: operatorId });
    return { id: deposit, msisdn, text, say: () => tell(service, { sim: number, text }) };
  };
  return { number, claim };
}

const statesOf = (...claims: readonly { readonly id: string }[]) =>
  Promise.all(claims.map(({ id }) => till.stateOf(id)));
const contradictions = () =>
  listContradictions(database, { isOpen: true, transactionId: null, after: null, limit: 50 });

test('a forgery that is faster than the operator does not win', async () => {
  const { claim } = openLine();
  const [forged, paid] = [await claim(9_000, '77000'), await claim(500, '50500.25')];
  await forged.say();
  await paid.say();
  assert.deepEqual(await statesOf(forged, paid), ['pending', 'succeeded']);
  assert.deepEqual(await receiptsOf(database, forged.msisdn), []);
  const [row] = await rowsOf(database, forged.text);
  assert.equal(row?.state, 'review');
  assert.match(row?.reason ?? '', /fits the balances of the line: this one is probably forged/);
  assert.deepEqual(await contradictions(), []);
});

test('a forgery with the id of a credited payment is a contradiction, and changes nothing', async () => {
  const { claim } = openLine();
  const [paid, forged] = [await claim(500, '50500.25'), await claim(9_000, '77000')];
  await paid.say();
  await forged.say();
  await forged.say();
  assert.deepEqual(await statesOf(forged, paid), ['pending', 'succeeded']);
  const [row] = await rowsOf(database, forged.text);
  assert.deepEqual([row?.state, row?.seen], ['review', 2]);
  const [found, ...more] = await contradictions();
  assert.deepEqual([found?.transaction_id, found?.sms_text], [paid.id, forged.text]);
  assert.deepEqual(found?.remark, { code: 'told_otherwise', params: { amount_xaf: 9_000 } });
  assert.deepEqual(more, []);
});

test('when neither fits both are held, and the balance shows which is true', async () => {
  const { number, claim } = openLine();
  // 300 went out without a text.
  const [forged, paid] = [await claim(9_000, '77000'), await claim(500, '50200.25')];
  await forged.say();
  await paid.say();
  assert.deepEqual(await statesOf(forged, paid), ['pending', 'pending']);
  const [held] = await receiptsOf(database, forged.msisdn);
  assert.deepEqual([held?.state, held?.is_trusted], ['unmatched', false]);
  assert.match(held?.reason ?? '', /one of them is forged/);
  const listed = await service.call('GET', '/internal/v1/receipts?state=unmatched', { headers });
  const items = bodyOf(listed)['items'] as Json[];
  const { rivals } = items.find((one) => one['payer_msisdn'] === forged.msisdn) ?? {};
  assert.deepEqual(
    (rivals as Json[]).map((one) => [one['amount_xaf'], one['payer_msisdn'], one['text']]),
    [
      [9_000, forged.msisdn, forged.text],
      [500, paid.msisdn, paid.text],
    ],
  );

  assert.equal((await typeBalance(database, number, 50_200.25)).credited, 1);
  assert.deepEqual(await statesOf(forged, paid), ['pending', 'succeeded']);
  const [used] = await receiptsOf(database, paid.msisdn);
  assert.deepEqual([used?.state, used?.amount_xaf], ['used', 500]);
  const states = await Promise.all([forged, paid].map(({ text }) => rowsOf(database, text)));
  assert.deepEqual(
    states.map(([row]) => row?.state),
    ['review', 'receipt'],
  );
});

test('a payment is held when two believed texts with its id differ', async () => {
  const { number, claim } = openLine();
  const [one, two] = [await claim(500, '50500.25'), await claim(700, '51200.25')];
  // The deposit of the first is gone, so its payment is not used.
  await database.query({
    text: 'delete from recent_numbers where transaction_id = $1',
    values: [one.id],
  });
  await one.say();
  await two.say();
  assert.deepEqual(await statesOf(two), ['pending']);
  const [held] = await receiptsOf(database, one.msisdn);
  assert.deepEqual([held?.state, held?.is_trusted], ['unmatched', false]);
  assert.equal((await typeBalance(database, number, 51_200.25)).credited, 0);
  assert.deepEqual(await statesOf(two), ['pending']);
});

test('on a line without balances the first is credited, and the second contradicts it', async () => {
  const { number, claim } = openLine();
  await updateWithoutBalances(database, number);
  const before = (await contradictions()).length;
  const [first, second] = [await claim(500, '1'), await claim(900, '2')];
  await first.say();
  await second.say();
  assert.deepEqual(await statesOf(first, second), ['succeeded', 'pending']);
  assert.equal((await contradictions()).length, before + 1);
});

test('a player who forges the text of their own payment stops neither it nor the line', async () => {
  const { number, claim } = openLine();
  const paid = await claim(500, '50500.25');
  await tell(service, { sim: number, text: paid.text.replace('50500.25', '77000') });
  assert.deepEqual(await statesOf(paid), ['pending']);
  await paid.say();
  const next = await claim(700, '51200.25', nextOrangeId());
  await next.say();
  assert.deepEqual(await statesOf(paid, next), ['succeeded', 'succeeded']);
});

test('the same payment in another wording is still only a repeat', async () => {
  const { number, claim } = openLine();
  const paid = await claim(500, '50500.25');
  await paid.say();
  const before = (await contradictions()).length;
  const again = paid.text.replace('ABEGA SOLANGE', 'ABEGA S.');
  await tell(service, { sim: number, text: again });
  const [row] = await rowsOf(database, again);
  assert.equal(row?.state, 'repeat');
  assert.equal((await contradictions()).length, before);
});
