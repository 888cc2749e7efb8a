import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { hasSqlstate, SQLSTATE } from '../../../src/db/sqlstate.ts';
import {
  findTransactions,
  findTransactionsByReference,
  insertTransactions,
  referenceKey,
} from '../../../src/db/transactions/transactions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { countTransactions, historyOf } from '../../support/transactions/payments.ts';
import { newDeposit, newWithdrawal } from '../../support/transactions/transactions.ts';

const { database, connection } = await openTestDatabase();

test('what an insert answers is what a read finds', async () => {
  const batch = [
    newDeposit({ callbackUrl: 'http://localhost:9/hook', amountXaf: Number.MAX_SAFE_INTEGER }),
    newWithdrawal({ msisdn: '+33612345678' }),
    newDeposit({
      collectionMode: 'customer_initiated',
      operator: 'orange',
      reference: 'é😀" \\ \n',
      instructions: {
        ussdString: '*000*1*500#',
        dialUri: 'tel:*000*1*500%23',
        copyText: '*000*1*500#',
        steps: [{ order: 1, text: 'Composez « *000# »' }],
        merchant: { displayName: null },
        illustrationUrl: null,
        illustrationAlt: null,
        pollingIntervalSeconds: 5,
      },
    }),
  ];
  const created = await insertTransactions(database, batch);
  const found = await findTransactions(
    database,
    batch.map(({ id }) => id),
  );
  assert.deepEqual(
    found.map((one) => one?.transaction),
    created,
  );
  for (const [index, transaction] of created.entries()) {
    assert.ok(transaction);
    const { windowMs } = batch[index] ?? {};
    const openMs = transaction.expiresAt && +transaction.expiresAt - +transaction.createdAt;
    assert.equal(openMs, windowMs);
    assert.equal((await historyOf(database, transaction.id)).length, 1);
  }
});

test('of equal references in one batch the first is created', async () => {
  const first = newDeposit();
  const again = { ...newDeposit(), playerId: first.playerId, reference: first.reference };
  const asWithdrawal = newWithdrawal({ playerId: first.playerId, reference: first.reference });
  const created = await insertTransactions(database, [first, again, asWithdrawal]);
  assert.deepEqual(
    created.map((one) => one?.id ?? null),
    [first.id, null, asWithdrawal.id],
  );
  assert.deepEqual(await insertTransactions(database, [again]), [null]);
  assert.deepEqual(await historyOf(database, again.id), []);
});

test('batches with the same references in any order never deadlock', async (t) => {
  const other = openDatabase({ connection, poolSize: 1 });
  t.after(() => other.close());
  for (let round = 0; round < 3; round += 1) {
    const batch = Array.from({ length: 300 }, () => newDeposit());
    const again = batch.map((one) => ({ ...one, id: randomUUID() })).toReversed();
    const [first, second] = await Promise.all([
      insertTransactions(database, batch),
      insertTransactions(other, again),
    ]);
    for (const [index, one] of first.entries()) {
      const twin = second.at(-1 - index) ?? null;
      assert.notEqual(one === null, twin === null, 'created once');
      assert.equal((one ?? twin)?.reference, batch[index]?.reference);
    }
  }
});

test('results come in the order of the question, with null for what is not there', async () => {
  const batch = [newDeposit(), newDeposit()];
  await insertTransactions(database, batch);
  const [one, two] = batch.map(({ id }) => id);
  assert.ok(one && two);
  const found = await findTransactions(database, [two, randomUUID(), one, two]);
  assert.deepEqual(
    found.map((entry) => entry?.transaction.id ?? null),
    [two, null, one, two],
  );
});

test('a reference is found by its whole key only', async () => {
  const deposit = newDeposit({ reference: 'a b' });
  await insertTransactions(database, [deposit]);
  const { applicationId, playerId, direction, reference } = deposit;
  const key = { applicationId, playerId, direction, reference };
  const keys = [
    key,
    { ...key, applicationId: randomUUID() },
    { ...key, playerId: randomUUID() },
    { ...key, direction: 'withdrawal' as const },
    { ...key, reference: 'a  b' },
    { ...key, reference: 'A B' },
    key,
  ];
  const found = await findTransactionsByReference(database, keys);
  assert.deepEqual(
    found.map((one) => one?.transaction.id ?? null),
    [deposit.id, null, null, null, null, null, deposit.id],
  );
});

test('the key that the service computes is the one that the database knows', async () => {
  const { applicationId, playerId, direction } = newDeposit();
  for (const reference of ['a', 'é😀" \\ \n \\x41', 'x'.repeat(128)]) {
    const [row] = await database.query<{ readonly key: string }>({
      text: 'select reference_key($1, $2, $3, $4) as key',
      values: [applicationId, playerId, direction, reference],
    });
    const key = referenceKey({ applicationId, playerId, direction, reference });
    assert.equal(row?.key.replaceAll('-', ''), key);
  }
});

test('the table itself refuses what the rules forbid, with the whole batch', async () => {
  const before = await countTransactions(database);
  for (const wrong of [
    newDeposit({ amountXaf: 99 }),
    newDeposit({ reference: '' }),
    newDeposit({ reference: 'x'.repeat(129) }),
    newDeposit({ msisdn: '670000001' }),
    newDeposit({ state: 'pending_approval' }),
    newDeposit({ windowMs: null }),
    newDeposit({ state: 'succeeded' }),
    newDeposit({ collectionMode: null }),
    newDeposit({ collectionMode: 'customer_initiated' }),
    newDeposit({ stateReason: '' }),
    newWithdrawal({ state: 'pending' }),
    newWithdrawal({ windowMs: 1_000 }),
    newWithdrawal({ collectionMode: 'merchant_initiated' }),
  ]) {
    await assert.rejects(insertTransactions(database, [newDeposit(), wrong]), (error) =>
      hasSqlstate(error, SQLSTATE.checkViolation),
    );
  }
  assert.equal(await countTransactions(database), before);
});

test('no change makes a transaction that the rules forbid', async () => {
  const deposit = newDeposit();
  await insertTransactions(database, [deposit]);
  for (const change of [
    `state = 'approved'`,
    `state = 'succeeded'`,
    'expires_at = null',
    'collection_mode = null',
    'amount_xaf = 99',
    `msisdn = '670000001'`,
    `state_reason = ''`,
  ]) {
    const text = `update transactions set ${change} where id = $1`;
    await assert.rejects(database.query({ text, values: [deposit.id] }), (error) =>
      hasSqlstate(error, SQLSTATE.checkViolation),
    );
  }
});
