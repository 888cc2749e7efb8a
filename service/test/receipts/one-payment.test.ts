import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import type { Queryable } from '../../src/db/client.ts';
import { lockLine } from '../../src/db/lines/lines.ts';
import {
  lockReceiptOf,
  type SettledReceipt,
  storeReceipts,
} from '../../src/db/receipts/receipts.ts';
import { completeDeposit } from '../../src/flows/decisions/complete-deposit.ts';
import { applyProviderStatus } from '../../src/flows/provider-requests/apply-provider-status.ts';
import { creditReceipts } from '../../src/flows/receipts/credit-receipts.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { CREDIT_RULES } from '../support/access/policy.ts';
import { waitsForLock } from '../support/database.ts';
import { startTwin } from '../support/harness.ts';
import {
  addMtn,
  decisionOf,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  openLine,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import { english } from '../support/sentences.ts';
import {
  create,
  DEPOSITS,
  forceState,
  historyOf,
  type Json,
  read,
} from '../support/transactions/payments.ts';

const MTN_LINE = '+237670009999';
const ORANGE_LINE = '+237699000001';
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: MTN_LINE } });
await addLines(database, 'orange', [ORANGE_LINE]);
await addGateway(database, {
  sims: {
    'sim-1': { operator: 'orange', line: ORANGE_LINE },
    'sim-2': { operator: 'mtn', line: MTN_LINE },
  },
});
await openLine(database, MTN_LINE, 10_000);
const orange = createOrangeLine(ORANGE_LINE);
const till = createTill(service);

let mtnBalance = 10_000;

/** A text about a payment that a player made by confirming a prompt. */
function sendTextOf(msisdn: string, id: string) {
  mtnBalance += 500;
  const text = mtnText({ payer: msisdn, amount: 500, balance: mtnBalance, id });
  return tell(service, { sim: 'sim-2', sender: 'MobileMoney', text });
}

/** Deposits of one player, each with a prompt on the same phone. */
async function prompts(msisdn: string, count: number): Promise<readonly string[]> {
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const created = await create(service, DEPOSITS, order);
    assert.equal(created['status'], 'provider_acknowledged');
    ids.push(created.service_tx_id);
  }
  return ids;
}

async function referenceOf(id: string): Promise<string> {
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  return row?.reference ?? assert.fail('nothing was sent');
}

/** The player confirms a prompt; the operator's id of the payment. */
async function confirm(id: string): Promise<string> {
  const asked = await referenceOf(id);
  operator.approve(asked);
  const paid = operator.ledger.payments().find(({ reference }) => reference === asked);
  assert.ok(paid !== undefined);
  return paid.details.financialTransactionId;
}

async function shown(id: string): Promise<readonly unknown[]> {
  const transaction = await read(service, id);
  return [transaction['state'], transaction['provider_tx_id']];
}

async function usesOf(id: string): Promise<readonly (string | null)[]> {
  const rows = await database.query<{ readonly operator_tx_id: string }>({
    text: `select r.operator_tx_id from receipt_uses u join receipts r on r.id = u.receipt_id
           where u.transaction_id = $1 order by r.id`,
    values: [id],
  });
  return rows.map(({ operator_tx_id: paid }) => paid);
}

/** A payment as a text reports it, before the service uses it. */
async function store(
  connection: Queryable,
  reported: {
    readonly msisdn: string;
    readonly paid: string;
    readonly operator?: 'mtn' | 'orange';
    readonly waitsForLine?: boolean;
  },
): Promise<SettledReceipt> {
  const { msisdn, paid, operator = 'mtn', waitsForLine = false } = reported;
  const receipt: SettledReceipt = {
    id: randomUUIDv7(),
    transactionId: null,
    operator,
    operatorTxId: paid,
    payer: msisdn,
    line: MTN_LINE,
    amountXaf: 500,
    isTrusted: !waitsForLine,
    smsId: null,
    waitsForLine,
    payerName: null,
    operatorTime: null,
    feeCents: null,
    balanceCents: null,
    score: 100,
    doubts: [],
    reason: { code: 'just_arrived' },
  };
  assert.deepEqual([...(await storeReceipts(connection, [receipt]))], [receipt.id]);
  return receipt;
}

/** Turns it into an expired deposit by code, as staff complete them. */
async function makeDialled(id: string): Promise<void> {
  await database.query({
    text: `update transactions set collection_mode = 'customer_initiated', instructions = '{}'
           where id = $1`,
    values: [id],
  });
  await forceState(database, id, 'expired');
}

/** The provider reports a success, whatever the operator has done. */
async function say(id: string, providerTxId: string): Promise<void> {
  const found = await service.payments.ledger.find(id);
  assert.ok(found !== null);
  const status = { kind: 'succeeded' } as const;
  await applyProviderStatus(service.payments, found.transaction, {
    status,
    providerId: 'mtn-main',
    providerTxId,
  });
}

/** Staff see which deposit has the payment; the platform does not, it may be another's. */
async function assertHeldFor(id: string, owner: string): Promise<void> {
  const [last] = await database.query<{ readonly reason: string }>({
    text: 'select reason from transitions where transaction_id = $1 order by seq desc limit 1',
    values: [id],
  });
  assert.match(last?.reason ?? '', new RegExp(owner));
  const { state_reason: reported } = await read(service, id);
  assert.match(String(reported), /confirmation arrived after the deposit had expired/);
}

async function complete(id: string, receiptIds: readonly string[]) {
  const asked = { receiptIds, reason: 'seen in the portal' };
  return completeDeposit(...(await decisionOf(service)), id, asked);
}

test('the prompt that the provider names is credited, though a text for two came first', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  const paid = await confirm(second);
  await sendTextOf(msisdn, paid);
  const [held] = await receiptsOf(database, msisdn);
  assert.equal(held?.state, 'unmatched');
  assert.match(held.reason, /Several payment requests/);
  await settleAll(service, 1);
  assert.deepEqual(await shown(first), ['provider_acknowledged', null]);
  assert.deepEqual(await shown(second), ['succeeded', paid]);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.equal(receipt?.state, 'used', 'nothing is left for staff');
  assert.deepEqual(await usesOf(second), [paid]);
});

test('the text about the only prompt completes it, and the provider’s status adds nothing', async () => {
  const msisdn = till.player('mtn');
  const [id = ''] = await prompts(msisdn, 1);
  const paid = await confirm(id);
  await sendTextOf(msisdn, paid);
  assert.deepEqual(await shown(id), ['succeeded', paid]);
  await settleAll(service, 1);
  assert.equal((await historyOf(database, id)).length, 3);
});

test('a text and the provider’s status at once: one deposit is credited, and nothing is left', async () => {
  for (let round = 0; round < 12; round += 1) {
    const msisdn = till.player('mtn');
    const ids = await prompts(msisdn, 1 + (round % 2));
    const paidOne = ids.at(-1) ?? '';
    const paid = await confirm(paidOne);
    const [answer] = await Promise.all([sendTextOf(msisdn, paid), say(paidOne, paid)]);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await shown(paidOne), ['succeeded', paid]);
    assert.deepEqual(await usesOf(paidOne), [paid]);
    if (ids.length > 1)
      assert.deepEqual(await shown(ids[0] ?? ''), ['provider_acknowledged', null]);
  }
});

test('a payment that another deposit has is held for staff, who see which one', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  const paid = randomUUID();
  await say(first, paid);
  await say(second, paid);
  await say(second, paid);
  assert.deepEqual(await shown(first), ['succeeded', paid]);
  assert.deepEqual(await shown(second), ['requires_manual_resolution', null]);
  await assertHeldFor(second, first);
  const triggers = (await historyOf(database, second)).map(({ trigger }) => trigger);
  assert.deepEqual(triggers, ['create', 'prompt_sent', 'window_closed', 'late_confirmation']);
});

test('a payment that staff completed another deposit from is held as well', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  await makeDialled(first);
  const paid = randomUUID();
  const { id } = await store(database, { msisdn, paid });
  assert.equal((await complete(first, [id])).kind, 'done');
  await say(second, paid);
  assert.deepEqual(await shown(second), ['requires_manual_resolution', null]);
  await assertHeldFor(second, first);
});

test('when two processes complete two deposits by one payment at once, one succeeds', async () => {
  const twin = await startTwin(service);
  const msisdn = till.player('mtn');
  for (let round = 0; round < 5; round += 1) {
    const ids = await prompts(msisdn, 2);
    const paid = randomUUID();
    await Promise.all(
      ids.map(async (id, index) => {
        const { payments } = index === 0 ? service : twin;
        const found = await payments.ledger.find(id);
        assert.ok(found !== null);
        await applyProviderStatus(payments, found.transaction, {
          status: { kind: 'succeeded' },
          providerId: 'mtn-main',
          providerTxId: paid,
        });
      }),
    );
    const states = new Set(await Promise.all(ids.map(till.stateOf)));
    assert.deepEqual(states, new Set(['requires_manual_resolution', 'succeeded']));
  }
});

test('a deposit that staff confirmed keeps no id that another one has, and all goes on', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  const paid = randomUUID();
  await say(first, paid);
  await forceState(database, second, 'succeeded');
  await say(second, paid);
  assert.deepEqual(await shown(second), ['succeeded', null]);
});

test('a status that arrives while a text is read credits no second deposit', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  await forceState(database, second, 'failed');
  const paid = await confirm(first);
  await database.atomically(async (connection) => {
    const receipt = await store(connection, { msisdn, paid });
    let isSaid = false;
    const slow: Queryable = {
      query: async (query) => {
        // Right before the deposits are locked: the last moment at which a status can arrive.
        if (query.name === 'lock-match-candidates' && !isSaid) {
          isSaid = true;
          await settleAll(service, 1);
        }
        return connection.query(query);
      },
    };
    await creditReceipts(CREDIT_RULES, slow, [receipt]);
    assert.ok(isSaid);
  });
  assert.deepEqual(await shown(first), ['succeeded', paid]);
  assert.deepEqual(await shown(second), ['failed', null]);
  assert.deepEqual(await usesOf(first), [paid]);
});

test('staff cannot use a payment that the provider reported for another deposit', async () => {
  const msisdn = till.player('mtn');
  const [first = '', second = ''] = await prompts(msisdn, 2);
  await makeDialled(second);
  const paid = randomUUID();
  await say(first, paid);
  // Such a row remains when the text is doubtful and comes after the status.
  const { id } = await store(database, { msisdn, paid });
  const refused = await complete(second, [id]);
  assert.ok(refused.kind === 'receipts_refused');
  assert.match(english(refused.why), new RegExp(`completed deposit ${first}`));
  assert.deepEqual(await shown(second), ['expired', null]);
});

test('staff cannot use a payment that waits for its line', async () => {
  const msisdn = till.player('orange');
  const id = await till.deposit({ msisdn, line: ORANGE_LINE });
  const reported = { msisdn, paid: randomUUID(), operator: 'orange', waitsForLine: true } as const;
  const receipt = await store(database, reported);
  const refused = await complete(id, [receipt.id]);
  assert.ok(refused.kind === 'receipts_refused');
  assert.match(english(refused.why), /waits for its line/);
});

const SAME = `application_id, player_id, amount_xaf, created_at, updated_at, state_updated_at,
  expires_at, version, direction, operator, provider_id, channel_id, collection_mode, state,
  msisdn, state_reason, line, callback_url, instructions`;

test('deposits without number, of other amounts too, hide no other player from a payment', async () => {
  const msisdn = till.player('orange');
  const mass = async (changes: Json, count: number) => {
    const id = await till.deposit({ msisdn, line: ORANGE_LINE, ...changes });
    await database.query({
      text: `insert into transactions (id, reference, ${SAME})
             select overlay(t.id::text placing lpad(n::text, 12, '0') from 25)::uuid,
                    n::text || t.reference, ${SAME}
             from transactions t, generate_series(1, $2::int) n where t.id = $1`,
      values: [id, count - 1],
    });
  };
  const crowd = { player_id: randomUUID() };
  await mass({ ...crowd, amount_xaf: 600 }, 600);
  await mass(crowd, 499);
  const victim = await till.deposit({ msisdn, line: ORANGE_LINE });
  await tell(service, { text: orange.pay({ payer: msisdn, amount: 500 }) });
  await mass(crowd, 2);
  await tell(service, { text: orange.pay({ payer: msisdn, amount: 500 }) });
  const [twoPlayers, tooMany] = await receiptsOf(database, msisdn);
  assert.match(twoPlayers?.reason ?? '', /different players/);
  assert.match(tooMany?.reason ?? '', /Too many deposits/);
  assert.equal(await till.stateOf(victim), 'pending');
  const [row] = await database.query<{ readonly count: number }>({
    text: `select count(*) as count from transactions where msisdn = $1 and state <> 'pending'`,
    values: [msisdn],
  });
  assert.equal(row?.count, 0);
});

test('a process whose clock is days ahead matches all the same', async (t) => {
  const msisdn = till.player('mtn');
  const [id = ''] = await prompts(msisdn, 1);
  const receipt = await store(database, { msisdn, paid: randomUUID() });
  const ahead = Date.now() + 30 * 24 * 3_600_000;
  t.mock.method(Date, 'now', () => ahead);
  await database.atomically(async (connection) => {
    await lockReceiptOf(connection, receipt);
    await creditReceipts(CREDIT_RULES, connection, [receipt]);
  });
  t.mock.restoreAll();
  assert.equal(await till.stateOf(id), 'succeeded');
});

test('a payment that waited for a lock while its deposit expired is dated after the expiry', async () => {
  const msisdn = till.player('orange');
  const callbackUrl = 'https://example.com/hook';
  const id = await till.deposit({ msisdn, line: ORANGE_LINE, callback_url: callbackUrl });
  const isFree = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const blocking = database.atomically(async (connection) => {
    await lockLine(connection, ORANGE_LINE);
    isLocked.resolve();
    await isFree.promise;
  });
  await isLocked.promise;
  const reported = tell(service, { text: orange.pay({ payer: msisdn, amount: 500 }) });
  await waitsForLock(database);
  await database.query({
    text: 'update transactions set expires_at = app_now() where id = $1',
    values: [id],
  });
  await expireDeposits({ database, onQueued: () => {} });
  isFree.resolve();
  await blocking;
  assert.equal((await reported).status, 200);
  const history = await database.query<{ readonly to_state: string; readonly at: Date }>({
    text: 'select to_state, at from transitions where transaction_id = $1 order by seq',
    values: [id],
  });
  assert.deepEqual(
    history.map(({ to_state: state }) => state),
    ['pending', 'expired', 'succeeded'],
  );
  const times = history.map(({ at }) => at.getTime());
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const webhooks = await database.query<{ readonly event: string; readonly ts: string }>({
    text: `select event, body::json ->> 'ts' as ts from webhooks where transaction_id = $1
           order by position`,
    values: [id],
  });
  const [expired, succeeded] = webhooks;
  assert.deepEqual(
    webhooks.map(({ event }) => event),
    ['payment.expired', 'payment.succeeded'],
  );
  assert.ok((expired?.ts ?? '') <= (succeeded?.ts ?? ''), JSON.stringify(webhooks));
});

// It lets time pass, which later texts would not follow.
test('a prompt that ends unpaid contradicts a text, unless a balance proves the text', async () => {
  const kinds: unknown[] = [];
  for (const isProven of [true, false]) {
    const msisdn = till.player('mtn');
    const [id = ''] = await prompts(msisdn, 1);
    if (isProven) await sendTextOf(msisdn, '9900000001');
    else await creditBare(msisdn);
    assert.equal((await shown(id))[0], 'succeeded');
    operator.refuse(await referenceOf(id));
    await settleAll(service, 2);
    const rows = await database.query<{ readonly kind: string }>({
      text: 'select kind from contradictions where transaction_id = $1',
      values: [id],
    });
    kinds.push(rows.map(({ kind }) => kind));
  }
  assert.deepEqual(kinds, [[], ['settled_paid_but_failed']]);
});

/** A payment whose text names no balance is credited. */
async function creditBare(msisdn: string): Promise<void> {
  const receipt = await store(database, { msisdn, paid: randomUUID() });
  await database.atomically((connection) =>
    creditReceipts({ ...CREDIT_RULES }, connection, [receipt]),
  );
}
