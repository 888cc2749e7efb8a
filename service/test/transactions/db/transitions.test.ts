import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { listProviderFigures } from '../../../src/db/providers/channels.ts';
import { listHistory } from '../../../src/db/transactions/transaction-detail.ts';
import { findTransactions, insertTransactions } from '../../../src/db/transactions/transactions.ts';
import {
  advanceDeadlines,
  type OutboxedChange,
  updateStates,
} from '../../../src/db/transactions/transitions.ts';
import { type Message, prose } from '../../../src/domain/messages/message.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../../src/domain/transactions/transition.ts';
import { openTestDatabase, waitsForLock } from '../../support/database.ts';
import { historyOf } from '../../support/transactions/payments.ts';
import { newDeposit } from '../../support/transactions/transactions.ts';

const { database, connection } = await openTestDatabase();

test('moves are written with their history, outcome and provider reference', async () => {
  const deposit = await insert();
  const paid = changeOf(deposit, ['prompt_sent', 'payment_confirmed'], 'PROVIDER-1');
  assert.deepEqual(await updateStates(database, [paid]), [true]);
  const after = await findOne(deposit.id);
  assert.equal(after.state, 'succeeded');
  assert.equal(after.version, 3);
  assert.equal(after.providerTxId, 'PROVIDER-1');
  assert.equal(after.expiresAt, null);
  assert.equal(after.stateReason, 'The payment was confirmed.');
  assert.deepEqual(
    (await historyOf(database, deposit.id)).map(({ seq, trigger }) => `${seq} ${trigger}`),
    ['1 create', '2 prompt_sent', '3 payment_confirmed'],
  );
  assert.deepEqual(await listProviderFigures(database), [
    { providerId: 'mtn-momo', applicationId: null, total1h: 1, failures1h: 0 },
  ]);
});

test('history stores codes and sentences, but no code for texts of people and of earlier releases', async () => {
  const { id } = await insert();
  const [created] = await listHistory(database, id);
  assert.deepEqual(created?.reason, { code: 'waits_for_confirmation' });
  const because = { code: 'payer_unknown', params: { system: 'MTN' } } as const;
  const failing = changeOf(await findOne(id), ['initiation_refused'], null, because);
  await updateStates(database, [failing]);
  const held = changeOf(await findOne(id), ['late_confirmation']);
  await updateStates(database, [held]);
  const typed = changeOf(await findOne(id), ['staff_confirmed'], null, 'Seen at the portal.');
  await updateStates(database, [typed]);
  await database.query({
    text: `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason,
                                    actor, at)
           values ($1, 9, 'succeeded', 'succeeded', 'staff_confirmed', 'Of long ago.', 'x', now())`,
    values: [id],
  });
  const history = await listHistory(database, id);
  assert.deepEqual(
    history.slice(1).map(({ reason }) => reason),
    [
      because,
      { code: 'confirmed_after_failure' },
      prose('Seen at the portal.'),
      prose('Of long ago.'),
    ],
  );
  const { stateReason } = await findOne(id);
  assert.equal(stateReason, 'Staff marked the deposit as paid.', 'what was typed stays inside');
  const stored = await database.query<{ readonly reason: string }>({
    text: 'select reason from transitions where transaction_id = $1 and seq = 2',
    values: [id],
  });
  assert.deepEqual(stored, [{ reason: 'The payer has no MTN Mobile Money account.' }]);
});

test('a change that was decided on an older version writes nothing at all', async () => {
  const deposit = await insert();
  const [before] = await listProviderFigures(database);
  assert.deepEqual(await updateStates(database, [changeOf(deposit, ['window_closed'])]), [true]);
  const late = { ...changeOf(deposit, ['initiation_refused'], 'X'), outbox: [ENTRY] };
  assert.deepEqual(await updateStates(database, [late]), [false]);
  const after = await findOne(deposit.id);
  assert.equal(after.state, 'expired');
  assert.equal(after.providerTxId, null);
  assert.equal((await historyOf(database, deposit.id)).length, 2);
  assert.deepEqual(await webhooksOf(deposit.id), []);
  const [figures] = await listProviderFigures(database);
  assert.equal(figures?.total1h, (before?.total1h ?? 0) + 1);
  assert.equal(figures?.failures1h, before?.failures1h);
});

test('batches that change the same rows in any order never deadlock', async (t) => {
  const other = openDatabase({ connection, poolSize: 1 });
  t.after(() => other.close());
  for (let round = 0; round < 3; round += 1) {
    const created = await insertTransactions(
      database,
      Array.from({ length: 300 }, () => newDeposit()),
    );
    const changes = created.map((deposit) => {
      assert.ok(deposit);
      return changeOf(deposit, ['window_closed']);
    });
    const [first, second] = await Promise.all([
      updateStates(database, changes),
      updateStates(other, changes.toReversed()),
    ]);
    assert.deepEqual(
      first.map((isWritten) => !isWritten),
      second.toReversed(),
    );
  }
});

test('time that passes locks in the order of ids, however the database reads them', async () => {
  const [first = '', ...others] = [await insert(), await insert(), await insert()]
    .map(({ id }) => id)
    .sort();
  // Read in the order of the disk it comes last then.
  await database.query({
    text: `update transactions set expires_at = expires_at + interval '1 second' where id = $1`,
    values: [first],
  });
  let passing: Promise<number> | undefined;
  await database.atomically(async (holder) => {
    const lock = (ids: readonly string[]) => ({
      text: 'select from transactions where id = any($1::uuid[]) for update nowait',
      values: [ids],
    });
    await holder.query(lock([first]));
    passing = database.atomically(async (connection) => {
      for (const text of ORDER_OF_THE_DISK) await connection.query({ text });
      return advanceDeadlines(connection, { applicationId: DEFAULT_APPLICATION_ID, seconds: 60 });
    });
    await waitsForLock(database);
    await holder.query(lock(others));
  });
  assert.ok(((await passing) ?? 0) >= 3);
});

const ORDER_OF_THE_DISK = [
  'set local enable_seqscan = on',
  'set local enable_indexscan = off',
  'set local enable_bitmapscan = off',
  'set local enable_nestloop = off',
  'set local enable_mergejoin = off',
];

test('in one batch the first change of each transaction wins', async () => {
  const [one, two] = [await insert(), await insert()];
  const stale = { ...(await insert()), version: 7 };
  const written = await updateStates(database, [
    changeOf(one, ['window_closed']),
    changeOf(one, ['initiation_refused']),
    changeOf(two, ['initiation_refused']),
    changeOf(stale, ['window_closed']),
  ]);
  assert.deepEqual(written, [true, false, true, false]);
  assert.equal((await findOne(one.id)).state, 'expired');
  assert.equal((await findOne(two.id)).state, 'failed');
  assert.equal((await findOne(stale.id)).state, 'pending');
});

test('an outbox entry is stored with the change', async () => {
  const deposit = await insert();
  const change = { ...changeOf(deposit, ['window_closed']), outbox: [ENTRY] };
  assert.deepEqual(await updateStates(database, [change]), [true]);
  assert.deepEqual(await webhooksOf(deposit.id), [ENTRY]);
});

test('a later change keeps the provider reference unless it brings one', async () => {
  const deposit = await insert();
  await updateStates(database, [changeOf(deposit, ['prompt_sent'], 'FIRST')]);
  const acknowledged = await findOne(deposit.id);
  await updateStates(database, [changeOf(acknowledged, ['payment_confirmed'])]);
  assert.equal((await findOne(deposit.id)).providerTxId, 'FIRST');
});

test('the history cannot be changed, deleted or emptied', async () => {
  await insert();
  for (const text of [
    `update transitions set reason = 'x'`,
    'delete from transitions',
    'truncate transitions',
  ]) {
    await assert.rejects(database.query({ text }), /append-only/, text);
  }
});

const ENTRY = {
  event: 'payment.expired',
  url: 'http://localhost:9/hook',
  body: '{"exact":"text"}',
} as const;

function changeOf(
  transaction: Transaction,
  triggers: readonly Trigger[],
  providerTxId: string | null = null,
  reason?: string | Message,
): OutboxedChange {
  const at = transaction.createdAt;
  const decision = decideSequence(transaction, triggers, { at, lateWindowMs: 0, reason });
  assert.ok(decision.kind === 'moved');
  return {
    transaction,
    moves: decision.moves,
    actor: 'test',
    providerTxId,
    outbox: [],
    postings: [],
  };
}

async function insert(): Promise<Transaction> {
  const [created] = await insertTransactions(database, [newDeposit()]);
  assert.ok(created);
  return created;
}

async function findOne(id: string): Promise<Transaction> {
  const [found] = await findTransactions(database, [id]);
  assert.ok(found);
  return found.transaction;
}

function webhooksOf(id: string): Promise<{ event: string; url: string; body: string }[]> {
  return database.query({
    text: `select w.event, o.url, w.body from webhooks w join open_webhooks o on o.webhook_id = w.id
           where w.transaction_id = $1`,
    values: [id],
  });
}
