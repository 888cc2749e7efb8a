import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEvidence } from '../../../src/db/provider-requests/evidence.ts';
import { recordContradiction } from '../../../src/db/transactions/contradictions.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import type { Answer } from '../../support/call.ts';
import {
  addMtn,
  approve,
  createApproved,
  operatorsDecided,
  settleAll,
  startLiveService,
  startMtn,
} from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import { limitTime } from '../../support/slowness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const mtn = await startMtn();
await addMtn(database, mtn, { id: 'mtn-main' });
const headers = await scriptHeaders(database, await addPerson(database, 'finance'));

function open(id: string): Promise<Answer> {
  return service.call('GET', `/internal/v1/transactions/${id}`, { headers });
}

async function detailOf(id: string) {
  const answer = await open(id);
  assert.equal(answer.status, 200, answer.text);
  const { transaction, submission: providerRequest, evidence } = bodyOf(answer);
  return {
    payeeName: (transaction as Json)['payee_name'],
    payeeLookup: (transaction as Json)['payee_lookup'],
    providerBalanceXaf: (transaction as Json)['provider_balance_xaf'],
    providerRequest: providerRequest as Json | null,
    evidence: evidence as readonly Json[],
  };
}

let numbers = 0;
function namedNumber(given: string, family: string): string {
  numbers += 1;
  const msisdn = `+23767${String(numbers).padStart(7, '0')}`;
  mtn.setName(msisdn.slice(1), { given, family });
  return msisdn;
}

test('people who decide see the name that the provider has for the number', async () => {
  const msisdn = namedNumber('Estelle', 'Tchami');
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { msisdn });
  assert.equal((await detailOf(id)).payeeName, 'Estelle Tchami');
  await approve(service, id);
  assert.equal((await detailOf(id)).payeeName, 'Estelle Tchami');
  await forceState(database, id, 'requires_manual_resolution');
  assert.equal((await detailOf(id)).payeeName, 'Estelle Tchami');
  await forceState(database, id, 'failed');
  assert.equal((await detailOf(id)).payeeName, null, 'nothing is left to decide');
});

test('a name is asked for once, however often the page is opened', async () => {
  const msisdn = namedNumber('Boris', 'Fotso');
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { msisdn });
  const before = mtn.ledger.requests()['user_info'] ?? 0;
  const opened = await Promise.all([detailOf(id), detailOf(id), detailOf(id)]);
  opened.push(await detailOf(id));
  assert.deepEqual(new Set(opened.map(({ payeeName }) => payeeName)), new Set(['Boris Fotso']));
  assert.equal((mtn.ledger.requests()['user_info'] ?? 0) - before, 1);
});

test('the name of a payer is not looked up', async () => {
  const msisdn = namedNumber('Amina', 'Abena');
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  assert.equal((await detailOf(id)).payeeName, null);
});

test('a number without an account is not taken for a provider that does not answer', async () => {
  const payout = async (msisdn: string) =>
    (await create(service, WITHDRAWALS, { msisdn })).service_tx_id;
  const named = await payout(namedNumber('Odile', 'Kamga'));
  assert.equal((await detailOf(named)).payeeLookup, 'found');
  mtn.settings.magicCameroon = true;
  const noAccount = await payout('+237679999450');
  assert.deepEqual(
    [(await detailOf(noAccount)).payeeName, (await detailOf(noAccount)).payeeLookup],
    [null, 'no_account'],
  );
  mtn.settings.magicCameroon = false;
  mtn.faults.add('user_info', { kind: 'reset', when: 'before' });
  const mute = await payout(namedNumber('Paul', 'Ngo'));
  assert.equal((await detailOf(mute)).payeeLookup, 'no_answer');
  mtn.faults.clear('user_info');
  await forceState(database, named, 'failed');
  assert.equal((await detailOf(named)).payeeLookup, null);
});

test('a provider that hangs or breaks costs the name and less than 3 seconds', async () => {
  for (const kind of ['reset', 'hang'] as const) {
    const { service_tx_id: id } = await create(service, WITHDRAWALS, {
      msisdn: namedNumber('Carine', 'Djoko'),
    });
    mtn.faults.add('user_info', { kind, when: 'before' });
    const inTime = limitTime(3_000);
    assert.equal((await detailOf(id)).payeeName, null, kind);
    inTime(kind);
    // The failure is remembered, so the next read does not wait at all.
    const atOnce = limitTime(1_000);
    assert.equal((await detailOf(id)).payeeName, null, kind);
    atOnce(kind);
    mtn.faults.clear('user_info');
  }
});

async function reportBalance(providerId: string, xaf: number): Promise<void> {
  await database.query({
    text: `insert into provider_health (provider_id, is_up, balance_xaf, balance_at, checked_at)
           values ($1, true, $2, app_now(), app_now())
           on conflict (provider_id) do update
             set balance_xaf = excluded.balance_xaf, balance_at = excluded.balance_at`,
    values: [providerId, xaf],
  });
}

async function approvalOf(id: string) {
  const { transaction } = bodyOf(await open(id)) as { readonly transaction: Json };
  const { pays, provider_balance_xaf: leftXaf, signs } = transaction;
  const shown = (signs as readonly Json[]).map(({ sign, tone }) => `${sign} ${tone}`);
  assert.ok(pays);
  return { leftXaf, signs: shown };
}

test('an approval shows the float of the account that will pay, or that nobody knows it', async () => {
  await addMtn(database, mtn, {
    id: 'mtn-backup',
    isPrimary: false,
    channel: { merchantNumber: '+237670008888' },
  });
  const shows = (id: string, leftXaf: number) =>
    eventually(`${leftXaf} left`, async () => (await approvalOf(id)).leftXaf === leftXaf);
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 3_000 });
  assert.ok((await approvalOf(id)).signs.includes('float_unknown caution'));
  await reportBalance('mtn-main', 4_200);
  await reportBalance('mtn-backup', 100);
  await shows(id, 4_200);
  await database.query({ text: `update providers set flag_enabled = false where id = 'mtn-main'` });
  await shows(id, 100);
  assert.ok((await approvalOf(id)).signs.includes('float_short danger'));
  await database.query({ text: `update providers set flag_enabled = true where id = 'mtn-main'` });
});

test('an agent sees whether the float is enough, and not what it is', async () => {
  const agent = await scriptHeaders(database, await addPerson(database, 'agent'));
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 3_000 });
  for (const [reportedXaf, covers] of [
    [2_900, false],
    [90_000, true],
  ] as const) {
    await reportBalance('mtn-main', reportedXaf);
    await eventually(`${reportedXaf} is ${covers ? 'enough' : 'too little'}`, async () => {
      const path = `/internal/v1/transactions/${id}`;
      const answer = await service.call('GET', path, { headers: agent });
      const { transaction } = bodyOf(answer) as { readonly transaction: Json };
      assert.equal(transaction['float_after_xaf'], null);
      assert.equal(transaction['provider_balance_xaf'], null);
      return transaction['float_covers'] === covers;
    });
  }
});

test('an approver sees that an operator disputes other money of the player', async () => {
  const player = { player_id: randomUUID() };
  const { service_tx_id: depositId } = await create(service, DEPOSITS, player);
  const { service_tx_id: id } = await create(service, WITHDRAWALS, player);
  assert.ok(!(await approvalOf(id)).signs.includes('contradicted danger'));
  await recordContradiction(database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: depositId,
    receiptId: null,
    smsId: null,
    evidence: 'sms:1',
  });
  assert.ok((await approvalOf(id)).signs.includes('contradicted danger'));
});

test('exchanges of one moment are listed in their order', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  const said = Array.from({ length: 20 }, (_, index) => `GET /${index}`);
  const from = { transactionId: id, providerId: 'mtn-main', kind: 'exchange' } as const;
  const nothing = { status: null, answer: null, error: null, latencyMs: null };
  await insertEvidence(
    database,
    said.map((request) => ({ ...from, ...nothing, request })),
  );
  const { evidence } = await detailOf(id);
  assert.deepEqual(
    evidence.map(({ request }) => request),
    said,
  );
});

test('nothing was said to a provider before approval', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  const { providerRequest, evidence } = await detailOf(id);
  assert.equal(providerRequest, null);
  assert.deepEqual(evidence, []);
});

test('what was sent and what the provider said can be read, without secrets', async () => {
  const id = await createApproved(service);
  const waiting = (await detailOf(id)).providerRequest;
  assert.deepEqual([waiting?.['sent_at'], waiting?.['asked']], [null, 0]);
  await service.takeSteps();
  await operatorsDecided(mtn);
  await settleAll(service, 1);
  const { providerRequest, evidence } = await detailOf(id);
  assert.deepEqual(
    { ...providerRequest, reference: null, sent_at: null, asked_at: null, said_at: null },
    {
      provider_id: 'mtn-main',
      reference: null,
      sent_at: null,
      asked: 1,
      asked_at: null,
      said: 'succeeded',
      said_at: null,
      next_step_at: null,
      problem: null,
      tried: [],
    },
  );
  assert.match(String(providerRequest?.['sent_at']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const transfer = evidence.find(({ request }) => String(request).startsWith('POST '));
  assert.equal(transfer?.['status'], 202);
  assert.equal(transfer?.['provider_id'], 'mtn-main');
  const status = evidence.at(-1);
  assert.match(String(status?.['request']), new RegExp(`^GET .*${providerRequest?.['reference']}`));
  assert.match(String(status?.['answer']), /SUCCESSFUL/);
  const { text } = await open(id);
  const { disbursement } = mtn.account;
  for (const secret of [disbursement.apiKey, disbursement.subscriptionKey]) {
    assert.ok(!text.includes(secret), 'the page holds no secret');
  }
  const [row] = await database.query<{ readonly callback_secret: string }>({
    text: 'select callback_secret from submissions where transaction_id = $1',
    values: [id],
  });
  assert.ok(row !== undefined && !text.includes(row.callback_secret));
});

test('a payout without an answer says what is wrong and when it is asked about next', async () => {
  mtn.faults.add('transfer', { kind: 'reset', when: 'after' }, { times: 1 });
  mtn.faults.add('transfer_status', { kind: 'error', when: 'before', status: 503, code: 'BUSY' });
  const id = await createApproved(service, { msisdn: namedNumber('Hervé', 'Ekambi') });
  await service.takeSteps();
  await forceState(database, id, 'requires_manual_resolution');
  await settleAll(service, 1);
  const { providerRequest, evidence } = await detailOf(id);
  assert.ok(String(providerRequest?.['problem']).length > 10, String(providerRequest?.['problem']));
  assert.ok(providerRequest?.['next_step_at'] !== null);
  const first = evidence.find(({ request }) => String(request).startsWith('POST '));
  assert.equal(first?.['status'], null);
  assert.ok(String(first?.['error']).length > 0);
  mtn.faults.clear();
});
