import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLines } from '../support/lines/lines.ts';
import { passTime } from '../support/providers/live.ts';
import { rowsOf } from '../support/providers/till.ts';
import { createOrangeLine, nextOrangeId, receiptsOf, tell } from '../support/receipts/sms.ts';

const { service, database, till, takeLine } = await startLines(5);

async function contradictionsOf(transactionId: string | null) {
  return database.query<{ readonly kind: string; readonly receipt_id: string | null }>({
    text: `select kind, receipt_id from contradictions
           where transaction_id is not distinct from $1::uuid`,
    values: [transactionId],
  });
}

async function operatorIdOf(payer: string): Promise<string> {
  const [row] = await database.query<{ readonly operator_tx_id: string }>({
    text: 'select operator_tx_id from receipts where payer_msisdn = $1',
    values: [payer],
  });
  return row?.operator_tx_id ?? assert.fail('there is no receipt');
}

test('an agent’s deposit on our own line is shown to staff and moves its balance', async () => {
  const number = takeLine();
  const line = createOrangeLine(number, 50_000);
  const first = till.player();
  await till.deposit({ msisdn: first, line: number });
  await tell(service, { sim: number, text: line.pay({ payer: first, amount: 500 }) });
  const cashIn =
    `Vous avez recu un depot de 3000 FCFA. ID transaction: ${nextOrangeId().replace('PP', 'CI')}, ` +
    'Nouveau solde: 53500.25 FCFA.';
  await tell(service, { sim: number, text: cashIn });
  assert.equal((await rowsOf(database, cashIn))[0]?.state, 'review');
  line.takeSilently(-3_000);
  const second = till.player();
  const id = await till.deposit({ msisdn: second, line: number });
  await tell(service, { sim: number, text: line.pay({ payer: second, amount: 500 }) });
  assert.equal(await till.stateOf(id), 'succeeded', 'the line is not in doubt');
});

test('a reversal of a payment that completed a deposit is one contradiction', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: number });
  await tell(service, { sim: number, text: line.pay({ payer, amount: 500 }) });
  assert.equal(await till.stateOf(id), 'succeeded');
  const paid = await operatorIdOf(payer);
  for (const ending of ['', ' Merci.']) {
    const text = `Annulation du transfert ${paid} effectuee. Montant: 500 FCFA.${ending}`;
    await tell(service, { sim: number, text });
    assert.equal((await rowsOf(database, text))[0]?.state, 'review');
  }
  assert.equal(await till.stateOf(id), 'succeeded', 'the interface has no such state');
  const found = await contradictionsOf(id);
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['reversed_without_proof'],
  );
});

test('an unused payment that is reversed is held, and a contradiction', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const payer = till.player();
  await tell(service, { sim: number, text: line.pay({ payer, amount: 700 }) });
  const paid = await operatorIdOf(payer);
  await tell(service, { sim: number, text: `La transaction ${paid} a ete annulee.` });
  const [receipt] = await receiptsOf(database, payer);
  assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', false]);
  assert.match(receipt?.reason ?? '', /took the payment back, and no balance proves it/);
  assert.equal((await contradictionsOf(null)).length, 1);
});

test('a payment whose reversal came before it, or while it waited, is never credited', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  const [early, waiting] = [till.player(), till.player()];
  const ids = await Promise.all(
    [early, waiting].map((msisdn) => till.deposit({ msisdn, line: number })),
  );
  const [first, second] = [early, waiting].map((payer) => line.pay({ payer, amount: 500 }));
  const takenBack = (text = '') => {
    const [paid] = /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text) ?? assert.fail(text);
    return tell(service, { sim: number, text: `Annulation du transfert ${paid} effectuee.` });
  };
  await tell(service, { sim: number, text: second ?? '' });
  await takenBack(second);
  await takenBack(first);
  await tell(service, { sim: number, text: first ?? '' });
  for (const payer of [early, waiting]) {
    const [receipt] = await receiptsOf(database, payer);
    assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', false], payer);
    assert.match(receipt?.reason ?? '', /took the payment back, and no balance proves it/);
  }
  const states = await Promise.all(ids.map((id) => till.stateOf(id)));
  assert.deepEqual(states, ['pending', 'pending']);
  const open = await database.query({
    text: `select from contradictions c join receipts r on r.id = c.receipt_id
           where r.payer_msisdn = any($1::text[])`,
    values: [[early, waiting]],
  });
  assert.equal(open.length, 2);
});

test('a late text without a time stops nothing that came after it', async () => {
  const number = takeLine();
  const line = createOrangeLine(number);
  line.takeSilently(-3_000);
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: number });
  await tell(service, { sim: number, text: line.pay({ payer, amount: 500 }) });
  assert.equal(await till.stateOf(id), 'pending', 'the commission is missing');
  await passTime(database, 300_000);
  const text = 'Votre commission de 3000 FCFA est versee. Nouveau solde: 53000.25 FCFA.';
  await tell(service, { sim: number, text });
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a reversal of an unknown payment, or by another sender, does nothing', async () => {
  const number = '+237699000000';
  const before = await database.query({ text: 'select from contradictions' });
  const text = `La transaction ${nextOrangeId()} a ete annulee.`;
  await tell(service, { sim: number, text });
  await tell(service, { sim: number, text, sender: '+237691234567' });
  const after = await database.query({ text: 'select from contradictions' });
  assert.equal(after.length, before.length);
});
