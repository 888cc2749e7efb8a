import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { fillProviderTxId } from '../../src/db/transactions/transitions.ts';
import { applyProviderStatus } from '../../src/flows/provider-requests/apply-provider-status.ts';
import { addPerson, type Browser, signedIn } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { waitsForLock } from '../support/database.ts';
import { startTestService } from '../support/harness.ts';
import { addGateway, addLines, createOrangeLine, openLine, tell } from '../support/receipts/sms.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  ORANGE,
  read,
} from '../support/transactions/payments.ts';

// Staff confirm a deposit by hand while the text about its payment is not believed yet.

const service = await startTestService();
const { database } = service;
const [ana, bo] = [
  await signedIn(service, await addPerson(database, 'agent')),
  await signedIn(service, await addPerson(database, 'agent')),
];

const LINE = '+237699000001';
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });

let startXaf = 0;
/** The line in a gap: 300 have left it without a text. Its balances are those of no other test. */
async function openGap() {
  startXaf += 100_000;
  await openLine(database, LINE, startXaf + 0.25);
  const line = createOrangeLine(LINE, startXaf);
  line.takeSilently(300);
  return { startXaf, line };
}

async function deposit(msisdn: string): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
  await database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [id, LINE],
  });
  return id;
}

/** A deposit of 500 that staff confirm, and the waiting text that may be about its payment. */
async function confirmed(payer: string, at: Awaited<ReturnType<typeof openGap>>) {
  const id = await deposit(payer);
  await tell(service, { text: at.line.pay({ payer, amount: 500 }) });
  await forceState(database, id, 'requires_manual_resolution');
  const json = { decision: 'confirm', reason: 'Seen in the portal.' };
  const answer = await ana.call('POST', `/internal/v1/transactions/${id}/resolve`, { json });
  assert.equal(bodyOf(answer)['outcome'], 'done', answer.text);
  return id;
}

async function receiptOf(payer: string) {
  const [row] = await database.query<{
    readonly id: string;
    readonly state: string;
    readonly is_trusted: boolean;
    readonly reserved_for: string | null;
    readonly used_for: string | null;
  }>({
    text: `select id, state, is_trusted, reserved_for,
                  (select u.transaction_id from receipt_uses u where u.receipt_id = r.id)
                    as used_for
           from receipts r where payer_msisdn = $1`,
    values: [payer],
  });
  return row ?? assert.fail(payer);
}

async function complete(who: Browser, id: string, receipt: string): Promise<unknown> {
  const json = { receipt_ids: [receipt], reason: 'It is for this one.' };
  const answer = await who.call('POST', `/internal/v1/deposits/${id}/complete`, { json });
  return bodyOf(answer)['outcome'];
}

const stateOf = async (id: string) => (await read(service, id))['state'];

test('confirming by hand reserves a payment whose text is not believed, and uses it not', async () => {
  const payer = '+237690001001';
  const id = await confirmed(payer, await openGap());
  assert.equal(await stateOf(id), 'succeeded');
  assert.partialDeepStrictEqual(await receiptOf(payer), {
    state: 'unmatched',
    is_trusted: false,
    reserved_for: id,
    used_for: null,
  });
});

test('a reserved payment that is believed later is that of the confirmed deposit', async () => {
  const payer = '+237690001002';
  const at = await openGap();
  const id = await confirmed(payer, at);
  const other = await deposit(payer);
  await openLine(database, LINE, at.startXaf - 300 + 500.25);
  assert.partialDeepStrictEqual(await receiptOf(payer), { state: 'used', used_for: id });
  assert.equal(await stateOf(other), 'pending', 'one payment, one deposit');
  assert.notEqual((await read(service, id))['provider_tx_id'], null);
});

test('a reserved payment that its line sets aside is free', async () => {
  const payer = '+237690001003';
  const at = await openGap();
  await confirmed(payer, at);
  await openLine(database, LINE, at.startXaf + 70_000);
  const { id: receipt, reserved_for: reservedFor } = await receiptOf(payer);
  assert.equal(reservedFor, null);
  assert.equal(await complete(ana, await deposit(payer), receipt), 'done');
});

test('a payment that is reserved for one deposit completes another only by two people', async () => {
  const payer = '+237690001004';
  const at = await openGap();
  const id = await deposit(payer);
  // It names no balance, so no line will ever decide.
  const text = at.line.pay({ payer, amount: 500 });
  await tell(service, { text: text.replace(/, Nouveau Solde: [0-9.]+ FCFA/, '') });
  await forceState(database, id, 'requires_manual_resolution');
  const json = { decision: 'confirm', reason: 'Seen in the portal.' };
  await ana.call('POST', `/internal/v1/transactions/${id}/resolve`, { json });
  const { id: receipt, reserved_for: reservedFor } = await receiptOf(payer);
  assert.equal(reservedFor, id);
  const other = await deposit(payer);
  assert.equal(await complete(ana, other, receipt), 'waits_for_second_person');
  assert.equal(await complete(bo, other, receipt), 'done');
});

test('the true payment of a confirmed deposit leaves the reserved one to be matched', async () => {
  const payer = '+237690001005';
  const at = await openGap();
  const id = await confirmed(payer, at);
  const truth = createOrangeLine(LINE, at.startXaf);
  await tell(service, { text: truth.pay({ payer, amount: 500 }) });
  const rows = await database.query<{ readonly state: string; readonly used_for: string | null }>({
    text: `select r.state, u.transaction_id as used_for from receipts r
           left join receipt_uses u on u.receipt_id = r.id
           where r.payer_msisdn = $1 order by r.id`,
    values: [payer],
  });
  assert.deepEqual(rows, [
    { state: 'unmatched', used_for: null },
    { state: 'used', used_for: id },
  ]);
});

test('a deposit that has its payment owes all of another one that completes it', async () => {
  const payer = '+237690001006';
  startXaf += 100_000;
  await openLine(database, LINE, startXaf + 0.25);
  const line = createOrangeLine(LINE, startXaf);
  const id = await deposit(payer);
  await forceState(database, id, 'failed');
  await tell(service, { text: line.pay({ payer, amount: 500 }) });
  assert.equal(await stateOf(id), 'requires_manual_resolution');
  await tell(service, { text: line.pay({ payer, amount: 6_500 }) });
  const [other] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1 and amount_xaf = 6500',
    values: [payer],
  });
  const owed = { [`application ${DEFAULT_APPLICATION_ID}`]: -500, 'overpayments ': -6_500 };
  await assertBooksChange(database, { ...owed, 'unmatched ': 7_000 }, async () =>
    assert.equal(await complete(ana, id, other?.id ?? assert.fail()), 'done'),
  );
});

test('a provider’s late id books nothing for a deposit that another one names meanwhile', async () => {
  const payer = '+237690001007';
  const id = await confirmed(payer, await openGap());
  const found = (await service.payments.ledger.find(id)) ?? assert.fail();
  const { providerId } = found.transaction;
  const providerTxId = `PP-late-${id}`;
  const reported = { status: { kind: 'succeeded' }, providerId, providerTxId } as const;
  const { applied } = await database.atomically(async (connection) => {
    await fillProviderTxId(connection, { id, providerTxId: `PP-${id}` });
    const applied = applyProviderStatus(service.payments, found.transaction, reported);
    await waitsForLock(database);
    return { applied };
  });
  await applied;
  const booked = await database.query({
    text: 'select from book_entries where cause = $1',
    values: [`payment:orange:${providerTxId}`],
  });
  assert.equal(booked.length, 0);
});
