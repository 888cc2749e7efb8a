import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type Connection,
  type Database,
  DatabaseUnavailable,
  openDatabase,
} from '../../../src/db/client.ts';
import { startMovingAddress } from '../../support/nodes/moving-address.ts';
import { type ClusterNode, startSmallCluster } from '../../support/nodes/small-cluster.ts';
import { eventually } from '../../support/service-process.ts';

const { primary, standby } = await startSmallCluster();
const address = await startMovingAddress(primary.connection);
await primary.ask('create table written (n int primary key)');

/** The ways to name a cluster. A list names the standby first: to take the first would be wrong. */
const WAYS: Readonly<Record<string, Connection | readonly Connection[]>> = {
  'several hosts': [standby.connection, primary.connection],
  'one address': { ...primary.connection, host: '127.0.0.1', port: address.port },
};

let count = 0;
const write = (database: Database) =>
  database.query({ text: 'insert into written values ($1)', values: [(count += 1)] });
const holds = (database: Database) =>
  write(database).then(
    () => true,
    (error: unknown) => {
      assert.ok(error instanceof DatabaseUnavailable, String(error));
      return false;
    },
  );

for (const [way, connection] of Object.entries(WAYS)) {
  test(`${way}: the node that can be written to is used`, async () => {
    const database = open(connection);
    await Promise.all([write(database), write(database), write(database)]);
    await database.atomically((connection) => connection.query({ text: 'delete from written' }));
    const [row] = await database.withConnection((connection) =>
      connection.query({ text: 'select pg_is_in_recovery() as follows' }),
    );
    assert.deepEqual(row, { follows: false });
    await database.close();
  });

  test(`${way}: a node that turns read-only is left with all connections to it`, async () => {
    const database = open(connection);
    await Promise.all(Array.from({ length: 5 }, () => write(database)));
    await turnReadOnly(primary, 'on');
    // One refusal is enough: reads leave that node as well.
    await eventually('the first refusal', async () => !(await holds(database)));
    await eventually('nothing is connected', async () => {
      const [left] = await primary.ask(
        `select count(*)::int from pg_stat_activity where application_name like 'momo-%'`,
      );
      return left === 0;
    });
    await assert.rejects(database.query({ text: 'select 1' }), DatabaseUnavailable);
    await assert.rejects(
      database.atomically((connection) => connection.query({ text: 'select 1' })),
      DatabaseUnavailable,
    );
    await turnReadOnly(primary, 'off');
    await eventually('served again', () => holds(database));
    await database.close();
  });
}

test('a transaction that a read-only node refuses gives its connection away too', async () => {
  const database = open(primary.connection, 1);
  const backend = { text: 'select pg_backend_pid() as pid' };
  const before = await database.query(backend);
  await assert.rejects(
    database.atomically(async (connection) => {
      await connection.query({ text: 'set transaction read only' });
      await connection.query({ text: 'delete from written' });
    }),
    DatabaseUnavailable,
  );
  const later = await database.query(backend);
  assert.notDeepEqual(before, later);
});

const several = open(WAYS['several hosts'] ?? []);
const single = open(WAYS['one address'] ?? []);

test('after a failover the promoted node is used, and nothing that was written is missing', async () => {
  const [before] = await several.query({ text: 'select count(*)::int as n from written' });
  await primary.kill();
  assert.deepEqual(await Promise.all([holds(several), holds(single)]), [false, false]);
  await standby.ask('select pg_promote()');
  address.moveTo(standby.connection);
  const [there] = await standby.ask('select count(*)::int from written');
  assert.deepEqual(before, { n: there });
  await Promise.all(
    [several, single].map((database) => eventually('served again', () => holds(database))),
  );
});

test('a primary of before that comes back as if nothing had happened is refused', async () => {
  await primary.start();
  await primary.ask(`alter system set synchronous_standby_names = ''`);
  assert.deepEqual(await primary.ask('select pg_is_in_recovery()'), [false]);
  // A new process asks both, and takes the newer history although it answers no sooner.
  const fresh = open([primary.connection, standby.connection]);
  const isNew = { text: `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline` };
  assert.deepEqual(await fresh.query(isNew), [{ timeline: '00000002' }]);
  // One that has seen the newer history refuses the older one, also behind a moving address.
  address.moveTo(primary.connection);
  await assert.rejects(single.query(isNew), DatabaseUnavailable);
  await standby.kill();
  await eventually('it is noticed', async () => !(await holds(several)));
  await assert.rejects(several.query(isNew), DatabaseUnavailable);
});

function open(connection: Connection | readonly Connection[], poolSize = 5) {
  const database = openDatabase({ connection, poolSize });
  after(() => database.close());
  return database;
}

async function turnReadOnly(node: ClusterNode, to: 'on' | 'off'): Promise<void> {
  await node.ask(`alter system set default_transaction_read_only = ${to}`);
  await node.ask('select pg_reload_conf()');
}
