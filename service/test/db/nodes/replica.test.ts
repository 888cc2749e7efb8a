import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openReplica } from '../../../src/db/nodes/replica.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startSmallCluster } from '../../support/nodes/small-cluster.ts';
import { eventually } from '../../support/service-process.ts';

const cluster = await startSmallCluster();
const other = await openTestDatabase();
const primary = openDatabase({ connection: cluster.primary.connection, poolSize: 3 });
after(() => primary.close());
await migrate(primary);
await primary.query({ text: 'create table written (n int)' });

await standbyHas(0);

const WHERE = {
  text: 'select (select count(*)::int from written) as n, pg_is_in_recovery() as follows',
};

test('what was just written is read from a standby', async () => {
  const { replica } = follow();
  let followed = 0;
  for (let n = 1; n <= 20; n += 1) {
    await primary.query({ text: 'insert into written values ($1)', values: [n] });
    const [row] = await replica.query<{ readonly n: number; readonly follows: boolean }>(WHERE);
    assert.equal(row?.n, n);
    if (row.follows) followed += 1;
  }
  // On a busy machine a standby may need longer for a row than a request waits.
  assert.ok(followed > 0);
});

test('of several addresses the one of a standby is taken', async () => {
  await standbyHas(20);
  const { replica } = follow([cluster.primary.connection, cluster.standby.connection]);
  assert.deepEqual(await replica.query(WHERE), [{ n: 20, follows: true }]);
});

test('a standby that is behind is not asked: no list is older than its request', async () => {
  const { replica, avoided } = follow();
  await cluster.standby.ask('select pg_wal_replay_pause()');
  await primary.query({ text: 'insert into written values (21)' });
  assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: false }]);
  assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: false }]);
  assert.deepEqual(avoided, ['the standby is behind']);
  await cluster.standby.ask('select pg_wal_replay_resume()');
  await standbyHas(21);
  assert.deepEqual(await follow().replica.query(WHERE), [{ n: 21, follows: true }]);
});

test('an address that is no standby of this database is not believed', async () => {
  for (const connection of [other.connection, cluster.primary.connection]) {
    const { replica, avoided } = follow([connection]);
    assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: false }]);
    assert.equal(avoided.length, 1);
  }
});

test('without a standby everything is read from the primary', async () => {
  await standbyHas(21);
  const { replica, avoided } = follow();
  assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: true }]);
  await cluster.standby.kill();
  assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: false }]);
  assert.deepEqual(await replica.query(WHERE), [{ n: 21, follows: false }]);
  assert.equal(avoided.length, 1);
});

function follow(connection = [cluster.standby.connection]) {
  const standby = openDatabase({ connection, poolSize: 2, wanted: 'standby' });
  after(() => standby.close());
  const avoided: string[] = [];
  const onAvoided = (error: unknown) => avoided.push(error instanceof Error ? error.message : '');
  return { replica: openReplica({ primary, standby, onAvoided }), avoided };
}

function standbyHas(count: number): Promise<void> {
  return eventually('the standby has caught up', async () => {
    const [exists] = await cluster.standby.ask(`select to_regclass('written') is not null`);
    if (exists !== true) return false;
    const [found] = await cluster.standby.ask('select count(*)::int from written');
    return found === count;
  });
}
