import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBalances } from '../../../src/db/books/balances.ts';
import { findTransactions, insertTransactions } from '../../../src/db/transactions/transactions.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../../src/domain/transactions/transition.ts';
import { recordTransitions } from '../../../src/flows/transactions/record-transition.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newWithdrawal } from '../../support/transactions/transactions.ts';

const { database } = await openTestDatabase();

/** Moves, grouped as they are recorded at once, and what they leave in the books, in XAF. */
const PAYOUTS: readonly (readonly [readonly (readonly Trigger[])[], Record<string, number>])[] = [
  [[['approved']], {}],
  [[['rejected']], {}],
  [[['approved'], ['transfer_sent']], { application: 500, payouts_under_way: -500 }],
  [[['approved'], ['transfer_sent'], ['transfer_succeeded']], { application: 500, wallet: -500 }],
  [[['approved'], ['transfer_sent'], ['transfer_refused']], {}],
  [[['approved'], ['transfer_sent', 'transfer_refused']], {}],
  [[['approved'], ['cancelled']], {}],
  [[['approved'], ['transfer_sent'], ['stuck']], { application: 500, payouts_under_way: -500 }],
  [
    [['approved'], ['transfer_sent'], ['stuck'], ['staff_confirmed']],
    { application: 500, wallet: -500 },
  ],
  [[['approved'], ['transfer_sent'], ['stuck'], ['staff_rejected']], {}],
  // Never sent as far as this database knows, and a person knows better after a restore.
  [[['approved'], ['restored'], ['staff_confirmed']], { application: 500, wallet: -500 }],
  [[['approved'], ['approval_lapsed'], ['staff_rejected']], {}],
];

for (const [steps, left] of PAYOUTS) {
  test(`a payout that is ${steps.flat().join(', ')} leaves its money where it belongs`, async () => {
    const before = await balances();
    const [created] = await insertTransactions(database, [newWithdrawal()]);
    assert.ok(created);
    for (const triggers of steps) await move(created.id, triggers);
    const after = await balances();
    const changes = [...after].map(
      ([kind, cents]) => [kind, Number(cents - (before.get(kind) ?? 0n)) / 100] as const,
    );
    assert.deepEqual(Object.fromEntries(changes.filter(([, change]) => change !== 0)), left);
  });
}

test('a change that lost the race books nothing', async () => {
  const [created] = await insertTransactions(database, [newWithdrawal()]);
  assert.ok(created);
  await move(created.id, ['approved']);
  const approved = await findOne(created.id);
  const [sent] = [changeOf(approved, ['transfer_sent'])];
  await move(created.id, ['cancelled']);
  const before = await balances();
  assert.deepEqual(await recordTransitions(database, [sent]), [false]);
  assert.deepEqual(await balances(), before);
});

async function move(id: string, triggers: readonly Trigger[]): Promise<void> {
  const changes = [changeOf(await findOne(id), triggers)];
  assert.deepEqual(await recordTransitions(database, changes), [true]);
}

async function findOne(id: string): Promise<Transaction> {
  const [found] = await findTransactions(database, [id]);
  assert.ok(found);
  return found.transaction;
}

function changeOf(transaction: Transaction, triggers: readonly Trigger[]) {
  const decision = decideSequence(transaction, triggers, { at: new Date(), lateWindowMs: 0 });
  assert.ok(decision.kind === 'moved');
  return { transaction, moves: decision.moves, actor: 'test', providerTxId: null };
}

async function balances(): Promise<Map<string, bigint>> {
  const rows = await listBalances(database);
  return new Map(rows.map(({ kind, cents }) => [kind, cents]));
}
