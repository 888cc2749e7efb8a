import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startCampayEmulator } from '../../emulators/campay/campay-emulator.ts';
import { insertChannels } from '../../src/db/providers/channels.ts';
import { listHistory } from '../../src/db/transactions/transaction-detail.ts';
import { sentenceOf } from '../../src/domain/messages/message.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import {
  addProvider,
  renewCallbackAddress,
} from '../../src/flows/providers/administer-accounts.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { ADAPTERS } from '../../src/providers/registry.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import {
  addCampay,
  decisionOf,
  passTime,
  settleAll,
  startLiveService,
} from '../support/providers/live.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  historyOf,
  ORANGE,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const campay = await startCampayEmulator({ decide: 'manual' });
after(() => campay.stop());
await addCampay(database, campay, { id: 'campay-mtn' });
const deps = { database, adapters: ADAPTERS };
const asked = { id: 'campay-mtn', reason: 'a test' };
const made = await renewCallbackAddress(deps, COMMAND_LINE, asked);
assert.ok(made.kind === 'made');
const { path } = made;

const CHANNEL = {
  providerId: 'campay-orange',
  operator: 'orange',
  collectionMode: 'merchant_initiated',
  merchantNumber: '7002',
  merchantDisplayName: null,
  ussdTemplate: null,
  illustrationUrl: null,
  illustrationAlt: null,
  enabled: true,
  minAmountXaf: null,
  maxAmountXaf: null,
} as const;
const LOST = { kind: 'reset', when: 'after' } as const;
let players = 0;

async function collect(answer: 'kept' | 'lost' = 'kept', range = '670') {
  players += 1;
  if (answer === 'lost') campay.faults.add('collect', LOST, { times: 1 });
  const msisdn = `+237${range}00${1_000 + players}`;
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn });
  const row = await rowOf(id);
  const payment = campay.ledger.payments().find(({ externalId }) => externalId === row.reference);
  assert.ok(payment !== undefined);
  return { id, ours: row.reference, theirs: payment.reference };
}

async function rowOf(id: string) {
  const [row] = await database.query<{
    reference: string;
    handle: string | null;
    hinted_handle: string | null;
    asked: number;
    problem: string | null;
  }>({
    text: `select reference, handle, hinted_handle, asked, problem
           from submissions where transaction_id = $1`,
    values: [id],
  });
  assert.ok(row !== undefined);
  return row;
}

const stateOf = async (id: string) => (await read(service, id))['state'];

function callBack({ ours, theirs }: { readonly ours: string; readonly theirs: string }) {
  const fields = { status: 'SUCCESSFUL', reference: theirs, external_reference: ours };
  return service.call('GET', `${path}?${new URLSearchParams(fields)}`);
}

test('the id of the answer is the handle, and the deposit succeeds by it', async () => {
  const { id, theirs } = await collect();
  assert.equal((await rowOf(id)).handle, theirs);
  assert.equal(await stateOf(id), 'provider_acknowledged');
  campay.approve(theirs);
  await settleAll(service, 1);
  assert.equal(await stateOf(id), 'succeeded');
});

test('the id of an answer is learnt even if nothing can be written beside it', async () => {
  const change = (text: string) => database.query({ text: `alter table evidence ${text}` });
  const reference = `unwritten-${randomUUID()}`;
  const json = paymentBody({ msisdn: '+237670008888', reference });
  await change('add constraint none_now check (false) not valid');
  await service.call('POST', DEPOSITS, { json });
  await change('drop constraint none_now');
  const { service_tx_id: id } = bodyOf(await service.call('POST', DEPOSITS, { json }));
  const { handle } = await rowOf(String(id));
  const payment = campay.ledger.payments().find(({ msisdn }) => msisdn.endsWith('670008888'));
  assert.ok(handle !== null && handle === payment?.reference);
  campay.approve(handle);
  await settleAll(service, 1);
  assert.equal(await stateOf(String(id)), 'succeeded');
});

test('after a lost answer nobody is asked, and a callback by GET brings the handle', async () => {
  const payment = await collect('lost');
  const { id, theirs } = payment;
  const before = campay.ledger.requests()['collect_status'];
  await settleAll(service, 2);
  const waiting = await rowOf(id);
  assert.deepEqual([waiting.handle, waiting.asked], [null, 0]);
  assert.match(waiting.problem ?? '', /handle_not_learnt/);
  assert.equal(campay.ledger.requests()['collect_status'], before);
  assert.equal(await stateOf(id), 'pending');
  campay.approve(theirs);
  assert.equal((await callBack(payment)).status, 200);
  assert.equal(await service.takeSteps(), 1);
  assert.equal((await rowOf(id)).handle, theirs);
  assert.equal(await stateOf(id), 'succeeded');
  const history = await historyOf(database, id);
  assert.equal(history.filter(({ to_state }) => to_state === 'succeeded').length, 1);
});

test('a callback that names another payment teaches nothing, and the right one still does', async () => {
  const paid = await collect();
  campay.approve(paid.theirs);
  await settleAll(service, 1);
  const payment = await collect('lost');
  const madeUp = randomUUID();
  // What names another reference is dropped; what CamPay does not know yet is asked about again.
  for (const [theirs, kept] of [
    [paid.theirs, null],
    [madeUp, madeUp],
  ] as const) {
    await callBack({ ours: payment.ours, theirs });
    assert.equal((await rowOf(payment.id)).hinted_handle, theirs);
    await passTime(database, 2_100);
    await service.takeSteps();
    const { handle, hinted_handle } = await rowOf(payment.id);
    assert.deepEqual([handle, hinted_handle], [null, kept]);
  }
  assert.equal(await stateOf(payment.id), 'pending');
  campay.approve(payment.theirs);
  await callBack(payment);
  await passTime(database, 2_100);
  await service.takeSteps();
  assert.equal(await stateOf(payment.id), 'succeeded');
});

const NOT_YET = { kind: 'error', when: 'before', status: 404, code: 'not_found' } as const;

test('a right id that CamPay does not know yet is asked by again, and the money credited', async () => {
  const payment = await collect('lost');
  campay.approve(payment.theirs);
  campay.faults.add('collect_status', NOT_YET, { times: 2 });
  await callBack(payment);
  await settleAll(service, 3);
  assert.equal((await rowOf(payment.id)).handle, payment.theirs);
  assert.equal(await stateOf(payment.id), 'succeeded');
});

const OTHER_RANGE = '688';

for (const answer of ['kept', 'lost'] as const) {
  test(`a payment that differs waits for a person, and its provider stays up (answer ${answer})`, async () => {
    const { theirs, ...payment } = await collect(answer, OTHER_RANGE);
    if (answer === 'lost') await callBack({ ...payment, theirs });
    await settleAll(service, 5);
    assert.equal((await rowOf(payment.id)).handle, theirs);
    assert.notEqual(await stateOf(payment.id), 'requires_manual_resolution');
    campay.approve(theirs);
    await settleAll(service, 1);
    assert.equal(await stateOf(payment.id), 'requires_manual_resolution');
    const history = await listHistory(database, payment.id);
    assert.match(
      sentenceOf(history.at(-1)?.reason ?? { code: 'stuck' }),
      /paid, but otherwise .*: operator differs/,
    );
    // Money of another operator is in no wallet of this one.
    const entries = await database.query({
      text: `select rule from book_entries where cause = $1`,
      values: [`transaction:${payment.id}`],
    });
    assert.deepEqual(entries, []);
    const [health] = await database.query<{ is_up: boolean }>({
      text: `select is_up from provider_health where provider_id = 'campay-mtn'`,
    });
    assert.notEqual(health?.is_up, false);
  });
}

test('what staff have decided about a payment that differs is not held again', async () => {
  const payment = await collect('kept', OTHER_RANGE);
  campay.approve(payment.theirs);
  await settleAll(service, 1);
  const { id } = payment;
  const decision = { decision: 'reject', reason: 'CamPay sends it back' } as const;
  const decided = await resolveTransaction(...(await decisionOf(service)), id, decision);
  assert.equal(decided.kind, 'done');
  await callBack(payment);
  await passTime(database, 2_100);
  await service.takeSteps();
  const held = (await historyOf(database, id)).filter(
    ({ to_state }) => to_state === 'requires_manual_resolution',
  );
  assert.equal(held.length, 1);
  assert.equal(await stateOf(id), 'failed');
});

test('a handle that is known stays, whatever a callback names', async () => {
  const payment = await collect();
  await callBack({ ours: payment.ours, theirs: randomUUID() });
  await service.takeSteps();
  const { handle, hinted_handle } = await rowOf(payment.id);
  assert.deepEqual([handle, hinted_handle], [payment.theirs, null]);
});

test('without an answer and without a callback the deposit expires, and never fails', async () => {
  const payment = await collect('lost');
  await passTime(database, 3_600_000);
  await expireDeposits({ database, onQueued: () => {} });
  await settleAll(service, 1);
  assert.equal(await stateOf(payment.id), 'expired');
});

test('both operators of one account have one address for callbacks', async () => {
  const terms = { isPrimary: true, priority: 1, depositFeePercent: 0, withdrawalFeePercent: 0 };
  const words = { displayName: 'Orange', description: '', depositFeeMessage: '' };
  const added = await addProvider(
    { ...deps, environment: 'live', vault: createVault(null) },
    COMMAND_LINE,
    {
      ...terms,
      ...words,
      id: 'campay-orange',
      adapter: null,
      accountOf: 'campay-mtn',
      operators: ['orange'],
      directions: null,
      settings: {},
      secrets: {},
    },
  );
  assert.deepEqual(added, { kind: 'added' });
  await insertChannels(database, [{ ...CHANNEL, id: 'campay-orange-prompt' }]);
  const { service_tx_id: id } = await create(service, DEPOSITS, ORANGE);
  const { reference: ours, handle: theirs } = await rowOf(id);
  assert.ok(theirs !== null);
  campay.approve(theirs);
  await callBack({ ours, theirs });
  await service.takeSteps();
  assert.equal(await stateOf(id), 'succeeded');
});

const ACCOUNT = {
  isPrimary: true,
  priority: 1,
  depositFeePercent: 0,
  withdrawalFeePercent: 0,
  displayName: 'Orange',
  description: '',
  depositFeeMessage: '',
  adapter: 'campay',
  accountOf: null,
  operators: ['orange'],
  directions: null,
  settings: { baseUrl: campay.url, username: campay.account.username },
  secrets: { password: campay.account.password },
} as const;

test('an account is not added again with a copy of its credentials', async () => {
  const live = { ...deps, environment: 'live', vault: createVault(null) } as const;
  const added = await addProvider(live, COMMAND_LINE, { ...ACCOUNT, id: 'campay-copy' });
  const problems = ['campay-mtn has the same account: use it by --account-of campay-mtn'];
  assert.deepEqual(added, { kind: 'invalid', problems });
});

test('of three that add one account at once, one has it', async () => {
  const live = { ...deps, environment: 'live', vault: createVault(null) } as const;
  const account = { ...ACCOUNT, settings: { ...ACCOUNT.settings, username: 'another-app' } };
  const added = await Promise.all(
    ['campay-one', 'campay-two', 'campay-three'].map((id) =>
      addProvider(live, COMMAND_LINE, { ...account, id }),
    ),
  );
  assert.deepEqual(added.map(({ kind }) => kind).toSorted(), ['added', 'invalid', 'invalid']);
});

test('no withdrawal is offered to a system that only collects', async () => {
  const { status } = await service.call('POST', WITHDRAWALS, { json: paymentBody() });
  assert.equal(status, 503);
});
