import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOperators } from '../../src/db/installation.ts';
import { migrate } from '../../src/db/migrate.ts';
import { hasSqlstate, SQLSTATE } from '../../src/db/sqlstate.ts';
import { OPERATORS } from '../../src/domain/operators/operator.ts';
import { openTestDatabase } from '../support/database.ts';

const LAST_WITH_CHECKS = 10;
const { database } = await openTestDatabase({ migratedTo: LAST_WITH_CHECKS });
const run = (text: string) => database.query({ text });

/** One row of every table that names operators; the queries are those of the last release. */
const INSERTS: Readonly<Record<string, (operator: string, id: string) => string>> = {
  providers: (operator, id) =>
    `insert into providers (id, adapter, display_name, description, logo, operators, directions,
                            is_primary)
     values ('${id}', 'sandbox', '', '', '', array['orange', '${operator}'], array['deposit'],
             true)`,
  channels: (operator, id) =>
    `insert into channels (id, provider_id, operator, collection_mode, merchant_number)
     values ('${id}', 'one', '${operator}', 'merchant_initiated', '1')`,
  gateway_sims: (operator, id) =>
    `insert into gateway_sims (gateway_id, sim, operator, line)
     values ('one', '${id}', '${operator}', '1')`,
  receipts: (operator, id) =>
    `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                           received_at, state, reason, created_at)
     values (gen_random_uuid(), '${operator}', '${id}', '+237670000001', '1', 5, now(), 'unmatched',
             'x', now())`,
  transactions: (operator, id) =>
    `insert into transactions (id, application_id, direction, reference, player_id, operator,
                               provider_id, channel_id, msisdn, amount_xaf, state, state_reason,
                               state_updated_at, created_at, updated_at, version)
     select gen_random_uuid(), gen_random_uuid(), 'withdrawal', '${id}', gen_random_uuid(), name,
            'p', 'c', '+237670000001', 500, 'pending_approval', 'x', now(), now(), now(), 1
     from unnest(array['orange', '${operator}']) as names (name)`,
};

test('a database of the last release gets the table of operators with its rows in place', async () => {
  await run(`insert into gateways (id, dialect, secret) values ('one', 'signed', 'x')`);
  for (const insert of Object.values(INSERTS)) await run(insert('mtn', 'one'));
  const [first] = await migrate(database);
  assert.equal(first?.name, 'operators_are_a_reference_table');
});

test('a service of the last release goes on writing', async () => {
  for (const insert of Object.values(INSERTS)) await run(insert('mtn', 'two'));
});

test('no table takes an operator that is not known, beside one that is', async () => {
  const refused = (error: unknown) => hasSqlstate(error, SQLSTATE.foreignKeyViolation);
  for (const [table, insert] of Object.entries(INSERTS)) {
    const [before] = await run(`select count(*) from ${table}`);
    await assert.rejects(run(insert('savanna', 'three')), refused, table);
    assert.deepEqual((await run(`select count(*) from ${table}`))[0], before, table);
  }
  await assert.rejects(run(`update providers set operators = array['savanna']`), refused);
  await assert.rejects(run(`update providers set operators = '{}'`), /providers_operators_check/);
});

test('a start adds the operators of its release, twice without harm, and none goes', async () => {
  await run(`insert into operators (name) values ('savanna')`);
  await ensureOperators(database);
  await ensureOperators(database);
  const names = (
    await database.query<{ name: string }>({ text: 'select name from operators' })
  ).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...OPERATORS, 'savanna'].toSorted());
  for (const insert of Object.values(INSERTS)) await run(insert('savanna', 'four'));
  for (const change of [
    `delete from operators where name = 'savanna'`,
    `update operators set name = 'other'`,
    'truncate operators cascade',
  ]) {
    await assert.rejects(run(change), /operators is append-only/);
  }
});

test('the operator of a transaction never changes, while the rest of it does', async () => {
  await run(`update transactions set operator = operator, state_reason = 'y'`);
  await assert.rejects(
    run(`update transactions set operator = 'orange' where operator = 'mtn'`),
    /never changes/,
  );
});
