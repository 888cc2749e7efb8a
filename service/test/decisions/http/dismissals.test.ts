import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { postOverpayment } from '../../../src/domain/books/posting.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { addMtn, startLiveService, startMtn } from '../../support/providers/live.ts';
import { createTill, mtnText } from '../../support/providers/till.ts';
import { addGateway, receiptsOf, tell, timeInDouala } from '../../support/receipts/sms.ts';
import { bodyOf, create, DEPOSITS, type Json, read } from '../../support/transactions/payments.ts';

const LINE = '+237670009991';
const WALLET = `wallet mtn:${LINE}`;
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: LINE } });
const SIMS = { 'sim-1': { operator: 'mtn', line: LINE } } as const;
await addGateway(database, { sims: SIMS, opensWithXaf: 100_000 });
const till = createTill(service);
const [awa, boris, chantal] = [
  await addPerson(database, 'admin'),
  await addPerson(database, 'admin'),
  await addPerson(database, 'agent'),
];
const reason = 'Seen at the operator.';

async function call(who: Person, path: string, json: Json = {}) {
  const headers = await scriptHeaders(database, who);
  return service.call('POST', `/internal/v1${path}`, { headers, json });
}

let balance = 100_000;
let ids = 8_900_000_000;
const nextId = () => String((ids += 1));

/** A payment by a believed text, without a deposit; returns the id of its receipt. */
async function pay(payer: string, amount: number): Promise<string> {
  balance += amount;
  const text = mtnText({ payer, amount, balance, id: nextId() });
  await tell(service, { sender: 'MobileMoney', text });
  return receiptOf(payer);
}

async function receiptOf(payer: string): Promise<string> {
  const [receipt] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1 order by id desc limit 1',
    values: [payer],
  });
  assert.ok(receipt !== undefined);
  return receipt.id;
}

function sendBack(payee: string, amount: number): Promise<unknown> {
  balance -= amount;
  const at = timeInDouala().slice(0, 19).replace('T', ' ');
  const text =
    `Vous avez envoye ${amount} FCFA a ANNE (${payee.replace('+', '')}) le ${at}. Frais: 0 FCFA. ` +
    `Votre nouveau solde: ${balance} XAF. Financial Transaction Id: ${nextId()}.`;
  return tell(service, { sender: 'MobileMoney', text });
}

function dismiss(id: string, was: string, more: Json = {}) {
  return call(chantal, `/receipts/${id}/dismiss`, { was, reason, ...more });
}

/** An agent asks, and an administrator agrees. */
async function dismissByTwo(id: string, was: string, more: Json = {}): Promise<void> {
  const asked = await dismiss(id, was, more);
  assert.equal(asked.status, 202, asked.text);
  const change = String(bodyOf(asked)['change_id']);
  const agreed = await call(awa, `/changes/${change}/approve`);
  assert.equal(agreed.status, 200, agreed.text);
}

async function stateOf(id: string): Promise<readonly unknown[]> {
  const headers = await scriptHeaders(database, chantal);
  const answer = await service.call('GET', `/internal/v1/receipts/${id}`, { headers });
  const { state, dismissed_as } = bodyOf(answer);
  return [state, dismissed_as];
}

const books = (changes: Readonly<Record<string, number>>, work: () => Promise<unknown>) =>
  assertBooksChange(database, changes, work);

/** Everything that is stored is as old as after some days. */
async function fileNumbers(): Promise<void> {
  await database.query({
    text: `with gone as (delete from recent_numbers returning msisdn, transaction_id)
           insert into old_numbers (msisdn, transaction_id) select * from gone`,
  });
}

test('a payment that a deposit succeeded without is bound to it and counted once', async () => {
  const [msisdn, player] = [till.player('mtn'), randomUUID()];
  const order = { player_id: player, msisdn, operator: 'mtn', amount_xaf: 500 };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  await create(service, DEPOSITS, order);
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [deposit],
  });
  operator.faults.add('collect_status', { kind: 'nameless' });
  operator.approve(row?.reference ?? '');
  await database.query({
    text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
  });
  while ((await service.takeSteps()) > 0);
  const paid = operator.ledger.find(row?.reference ?? '')?.details.financialTransactionId ?? '';
  balance += 500;
  await tell(service, {
    sender: 'MobileMoney',
    text: mtnText({ payer: msisdn, amount: 500, balance, id: paid }),
  });
  const receipt = await receiptOf(msisdn);
  const twice = { [WALLET]: -500, 'unmatched ': 500 };
  await books(twice, async () => {
    const done = await dismiss(receipt, 'deposit', { deposit_id: deposit });
    assert.equal(done.status, 200, done.text);
  });
  assert.deepEqual(await stateOf(receipt), ['used', null]);
  assert.equal((await read(service, deposit))['provider_tx_id'], paid);

  const other = await pay(msisdn, 501);
  const refused = await dismiss(other, 'deposit', { deposit_id: deposit });
  assert.match(refused.text, /has its payment already/);
});

test('a payment is bound only to a deposit of its payer that has succeeded', async () => {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn', amount_xaf: 700 };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  const payment = await pay(till.player('mtn'), 700);
  const bind = (deposit_id: string) => dismiss(payment, 'deposit', { deposit_id });
  assert.match((await bind(randomUUID())).text, /no such deposit/);
  assert.match((await dismiss(payment, 'deposit')).text, /no such deposit/);
  assert.match((await bind(deposit)).text, /has not succeeded/);
});

test('a payment counts as returned only once a text or a reversal shows it', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 2_900);
  const refused = await dismiss(payment, 'returned');
  assert.equal(refused.status, 409, refused.text);
  assert.match(refused.text, /shows that it went back/);
  // Neither of another amount nor to another person.
  await sendBack(payer, 2_800);
  await sendBack(till.player('mtn'), 2_900);
  assert.equal((await dismiss(payment, 'returned')).status, 409);
  assert.deepEqual(await stateOf(payment), ['unmatched', null]);
  await sendBack(payer, 2_900);
  await dismissByTwo(payment, 'returned');
  // One transfer shows the return of one payment.
  const next = await pay(payer, 2_900);
  assert.equal((await dismiss(next, 'returned')).status, 409);
});

test('one transfer shows the return of one payment, however many were asked for', async () => {
  const payer = till.player('mtn');
  const payments = [await pay(payer, 3_100), await pay(payer, 3_100)];
  await sendBack(payer, 3_100);
  const asked = [];
  for (const id of payments) asked.push(bodyOf(await dismiss(id, 'returned')));
  const answers = [];
  for (const { change_id } of asked) {
    answers.push(await call(awa, `/changes/${String(change_id)}/approve`));
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 409],
  );
});

test('a payment that 0.3 called returned before its transfer is owed no longer, also after days', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 3_000);
  await database.query({
    text: `update receipts set state = 'dismissed', dismissed_as = 'returned' where id = $1`,
    values: [payment],
  });
  assert.deepEqual(await stateOf(payment), ['dismissed', 'returned']);
  await fileNumbers();
  await books({ [WALLET]: -3_000, 'unmatched ': 3_000 }, () => sendBack(payer, 3_000));
  // Once: the next transfer is something else.
  await books({ [WALLET]: -3_000, 'moved_outside ': 3_000 }, () => sendBack(payer, 3_000));
});

test('a transfer that is reported before the payment is called returned closes the debt then', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 4_000);
  await books({ [WALLET]: -4_000, 'moved_outside ': 4_000 }, () => sendBack(payer, 4_000));
  // Of another amount, and to another person: no return of this payment.
  await sendBack(payer, 4_100);
  await sendBack(till.player('mtn'), 4_000);
  await fileNumbers();
  await books({ 'moved_outside ': -4_000, 'unmatched ': 4_000 }, () =>
    dismissByTwo(payment, 'returned'),
  );
});

test('a transfer whose text overtakes that of its payment is its return all the same', async () => {
  const payer = till.player('mtn');
  balance += 4_500;
  const text = mtnText({ payer, amount: 4_500, balance, id: nextId() });
  await sendBack(payer, 4_500);
  await tell(service, { sender: 'MobileMoney', text });
  const payment = await receiptOf(payer);
  await books({ 'moved_outside ': -4_500, 'unmatched ': 4_500 }, () =>
    dismissByTwo(payment, 'returned'),
  );
});

test('what was overpaid and goes back after days is owed no longer', async () => {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn', amount_xaf: 500 };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  await insertEntries(database, postOverpayment(deposit, 300));
  await fileNumbers();
  await books({ [WALLET]: -300, 'overpayments ': 300 }, () => sendBack(msisdn, 300));
});

test('to call a payment in the books returned or forged takes two people', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 900);
  await sendBack(payer, 900);
  for (const was of ['returned', 'forged']) {
    const asked = await dismiss(payment, was);
    assert.equal(asked.status, 202, asked.text);
    assert.deepEqual(await stateOf(payment), ['unmatched', null]);
    const change = String(bodyOf(asked)['change_id']);
    assert.equal((await call(chantal, `/changes/${change}/approve`)).status, 403);
    assert.equal((await call(boris, `/changes/${change}/withdraw`, { reason })).status, 200);
  }
  // Their script that may only read withdraws nothing of theirs.
  const ofChantal = await call(chantal, `/receipts/${payment}/dismiss`, { was: 'forged', reason });
  const withdraw = `/changes/${String(bodyOf(ofChantal)['change_id'])}/withdraw`;
  const headers = await scriptHeaders(database, chantal, 'viewer');
  const options = { headers, json: { reason } };
  assert.equal((await service.call('POST', `/internal/v1${withdraw}`, options)).status, 404);
  assert.equal((await call(chantal, withdraw, { reason })).status, 200);
  // An administrator is not the second person of their own request either.
  const own = await call(awa, `/receipts/${payment}/dismiss`, { was: 'forged', reason });
  const change = String(bodyOf(own)['change_id']);
  assert.equal(bodyOf(await call(awa, `/changes/${change}/approve`))['code'], 'own_change');
  assert.equal((await call(boris, `/changes/${change}/withdraw`, { reason })).status, 200);
});

test('two people dismiss the payment that the second one saw', async () => {
  const payment = await pay(till.player('mtn'), 925);
  const asked = await dismiss(payment, 'forged');
  const change = `/changes/${String(bodyOf(asked)['change_id'])}`;
  const setAmount = (amountXaf: number) =>
    database.query({
      text: 'update receipts set amount_xaf = $2 where id = $1',
      values: [payment, amountXaf],
    });
  await setAmount(92_500);
  await books({}, async () => {
    assert.equal(bodyOf(await call(awa, `${change}/approve`))['code'], 'change_overtaken');
  });
  await setAmount(925);
  assert.equal((await call(awa, `${change}/withdraw`, { reason })).status, 200);
});

test('what a payment was may be said later, and once', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 950);
  await books({}, async () => {
    assert.equal((await dismiss(payment, 'unknown')).status, 200);
  });
  assert.deepEqual(await stateOf(payment), ['dismissed', 'unknown']);
  assert.equal((await dismiss(payment, 'unknown')).status, 409);
  await sendBack(payer, 950);
  await dismissByTwo(payment, 'returned');
  assert.equal((await dismiss(payment, 'forged')).status, 409);
});

test('a payment that the operator took back is owed to nobody once it counts as returned', async () => {
  const payer = till.player('mtn');
  const payment = await pay(payer, 600);
  balance -= 600;
  const annulled =
    `La transaction ${ids} a ete annulee. Montant: 600 FCFA. ` +
    `Votre nouveau solde: ${balance} XAF. Nouvelle transaction id: ${nextId()}.`;
  await books({ [WALLET]: -600, 'disputed ': 600 }, () =>
    tell(service, { sender: 'MobileMoney', text: annulled }),
  );
  assert.match((await dismiss(payment, 'forged')).text, /dismiss it as returned/);
  await books({ 'unmatched ': 600, 'disputed ': -600 }, () => dismissByTwo(payment, 'returned'));
});

test('a forged payment that was booked is turned round, and its line waits for its balance', async () => {
  const [payer, next] = [till.player('mtn'), till.player('mtn')];
  const forged = await pay(payer, 5_000);
  await books({ [WALLET]: -5_000, 'unmatched ': 5_000 }, () => dismissByTwo(forged, 'forged'));
  assert.deepEqual(await stateOf(forged), ['dismissed', 'forged']);
  const lineState = async () => {
    const headers = await scriptHeaders(database, awa);
    const answer = await service.call('GET', '/internal/v1/lines', { headers });
    return (bodyOf(answer)['items'] as Json[]).find(({ line }) => line === LINE)?.['is_in_gap'];
  };
  assert.equal(await lineState(), true);
  // The forger's next text starts where the forged one ended: nothing connects to it any more.
  const order = { player_id: randomUUID(), msisdn: next, operator: 'mtn', amount_xaf: 700 };
  await pay(next, 700);
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  assert.notEqual((await read(service, deposit))['state'], 'succeeded');
  const [waiting] = await receiptsOf(database, next);
  assert.equal(waiting?.is_trusted, false);
  assert.equal(await lineState(), true);

  const unsettled = await receiptOf(next);
  for (const was of ['returned', 'deposit']) {
    const refused = await dismiss(unsettled, was, { deposit_id: deposit });
    assert.match(refused.text, /put the line in order first/, was);
  }
  balance -= 5_700;
  const typed = await call(awa, `/lines/${LINE}/balance`, { balance_cents: balance * 100, reason });
  assert.equal(typed.status, 200, typed.text);
  assert.equal(await lineState(), false);
  // A text that nothing proves is called forged by one person; nothing of it was booked.
  await books({}, async () => {
    assert.equal((await dismiss(unsettled, 'forged')).status, 200);
  });
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(findings, []);
});
