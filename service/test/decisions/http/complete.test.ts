import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPolicy } from '../../support/access/policy.ts';
import { addPerson, type Browser, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  addGateway,
  addLines,
  balanceIn,
  createOrangeLine,
  openLine,
  tell,
} from '../../support/receipts/sms.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  historyOf,
  type Json,
  ORANGE,
  read,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// A deposit that people complete from payments which may not be true.

const LIMIT = 40_000;
/** What one person completes in a day from payments that no balance proves. */
const UNPROVEN = 50_000;
const LINE = '+237699000001';
const service = await startTestService({}, { policy: { approvalSecondPersonXaf: LIMIT } });
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
/** Payments that never moved the balance of the line. */
const forger = createOrangeLine(LINE);
const [ana, bo] = await Promise.all([addPerson(database, 'agent'), addPerson(database, 'agent')]);
const [asAna, asBo] = [await signedIn(service, ana), await signedIn(service, bo)];

/** One player for each number. */
const playerOf = (msisdn: string) => `00000000-0000-4000-8000-${msisdn.slice(1)}`;

async function deposit(msisdn: string, amountXaf: number): Promise<string> {
  const asked = { ...ORANGE, msisdn, amount_xaf: amountXaf, player_id: playerOf(msisdn) };
  return (await create(service, DEPOSITS, asked)).service_tx_id;
}

async function receiptOf(payer: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1 order by created_at desc, id desc',
    values: [payer],
  });
  return row?.id ?? assert.fail(payer);
}

async function complete(who: Browser, id: string, receiptId: string, more: Json = {}) {
  const json = { receipt_ids: [receiptId], reason: 'The player showed the text.', ...more };
  return bodyOf(await who.call('POST', `/internal/v1/deposits/${id}/complete`, { json }));
}

const stateOf = async (id: string) => (await read(service, id))['state'];

/** A text in which the operator reverses the payment. */
function reverse(text: string) {
  const [paid] = /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text) ?? assert.fail(text);
  return tell(service, { text: `Annulation du transfert ${paid} effectuee.` });
}

/** A text whose signature is so old that it may be a replay. */
const doubtful = (text: string) =>
  tell(service, { text: text.replace(/, Nouveau Solde: [0-9.]+ FCFA/, '') });

test('a payment that the operator reversed completes nothing, whichever text came first', async () => {
  const reported = '+237690000901';
  const text = line.pay({ payer: reported, amount: 700 });
  await tell(service, { text });
  await reverse(text);
  const later = '+237690000902';
  const late = forger.pay({ payer: later, amount: 700 });
  await reverse(late);
  await doubtful(late);
  for (const payer of [reported, later]) {
    const id = await deposit(payer, 700);
    const { code, params } = await complete(asAna, id, await receiptOf(payer));
    assert.equal(code, 'receipts_refused', payer);
    assert.partialDeepStrictEqual(params, { because: { code: 'chosen_taken_back_unproven' } });
    assert.equal(await stateOf(id), 'pending');
  }
});

/** A deposit and a payment for it that may be forged. */
async function unproven(payer: string, amountXaf: number) {
  await doubtful(forger.pay({ payer, amount: amountXaf }));
  return { id: await deposit(payer, amountXaf), receipt: await receiptOf(payer) };
}

async function detailOf(id: string): Promise<Json> {
  const answer = await asBo.call('GET', `/internal/v1/transactions/${id}`);
  return bodyOf(answer)['transaction'] as Json;
}

test('one person and a text in doubt make no credit above the limit', async () => {
  const { id, receipt } = await unproven('+237690000911', LIMIT + 1);
  for (let click = 0; click < 2; click += 1) {
    const { outcome } = await complete(asAna, id, receipt);
    assert.equal(outcome, 'waits_for_second_person');
  }
  assert.equal(await stateOf(id), 'pending');
  const entry = await lastAuditLine(database);
  assert.deepEqual(
    [entry?.action, entry?.subject, entry?.reason],
    ['transaction.first_confirm', `transaction:${id}`, 'The player showed the text.'],
  );
  const { approvals, second_person: why } = await detailOf(id);
  assert.partialDeepStrictEqual(approvals, [
    { staff_id: ana.id, decision: 'confirm', counts: true },
  ]);
  assert.partialDeepStrictEqual(why, { complete: 'large_amount' });
  assert.equal((await complete(asBo, id, receipt))['outcome'], 'done');
  assert.equal(await stateOf(id), 'succeeded');
  const [, completed] = await historyOf(database, id);
  assert.deepEqual([completed?.trigger, completed?.actor], ['staff_completed', `staff:${bo.id}`]);
});

test('two people who choose different payments have not agreed', async () => {
  const payer = '+237690000915';
  const { id, receipt: first } = await unproven(payer, LIMIT + 1);
  await doubtful(forger.pay({ payer, amount: LIMIT + 2 }));
  const second = await receiptOf(payer);
  assert.equal((await complete(asAna, id, first))['outcome'], 'waits_for_second_person');
  const otherwise = await complete(asBo, id, second);
  assert.deepEqual(
    [otherwise['outcome'], otherwise['agreed_otherwise']],
    ['waits_for_second_person', true],
  );
  assert.equal(await stateOf(id), 'pending');
  assert.equal((await complete(asAna, id, second))['outcome'], 'done');
  assert.equal(await stateOf(id), 'succeeded');
  const [bound] = await database.query<{ readonly receipt_id: string }>({
    text: 'select receipt_id from receipt_uses where transaction_id = $1',
    values: [id],
  });
  assert.equal(bound?.receipt_id, second);
});

/** A deposit and a payment for it that the balances of the line prove. */
async function proven(payer: string, amountXaf: number) {
  const id = await deposit(payer, amountXaf);
  const text = line.pay({ payer, amount: amountXaf + 1 });
  await tell(service, { text });
  // Above the limit a text alone proves nothing: the balance is read after it.
  await openLine(database, LINE, balanceIn(text));
  const receipt = await receiptOf(payer);
  const [row] = await database.query<{ readonly is_trusted: boolean }>({
    text: 'select is_trusted from receipts where id = $1',
    values: [receipt],
  });
  assert.equal(row?.is_trusted, true, 'the balances of the line followed');
  return { id, receipt };
}

const newAgent = async () => signedIn(service, await addPerson(database, 'agent'));

test('the limit itself takes one person, and above it two complete from a proven payment too', async () => {
  const agent = await newAgent();
  const small = await unproven('+237690000912', LIMIT);
  assert.equal((await complete(agent, small.id, small.receipt))['outcome'], 'done');
  const large = await proven('+237690000913', LIMIT + 1);
  const { outcome } = await complete(agent, large.id, large.receipt);
  assert.equal(outcome, 'waits_for_second_person');
  assert.equal(await stateOf(large.id), 'pending');
  assert.equal((await complete(asBo, large.id, large.receipt))['outcome'], 'done');
});

/** How many people this person is shown for completing from each payment of the deposit. */
async function needsOf(who: Browser, id: string): Promise<readonly unknown[]> {
  const { receipts } = bodyOf(await who.call('GET', `/internal/v1/transactions/${id}`));
  return (receipts as Json[]).map(({ needs }) => ((needs as Json)['why'] as Json | null)?.['code']);
}

test('one person completes so much a day from payments that no balance proves, and no more', async () => {
  const agent = await newAgent();
  const payers = ['+237690000931', '+237690000932', '+237690000933'] as const;
  const first = await unproven(payers[0], UNPROVEN - 20_000);
  const second = await unproven(payers[1], 20_000);
  const third = await unproven(payers[2], 100);
  for (const { id, receipt } of [first, second]) {
    assert.equal((await complete(agent, id, receipt))['outcome'], 'done');
  }
  assert.deepEqual(await needsOf(agent, third.id), ['unproven_payment']);
  const { outcome } = await complete(agent, third.id, third.receipt);
  assert.equal(outcome, 'waits_for_second_person');
  assert.equal(await stateOf(third.id), 'pending');
  const known = await proven('+237690000934', 20_000);
  assert.equal((await complete(agent, known.id, known.receipt))['outcome'], 'done');
  assert.equal((await complete(await newAgent(), third.id, third.receipt))['outcome'], 'done');
});

test('of completions at the same moment none escapes the sum', async () => {
  const agent = await newAgent();
  const deposits = [];
  for (const payer of ['+237690000935', '+237690000936', '+237690000937']) {
    deposits.push(await unproven(payer, 20_000));
  }
  const outcomes = await Promise.all(
    deposits.map(async ({ id, receipt }) => (await complete(agent, id, receipt))['outcome']),
  );
  assert.deepEqual(
    outcomes.map(String).toSorted((a, b) => a.localeCompare(b)),
    ['done', 'done', 'waits_for_second_person'],
  );
});

/** As if the operator had dated it before the deposit was asked for. */
async function date(receipt: string, minutesBefore: number): Promise<void> {
  await database.query({
    text: `update receipts set operator_time = app_now() - $2 * interval '1 minute'
           where id = $1`,
    values: [receipt, minutesBefore],
  });
}

test('a payment from before the deposit takes two people, unless the player has paid from there', async () => {
  const agent = await newAgent();
  const payer = '+237690000941';
  const first = await proven(payer, 500);
  await date(first.receipt, 6);
  assert.deepEqual(await needsOf(agent, first.id), ['older_payment']);
  assert.equal(
    (await complete(agent, first.id, first.receipt))['outcome'],
    'waits_for_second_person',
  );
  assert.equal((await complete(asBo, first.id, first.receipt))['outcome'], 'done');
  const again = await proven(payer, 500);
  await date(again.receipt, 6);
  assert.equal((await complete(agent, again.id, again.receipt))['outcome'], 'done');
  const rest = await unproven('+237690000942', LIMIT);
  assert.equal((await complete(agent, rest.id, rest.receipt))['outcome'], 'done');
  const much = await proven(payer, UNPROVEN - LIMIT);
  await date(much.receipt, 6);
  const { outcome } = await complete(agent, much.id, much.receipt);
  assert.equal(outcome, 'waits_for_second_person', 'older payments count for the same sum');
});

test('a payment dated a few minutes before the deposit takes one person', async () => {
  const { id, receipt } = await proven('+237690000943', 500);
  await date(receipt, 4);
  assert.equal((await complete(await newAgent(), id, receipt))['outcome'], 'done');
});

test('what a person completes counts for what they may approve and complete in a day', async () => {
  await setPolicy(service, { approvalSumPerDayXaf: 1_000 });
  const agent = await newAgent();
  const first = await proven('+237690000951', 600);
  assert.equal((await complete(agent, first.id, first.receipt))['outcome'], 'done');
  const second = await proven('+237690000952', 401);
  assert.deepEqual(await needsOf(agent, second.id), ['daily_sum']);
  const { outcome } = await complete(agent, second.id, second.receipt);
  assert.equal(outcome, 'waits_for_second_person');
  const payout = { ...ORANGE, msisdn: '+237690000953', amount_xaf: 401 };
  const { service_tx_id: id } = await create(service, WITHDRAWALS, payout);
  const approval = await agent.call('POST', `/internal/v1/withdrawals/${id}/approve`);
  assert.equal(bodyOf(approval)['outcome'], 'waits_for_second_person');
  await setPolicy(service, { approvalSumPerDayXaf: null });
});

test('a person who has not seen the first decision decides nothing', async () => {
  const { id, receipt } = await unproven('+237690000914', LIMIT + 1);
  await complete(asAna, id, receipt, { approvals_seen: 0 });
  const late = await complete(asBo, id, receipt, { approvals_seen: 0 });
  assert.equal(late['code'], 'approvals_changed');
  assert.equal(await stateOf(id), 'pending');
  assert.equal((await complete(asBo, id, receipt, { approvals_seen: 1 }))['outcome'], 'done');
});

test('a decision from before the deposit expired no longer counts', async () => {
  const { id, receipt } = await unproven('+237690000915', LIMIT + 1);
  await complete(asAna, id, receipt);
  await simulate(service, id, 'expired');
  assert.partialDeepStrictEqual((await detailOf(id))['approvals'], [{ counts: false }]);
  assert.equal((await complete(asBo, id, receipt))['outcome'], 'waits_for_second_person');
  assert.equal((await complete(asAna, id, receipt))['outcome'], 'done');
});

test('to complete and to confirm a held deposit is the same decision of two people', async () => {
  const { id, receipt } = await unproven('+237690000916', LIMIT + 1);
  await forceState(database, id, 'requires_manual_resolution');
  assert.equal((await complete(asAna, id, receipt))['outcome'], 'waits_for_second_person');
  const json = { decision: 'confirm', reason: 'Seen in the portal.' };
  const path = `/internal/v1/transactions/${id}/resolve`;
  const again = bodyOf(await asAna.call('POST', path, { json }));
  assert.equal(again['outcome'], 'waits_for_second_person', 'the same person in another way');
  assert.equal(bodyOf(await asBo.call('POST', path, { json }))['outcome'], 'done');
});

test('no second decision is asked for where the state allows none', async () => {
  const { id, receipt } = await unproven('+237690000917', LIMIT + 1);
  await forceState(database, id, 'failed');
  const { code, state } = await complete(asAna, id, receipt);
  assert.deepEqual([code, state], ['overtaken', 'failed']);
});
