import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { sessionName } from '../../../src/db/releases.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startSmallCluster } from '../../support/nodes/small-cluster.ts';
import {
  eventually,
  findLost,
  sampleDeposit,
  startLoad,
  startServiceProcess,
} from '../../support/service-process.ts';
import { limitTime } from '../../support/slowness.ts';

const { primary, standby } = await startSmallCluster();
const hosts = [primary, standby].map(({ connection }) => connection.host);
const DATABASE_URL = `postgresql://momo@/postgres?host=${hosts}&target_session_attrs=read-write`;
const REPLICA_URL = `postgresql://momo@/postgres?host=${standby.connection.host}`;
const service = await startServiceProcess({ env: { DATABASE_URL, REPLICA_URL } });

const LISTS = [
  'transactions',
  'transactions.csv',
  'players/6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5',
  'audit',
  'webhooks',
];

test('lists and exports of staff are read from the standby, payments are not', async () => {
  const database = openDatabase({ connection: primary.connection, poolSize: 1 });
  const headers = await scriptHeaders(database, await addPerson(database));
  await database.close();
  assert.equal((await service.call('POST', '/api/v1/deposits', sampleDeposit())).status, 200);
  assert.equal(await countStandbyReads('epoch'), 0);
  for (const list of LISTS) {
    const [before] = await standby.ask('select clock_timestamp()::text');
    const answer = await service.call('GET', `/internal/v1/${list}`, { headers });
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(await countStandbyReads(String(before)), 0, list);
  }
});

test('a failover under load loses nothing, doubles nothing and needs no restart', async (t) => {
  const load = startLoad(service.url, 4);
  await load.nextAcknowledged();
  await primary.kill();
  await standby.ask('select pg_promote()');
  const inTime = limitTime(5_000);
  await load.nextAcknowledged();
  inTime('the first deposit after the promotion');
  await eventually('ready', async () => (await service.call('GET', '/readyz')).status === 200);
  await load.stop();
  t.diagnostic(`${load.acknowledged.length} acknowledged, ${load.refusals.length} refused`);
  // A short failover refuses nothing: what waits for a connection gets one from the new primary.
  assert.deepEqual(
    load.refusals.filter(({ status }) => status !== 503),
    [],
  );
  assert.deepEqual(await findLost(service, load.acknowledged), []);
  assert.equal(new Set(load.acknowledged).size, load.acknowledged.length);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

async function countStandbyReads(since: string): Promise<unknown> {
  const [count] = await standby.ask(
    `select count(*)::int from pg_stat_activity
     where application_name = '${sessionName(service.pid)}' and query_start > '${since}'`,
  );
  return count;
}
