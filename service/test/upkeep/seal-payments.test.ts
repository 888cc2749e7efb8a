import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveRowKey } from '../../src/db/installation.ts';
import { findSealed } from '../../src/db/transactions/sealed-transactions.ts';
import { sealedText } from '../../src/domain/transactions/transaction.ts';
import { compareSeals } from '../../src/flows/transactions/compare-seals.ts';
import { acceptPayment, sealPayments } from '../../src/flows/upkeep/seal-payments.ts';
import { createRowSeal, makeRowKey, readRowKey, writeRowKey } from '../../src/signing/row-seal.ts';
import { createVault, SECRET_PLACES } from '../../src/signing/sealed-text.ts';
import { tamper } from '../support/books/forget-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { restartTestService, startTestService, testConfig } from '../support/harness.ts';
import { createApproved } from '../support/providers/live.ts';
import { create, DEPOSITS, simulate, WITHDRAWALS } from '../support/transactions/payments.ts';
import { prove } from '../support/upkeep/all-holds.ts';
import { sealAsRelease02, sealUnbound } from '../support/upkeep/release-02-secrets.ts';

// A database of release 0.2, which had sealed payments and no histories, is upgraded.

const SECRETS_KEY = 'ab'.repeat(32);
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const before = await startTestService();

const settled = (await create(before, DEPOSITS)).service_tx_id;
await simulate(before, settled, 'succeeded');
const repaired = (await create(before, DEPOSITS)).service_tx_id;
await simulate(before, repaired, 'failed');
const open = (await create(before, DEPOSITS)).service_tx_id;
const approved = await createApproved(before);
const waiting = (await create(before, WITHDRAWALS)).service_tx_id;
const forged = (await create(before, WITHDRAWALS)).service_tx_id;

const rowKey = makeRowKey(new Date(Date.now() - 86_400_000));
const secretsKey = Buffer.from(SECRETS_KEY, 'hex');
await saveRowKey(before.database, sealUnbound(secretsKey, writeRowKey(rowKey)));
await sealAsRelease02(before.database, secretsKey);
await tamper(before.database, [
  'update transactions set created_by = null',
  // As release 0.2 took an approval: nothing connects it with the audit log.
  `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at,
                            remark)
   select '${forged}', seq, from_state, to_state, trigger, reason, actor, at, remark
   from transitions where transaction_id = '${approved}' and seq = 2`,
  `update transactions set state = 'approved', version = 2,
     state_updated_at = (select at from transitions
                         where transaction_id = '${forged}' and seq = 2)
   where id = '${forged}'`,
  `update open_transactions set state = 'approved' where transaction_id = '${forged}'`,
]);
const ids = [settled, repaired, open, approved, waiting, forged];
const seal = createRowSeal(rowKey.key);
for (const row of (await findSealed(before.database, ids)).values()) {
  await tamper(before.database, [
    `update transactions set seal = '${seal(sealedText(row))}' where id = '${row.id}'`,
  ]);
}
const config = testConfig({
  DATABASE_URL: before.config.databaseUrl ?? '',
  DATA_DIR: before.config.dataDir,
  SECRETS_KEY,
});
const service = await restartTestService({ ...before, config });
const { database } = service;
const late = (await create(service, WITHDRAWALS)).service_tx_id;

async function problemOf(id: string): Promise<string | null | undefined> {
  const [compared] = await compareSeals(database, [id]);
  return compared?.problem;
}

test('what can still move is sealed by itself, and what has ended with its month', async () => {
  for (const id of [settled, open, approved, waiting]) assert.equal(await problemOf(id), null, id);
  const found = await findSealed(database, ids);
  const sealsOf = (id: string) => found.get(id)?.lines.map((line) => line.seal !== null);
  assert.deepEqual(sealsOf(approved), [true, true]);
  assert.deepEqual(sealsOf(settled), [false, false, false]);
});

test('an approval that the audit log does not know gets no seal, so that it is not paid', async () => {
  assert.equal(await problemOf(forged), 'history_changed');
  const { findings } = await prove(service);
  assert.deepEqual(
    [...new Set(findings.map(({ subject }) => subject))],
    [`transaction:${forged}`],
    'and nothing else is named',
  );
});

test('a payment that two people accept is used again, and its month still holds', async () => {
  await database.atomically((connection) => acceptPayment({ ...connection, seal }, rowKey, forged));
  assert.equal(await problemOf(forged), null);
  // The log would say that they have accepted it.
  const { findings } = await prove(service);
  assert.deepEqual(
    findings.map(({ proof }) => proof),
    ['decisions_are_logged'],
  );
});

test('run again it seals nothing, also not what was forged since', async () => {
  assert.equal(await sealPayments({ database, vault }), null);
  await tamper(database, [
    `update transactions set amount_xaf = 900, seal = null where id = '${late}'`,
  ]);
  assert.equal(await sealPayments({ database, vault }), null);
  assert.equal(await problemOf(late), 'payment_changed');
});

test('with a new row key old months still hold, also when a payment of theirs is accepted', async () => {
  const done = await openMomo({
    DATABASE_URL: config.databaseUrl ?? '',
    SECRETS_KEY,
  }).momo('seal', 'rekey', '--reason', 'it has leaked');
  assert.equal(done.code, 0, done.output);
  const restarted = await restartTestService({ ...before, config });
  const named = async () =>
    (await prove(restarted)).findings
      .filter(({ proof }) => ['seals_hold', 'creates_are_kept'].includes(proof))
      .map(({ subject }) => subject);
  assert.deepEqual(await named(), [`transaction:${late}`]);
  await tamper(database, [
    `update transactions set callback_url = 'https://repaired.example' where id = '${repaired}'`,
  ]);
  assert.ok((await named()).includes(`transaction:${repaired}`));
  const [stored] = await database.query<{ readonly key: string }>({
    text: 'select row_key as key from installation',
  });
  const newKey = readRowKey(vault.open(stored?.key ?? '', SECRET_PLACES.rowKey()));
  const newSeal = createRowSeal(newKey.key, newKey.former);
  await restarted.database.atomically((connection) =>
    acceptPayment({ ...connection, seal: newSeal }, newKey, repaired),
  );
  assert.deepEqual(await named(), [`transaction:${late}`]);
});

test('a line of before that is changed, added or taken away afterwards shows in its month', async () => {
  const [month] = await database.query<{ readonly part: string }>({
    text: `select part from months where table_name = 'transitions' and seal is not null
             and from_id <= $1 and $1 < to_id`,
    values: [settled],
  });
  const isNamed = async () => {
    const { findings } = await prove(service);
    return findings.some(({ subject }) => subject === `month:${month?.part}`);
  };
  assert.equal(await isNamed(), false);
  const line = `where transaction_id = '${settled}' and seq = 2`;
  await tamper(database, [`update transitions set actor = 'staff:x' ${line}`]);
  assert.equal(await isNamed(), true);
});
