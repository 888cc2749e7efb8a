import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import {
  insertTransactions,
  type NewTransaction,
} from '../../../src/db/transactions/transactions.ts';
import { expireDeposits } from '../../../src/flows/transactions/expire-deposits.ts';
import { openTestDatabase } from '../../support/database.ts';
import { forceState, historyOf, shiftClock } from '../../support/transactions/payments.ts';
import { newDeposit, newWithdrawal } from '../../support/transactions/transactions.ts';

const { database, connection } = await openTestDatabase();
const BATCH = 500;

beforeEach(async () => {
  await shiftClock(database, 0);
  await database.query({ text: 'truncate transactions, provider_minutes, webhooks cascade' });
});

test('nothing expires before its deadline', async () => {
  await insertTransactions(database, [newDeposit(), newDeposit({ windowMs: 600_000 })]);
  await shiftClock(database, 590);
  assert.equal(await expire(), 0);
  await shiftClock(database, 610);
  assert.equal(await expire(), 1);
  await shiftClock(database, 910);
  assert.equal(await expire(), 1);
  assert.equal(await expire(), 0);
});

test('an expiry that is noticed late is dated at its deadline', async () => {
  const deposit = newDeposit({ callbackUrl: 'http://localhost:9/hook' });
  await insertTransactions(database, [deposit]);
  const [{ expires_at: deadline } = { expires_at: null }] = await database.query<{
    readonly expires_at: Date | null;
  }>({ text: 'select expires_at from transactions' });
  await shiftClock(database, 900 + 7_200);
  assert.equal(await expire(), 1);
  const [facts] = await database.query({
    text: `select t.state_updated_at, h.at, w.body::json ->> 'ts' as ts
           from transactions t
           join transitions h on h.transaction_id = t.id and h.seq = 2
           join webhooks w on w.transaction_id = t.id`,
  });
  assert.deepEqual(facts, {
    state_updated_at: deadline,
    at: deadline,
    ts: deadline?.toISOString(),
  });
});

test('two processes expire two thousand due deposits exactly once each, in batches', async (t) => {
  const callbackUrl = 'http://localhost:9/hook';
  const deposits = Array.from({ length: 2_000 }, (_, index) =>
    newDeposit({ callbackUrl: index % 2 === 0 ? callbackUrl : null }),
  );
  await insertAll(deposits);
  await shiftClock(database, 901);
  const other = openDatabase({ connection, poolSize: 2 });
  t.after(() => other.close());
  const counts = (await Promise.all([drain(database), drain(other)])).flat();
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2_000,
  );
  assert.ok(counts.every((count) => count <= BATCH));

  const [facts] = await database.query({
    text: `select (select count(*) from transactions where state = 'expired') as expired,
                  (select count(*) from transactions where expires_at is not null) as open,
                  (select count(*) from transitions where to_state = 'expired' and seq = 2
                     and trigger = 'window_closed' and actor = 'clock'
                     and transaction_id in (select id from transactions)) as lines,
                  (select count(*) from webhooks where event = 'payment.expired') as webhooks,
                  (select sum(neither) from provider_minutes) as neither,
                  (select sum(failed + succeeded) from provider_minutes) as others`,
  });
  assert.deepEqual(facts, {
    expired: 2_000,
    open: 0,
    lines: 2_000,
    webhooks: 1_000,
    neither: 2_000,
    others: 0,
  });
});

test('only open deposits expire, whatever the clock says', async () => {
  const deposits = [
    'pending',
    'provider_acknowledged',
    'succeeded',
    'failed',
    'expired',
    'requires_manual_resolution',
  ].map((state) => ({ state, deposit: newDeposit() }));
  await insertAll([...deposits.map(({ deposit }) => deposit), newWithdrawal()]);
  for (const { state, deposit } of deposits) await forceState(database, deposit.id, state);
  await shiftClock(database, 1_000_000);
  assert.equal(await expire(), 2);
  for (const { state, deposit } of deposits) {
    const wasOpen = state === 'pending' || state === 'provider_acknowledged';
    const history = await historyOf(database, deposit.id);
    const last = history.at(-1);
    assert.equal(last?.to_state, wasOpen ? 'expired' : state);
    assert.equal(last?.trigger, wasOpen ? 'window_closed' : 'test');
  }
});

test('a locked deposit is left to the next turn', async () => {
  const [busy, free] = [newDeposit(), newDeposit()];
  await insertAll([busy, free]);
  await shiftClock(database, 901);
  await database.atomically(async (locked) => {
    const text = 'select id from transactions where id = $1 for update';
    await locked.query({ text, values: [busy.id] });
    assert.equal(await expire(), 1);
  });
  assert.equal((await historyOf(database, busy.id)).length, 1);
  assert.equal(await expire(), 1);
});

test('the deliverer is woken when there is a webhook to send, and only then', async () => {
  let woken = 0;
  const onQueued = () => {
    woken += 1;
  };
  await insertAll([newDeposit()]);
  await shiftClock(database, 901);
  await expireDeposits({ database, onQueued });
  assert.equal(woken, 0);
  await insertAll([newDeposit({ callbackUrl: 'http://localhost:9/hook' })]);
  await shiftClock(database, 1_802);
  await expireDeposits({ database, onQueued });
  assert.equal(woken, 1);
});

function expire(on: Database = database): Promise<number> {
  return expireDeposits({ database: on, onQueued: () => {} });
}

async function drain(on: Database): Promise<readonly number[]> {
  const counts = [];
  for (;;) {
    const count = await expire(on);
    if (count === 0) return counts;
    counts.push(count);
  }
}

async function insertAll(transactions: readonly NewTransaction[]): Promise<void> {
  for (let start = 0; start < transactions.length; start += BATCH) {
    await insertTransactions(database, transactions.slice(start, start + BATCH));
  }
}
