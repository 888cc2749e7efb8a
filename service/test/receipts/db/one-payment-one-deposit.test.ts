import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../src/db/migrate.ts';
import { hasSqlstate, SQLSTATE } from '../../../src/db/sqlstate.ts';
import { findTransactions, insertTransactions } from '../../../src/db/transactions/transactions.ts';
import { fillProviderTxId } from '../../../src/db/transactions/transitions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { newDeposit, newWithdrawal } from '../../support/transactions/transactions.ts';

const { database } = await openTestDatabase();

async function insertPaid(kind: typeof newDeposit, providerTxId: string): Promise<string> {
  const [made] = await insertTransactions(database, [kind()]);
  assert.ok(made);
  await fillProviderTxId(database, { id: made.id, providerTxId });
  return made.id;
}

test('two deposits of an operator cannot share its id; payouts, and deposits without one, can', async () => {
  await insertPaid(newDeposit, 'TWICE');
  await assert.rejects(insertPaid(newDeposit, 'TWICE'), (error) =>
    hasSqlstate(error, SQLSTATE.uniqueViolation),
  );
  await insertPaid(newWithdrawal, 'TWICE');
  await insertPaid(newWithdrawal, 'TWICE');
  await insertPaid((changes) => newDeposit({ operator: 'orange', ...changes }), 'TWICE');
  await insertTransactions(database, [newDeposit(), newDeposit()]);
});

test('what was credited twice before the rule keeps its credit, and its reason names the id', async () => {
  await database.query({ text: 'drop index one_payment_one_deposit' });
  await database.query({
    text: 'create index transactions_provider_tx on transactions (provider_tx_id)',
  });
  const first = await insertPaid(newDeposit, 'OLD');
  const second = await insertPaid(newDeposit, 'OLD');
  const migration = readMigrations().find(({ name }) => name === 'one_payment_one_deposit');
  await database.query({ text: migration?.sql ?? '' });
  const [older, newer] = await findTransactions(database, [first, second]);
  assert.equal(older?.transaction.providerTxId, 'OLD');
  assert.equal(newer?.transaction.providerTxId, null);
  assert.match(newer.transaction.stateReason, /The operator's id OLD is that of an older deposit/);
});
