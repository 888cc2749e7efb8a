import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Browser, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { createTill, rowsOf } from '../../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  nextOrangeId,
  openLine,
  tell,
} from '../../support/receipts/sms.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

// A believed text says that money came, and something about the payment cannot be read.

const LINE = '+237699000001';
const service = await startTestService();
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const till = createTill(service);
const agent = await signedIn(service, await addPerson(database, 'agent'));
const admin = await signedIn(service, await addPerson(database, 'admin'));

let startXaf = 0;
/** Balances of no other test. */
async function startLine() {
  startXaf += 1_000_000;
  await openLine(database, LINE, startXaf + 0.25);
  return createOrangeLine(LINE, startXaf);
}

/** The number of the payer has lost its last digit on its way. */
const cut = (text: string, payer: string) => text.replace(payer.slice(4), payer.slice(4, -1));

const idIn = (text: string) =>
  /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text)?.[0] ?? assert.fail(text);

/** The payment of a text as the list shows it. */
async function listed(text: string): Promise<Json | undefined> {
  const [row] = await database.query<{ readonly id: string }>({
    text: `select r.id from receipts r join sms_messages m on m.id = r.sms_id
           where m.body = $1`,
    values: [text],
  });
  const { items } = bodyOf(await agent.call('GET', '/internal/v1/receipts?limit=100'));
  return (items as Json[]).find(({ id }) => id === row?.id);
}

async function fillIn(who: Browser, receipt: Json | undefined, json: Json) {
  const path = `/internal/v1/receipts/${String(receipt?.['id'])}/fill-in`;
  return who.call('POST', path, { json: { reason: 'Read in the portal.', ...json } });
}

const approve = (who: Browser, asked: Json) =>
  who.call('POST', `/internal/v1/changes/${String(asked['change_id'])}/approve`);

async function bookedXaf(operatorTxId: string): Promise<number | null> {
  const [row] = await database.query<{ readonly xaf: number }>({
    text: `select (amount_cents / 100)::int as xaf from book_entries
           where cause = $1 and rule = 'payment_in'`,
    values: [`payment:orange:${operatorTxId}`],
  });
  return row?.xaf ?? null;
}

test('money whose text has a cut number is a payment in the list, held, open and booked', async () => {
  const line = await startLine();
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: LINE });
  const text = cut(line.pay({ payer, amount: 500 }), payer);
  await tell(service, { text });
  const receipt = await listed(text);
  assert.partialDeepStrictEqual(receipt, {
    state: 'unmatched',
    amount_xaf: 500,
    operator_tx_id: idIn(text),
    payer_msisdn: '',
    open_fields: ['payer_msisdn'],
  });
  assert.equal((await rowsOf(database, text))[0]?.state, 'receipt');
  assert.equal(await bookedXaf(idIn(text)), 500);
  const json = { receipt_ids: [receipt?.['id']], reason: 'It is his.' };
  const chosen = bodyOf(await agent.call('POST', `/internal/v1/deposits/${id}/complete`, { json }));
  assert.partialDeepStrictEqual(chosen['params'], { because: { code: 'chosen_open' } });
  assert.equal(await till.stateOf(id), 'pending');
});

test('two people fill in what was open, and then it is a payment like any other', async () => {
  const line = await startLine();
  const payer = till.player();
  const id = await till.deposit({ msisdn: payer, line: LINE });
  const text = cut(line.pay({ payer, amount: 500 }), payer);
  await tell(service, { text });
  const receipt = await listed(text);
  const other = await fillIn(agent, receipt, { payer_msisdn: payer, amount_xaf: 900 });
  assert.equal(bodyOf(other)['code'], 'fill_in_what_is_open', 'what was read stays');
  const asked = await fillIn(admin, receipt, { payer_msisdn: payer });
  assert.equal(asked.status, 202, asked.text);
  assert.equal(await till.stateOf(id), 'pending', 'one person is not enough');
  assert.equal((await approve(admin, bodyOf(asked))).status, 403, 'nor the same one twice');
  const second = await signedIn(service, await addPerson(database, 'admin'));
  const done = await approve(second, bodyOf(asked));
  assert.equal(done.status, 200, done.text);
  assert.equal(await till.stateOf(id), 'succeeded');
  assert.equal(await bookedXaf(idIn(text)), 500, 'once');
  assert.equal(
    bodyOf(await fillIn(agent, receipt, { payer_msisdn: payer }))['code'],
    'receipt_not_open',
  );
});

test('a payment whose id cannot be read is booked when two people have filled it in', async () => {
  const line = await startLine();
  const payer = till.player();
  const whole = line.pay({ payer, amount: 600 });
  const paid = idIn(whole);
  const text = whole.replace(paid, paid.slice(0, -2));
  await tell(service, { text });
  const receipt = await listed(text);
  assert.deepEqual(receipt?.['open_fields'], ['operator_tx_id']);
  const asked = bodyOf(await fillIn(agent, receipt, { operator_tx_id: paid }));
  assert.equal(await bookedXaf(paid), null);
  assert.equal((await approve(admin, asked)).status, 200);
  assert.equal(await bookedXaf(paid), 600);
  assert.deepEqual((await listed(text))?.['open_fields'], []);
});

test('an id that another payment has fills nothing in', async () => {
  const line = await startLine();
  const known = line.pay({ payer: till.player(), amount: 600 });
  await tell(service, { text: known });
  const whole = line.pay({ payer: till.player(), amount: 600 });
  const text = whole.replace(idIn(whole), idIn(whole).slice(0, -2));
  await tell(service, { text });
  const asked = await fillIn(agent, await listed(text), { operator_tx_id: idIn(known) });
  const answer = await approve(admin, bodyOf(asked));
  assert.equal(bodyOf(answer)['code'], 'change_overtaken', answer.text);
});

test('a text that cannot be read is a payment only once it is believed', async () => {
  const line = await startLine();
  const late = line.pay({ payer: till.player(), amount: 700 });
  const payer = till.player();
  const text = cut(line.pay({ payer, amount: 500 }), payer);
  await tell(service, { text });
  assert.equal(await listed(text), undefined, 'it may be forged');
  assert.equal((await rowsOf(database, text))[0]?.state, 'review');
  await tell(service, { text: late });
  assert.deepEqual((await listed(text))?.['open_fields'], ['payer_msisdn']);
  assert.equal((await rowsOf(database, text))[0]?.state, 'receipt');
});

test('a text with the id of an open payment that is not believed fills nothing in', async () => {
  const line = await startLine();
  const payer = till.player();
  const whole = line.pay({ payer, amount: 500 });
  const text = cut(whole, payer);
  await tell(service, { text });
  const forged = whole.replace(payer.slice(4), '690009999').replace(/Solde: [0-9]+/, 'Solde: 777');
  await tell(service, { text: forged });
  assert.partialDeepStrictEqual(await listed(text), {
    payer_msisdn: '',
    open_fields: ['payer_msisdn'],
  });
});

test('an agent’s deposit on our line is no payment of a player, though it is believed', async () => {
  await startLine();
  const text =
    `Vous avez recu un depot de 3000 FCFA. ID transaction: ${nextOrangeId().replace('PP', 'CI')}, ` +
    `Nouveau solde: ${startXaf + 3_000}.25 FCFA.`;
  await tell(service, { text });
  assert.equal(await listed(text), undefined);
  assert.equal((await rowsOf(database, text))[0]?.state, 'review');
});

test('a believed text that contradicts what was read about an open payment fills nothing in', async () => {
  const line = await startLine();
  const payer = till.player();
  const whole = line.pay({ payer, amount: 500 });
  const text = cut(whole, payer);
  await tell(service, { text });
  const id = await till.deposit({ msisdn: payer, line: LINE, amount_xaf: 900 });
  const next = line.pay({ payer, amount: 900 });
  const other = next.replace(idIn(next), idIn(whole));
  await tell(service, { text: other });
  assert.partialDeepStrictEqual(await listed(text), {
    amount_xaf: 500,
    open_fields: ['payer_msisdn'],
  });
  assert.equal((await rowsOf(database, other))[0]?.state, 'review');
  assert.equal(await till.stateOf(id), 'pending');
});

test('an open payment of which a text said before that it was reversed is held as that', async () => {
  const line = await startLine();
  const payer = till.player();
  const whole = line.pay({ payer, amount: 500 });
  await tell(service, { text: `Annulation du transfert ${idIn(whole)} effectuee.` });
  const text = cut(whole, payer);
  await tell(service, { text });
  assert.partialDeepStrictEqual(await listed(text), { reason: { code: 'taken_back_unproven' } });
  const { items } = bodyOf(await agent.call('GET', '/internal/v1/contradictions'));
  assert.ok(JSON.stringify(items).includes(idIn(whole)), 'a person says whether it was');
});

test('an open payment is dismissed only as unknown, and filled in no more', async () => {
  const line = await startLine();
  const payer = till.player();
  const text = cut(line.pay({ payer, amount: 500 }), payer);
  await tell(service, { text });
  const receipt = await listed(text);
  const dismiss = (json: Json) =>
    agent.call('POST', `/internal/v1/receipts/${String(receipt?.['id'])}/dismiss`, {
      json: { reason: 'Nobody asks for it.', ...json },
    });
  for (const was of ['returned', 'forged', 'deposit']) {
    const refused = bodyOf(await dismiss({ was }));
    assert.partialDeepStrictEqual(refused['params'], { because: { code: 'chosen_open' } }, was);
  }
  assert.equal((await dismiss({ was: 'unknown' })).status, 200);
  assert.equal(await listed(text), undefined);
  assert.equal(await bookedXaf(idIn(text)), 500, 'what came in stays owed');
  const late = await fillIn(agent, receipt, { payer_msisdn: payer });
  assert.equal(bodyOf(late)['code'], 'receipt_not_open');
});
