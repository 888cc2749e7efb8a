import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { claimDueDeposits } from '../../../src/db/transactions/due-transactions.ts';
import { insertTransactions } from '../../../src/db/transactions/transactions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { shiftClock } from '../../support/transactions/payments.ts';
import { newDeposit, newWithdrawal } from '../../support/transactions/transactions.ts';

const { database, connection } = await openTestDatabase();
const windows = [900, 300, 600, 1_200];
const deposits = windows.map((seconds) => newDeposit({ windowMs: seconds * 1_000 }));
await insertTransactions(database, [...deposits, newWithdrawal()]);
const byDeadline = [1, 2, 0, 3].map((index) => deposits[index]?.id);

test('those whose deadline has passed are claimed, the earliest first', async () => {
  for (const [seconds, due] of [
    [0, 0],
    [290, 0],
    [310, 1],
    [910, 3],
    [1_210, 4],
  ] as const) {
    await shiftClock(database, seconds);
    assert.deepEqual(await claim(10), byDeadline.slice(0, due), `after ${seconds} s`);
  }
  assert.deepEqual(await claim(2), byDeadline.slice(0, 2));
});

test('what one process has claimed, another neither gets nor waits for', async (t) => {
  await shiftClock(database, 1_210);
  const other = openDatabase({ connection, poolSize: 1 });
  t.after(() => other.close());
  await database.atomically(async (mine) => {
    const first = await claimDueDeposits(mine, 2);
    assert.equal(first.length, 2);
    const rest = await other.atomically((theirs) => claimDueDeposits(theirs, 10));
    assert.deepEqual(
      rest.map(({ transaction }) => transaction.id),
      byDeadline.slice(2),
    );
  });
});

test('the returned time is that of the service clock', async () => {
  await shiftClock(database, 86_400);
  const [first] = await database.atomically((one) => claimDueDeposits(one, 1));
  assert.ok(first);
  const aheadMs = first.now.getTime() - first.transaction.createdAt.getTime();
  assert.ok(aheadMs >= 86_400_000, String(aheadMs));
});

async function claim(limit: number): Promise<readonly string[]> {
  const claimed = await database.atomically((one) => claimDueDeposits(one, limit));
  return claimed.map(({ transaction }) => transaction.id);
}
