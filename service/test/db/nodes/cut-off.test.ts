import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DatabaseUnavailable, openDatabase } from '../../../src/db/client.ts';
import { startSmallCluster } from '../../support/nodes/small-cluster.ts';
import { eventually } from '../../support/service-process.ts';

const { primary, standby } = await startSmallCluster();
await primary.ask('create table written (n int primary key)');

test('a primary that is cut off is left once another was promoted, though it answers', async () => {
  const connection = [primary.connection, standby.connection];
  const database = openDatabase({ connection, poolSize: 5, statementTimeoutMs: 200 });
  after(() => database.close());
  await database.query({ text: 'insert into written values (1)' });
  // As when the watchdog of the primary has died: it is not stopped, and its standby has left it.
  await standby.ask('select pg_promote()');
  assert.deepEqual(await primary.ask('select pg_is_in_recovery()'), [false]);
  await assert.rejects(
    database.query({ text: 'insert into written values (2)' }),
    DatabaseUnavailable,
  );
  await eventually('the promoted node is used', () =>
    database.query({ text: 'insert into written values (3)' }).then(
      () => true,
      () => false,
    ),
  );
  assert.deepEqual(await standby.ask('select n from written order by n'), [1, 3]);
});
