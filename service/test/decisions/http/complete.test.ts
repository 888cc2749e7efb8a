import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Browser, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../../support/receipts/sms.ts';
import { bodyOf, create, DEPOSITS, ORANGE, read } from '../../support/transactions/payments.ts';

// A deposit that people complete from payments which may not be true.

const LINE = '+237699000001';
const service = await startTestService();
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
/** Payments that never moved the balance of the line. */
const forger = createOrangeLine(LINE);
const asAna = await signedIn(service, await addPerson(database, 'agent'));

async function deposit(msisdn: string, amountXaf: number): Promise<string> {
  const asked = { ...ORANGE, msisdn, amount_xaf: amountXaf };
  return (await create(service, DEPOSITS, asked)).service_tx_id;
}

async function receiptOf(payer: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1',
    values: [payer],
  });
  return row?.id ?? assert.fail(payer);
}

async function complete(who: Browser, id: string, receiptId: string) {
  const json = { receipt_ids: [receiptId], reason: 'The player showed the text.' };
  return bodyOf(await who.call('POST', `/internal/v1/deposits/${id}/complete`, { json }));
}

const stateOf = async (id: string) => (await read(service, id))['state'];

/** The operator says of the payment in a text that it was taken back. */
function takeBack(text: string) {
  const [paid] = /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text) ?? assert.fail(text);
  return tell(service, { text: `Annulation du transfert ${paid} effectuee.` });
}

/** A text whose signature is so old that somebody may have recorded it. */
const doubtful = (text: string) => tell(service, { text }, { at: Date.now() - 600_000 });

test('a payment that the operator took back completes nothing, whichever text came first', async () => {
  const told = '+237690000901';
  const text = line.pay({ payer: told, amount: 700 });
  await tell(service, { text });
  await takeBack(text);
  const later = '+237690000902';
  const late = forger.pay({ payer: later, amount: 700 });
  await takeBack(late);
  await doubtful(late);
  for (const payer of [told, later]) {
    const id = await deposit(payer, 700);
    const { code, params } = await complete(asAna, id, await receiptOf(payer));
    assert.equal(code, 'receipts_refused', payer);
    assert.partialDeepStrictEqual(params, { because: { code: 'chosen_taken_back' } });
    assert.equal(await stateOf(id), 'pending');
  }
});
