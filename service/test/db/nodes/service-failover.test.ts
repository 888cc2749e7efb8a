import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSmallCluster } from '../../support/nodes/small-cluster.ts';
import {
  eventually,
  findLost,
  startLoad,
  startServiceProcess,
} from '../../support/service-process.ts';
import { limitTime } from '../../support/slowness.ts';

const { primary, standby } = await startSmallCluster();
const hosts = [primary, standby].map(({ connection }) => connection.host);
const DATABASE_URL = `postgresql://momo@/postgres?host=${hosts}&target_session_attrs=read-write`;
const service = await startServiceProcess({ env: { DATABASE_URL } });

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
  assert.deepEqual([...new Set(load.refusals.map(({ status }) => status))], [503]);
  assert.deepEqual(await findLost(service, load.acknowledged), []);
  assert.equal(new Set(load.acknowledged).size, load.acknowledged.length);
  assert.equal((await service.end('SIGTERM')).code, 0);
});
