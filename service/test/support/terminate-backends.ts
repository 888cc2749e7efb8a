import assert from 'node:assert/strict';
import { sessionName } from '../../src/db/releases.ts';
import { openDatabaseOf } from './database.ts';
import {
  eventually,
  makeDataDir,
  sampleDeposit,
  startLoad,
  startServiceProcess,
} from './service-process.ts';

/** Ends connections of a service under load, as an administrator would, until enough ended. */
export async function terminateBackends(atLeast: number): Promise<{
  readonly terminated: number;
  readonly acknowledged: number;
  readonly refused: number;
}> {
  const dataDir = await makeDataDir();
  const service = await startServiceProcess({ env: { DATA_DIR: dataDir } });
  const database = await openDatabaseOf(dataDir);
  const load = startLoad(service.url, 16, 0);
  let terminated = 0;
  while (terminated < atLeast) {
    const ended = await database.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = $1`,
      values: [sessionName(service.pid)],
    });
    terminated += ended.length;
  }
  await load.stop();
  await eventually('served again', async () => {
    const answer = await service.call('POST', '/api/v1/deposits', sampleDeposit());
    return answer.status === 200;
  });
  const [kept] = await database.query<{ count: number }>({
    text: 'select count(*) from transactions where id = any($1::uuid[])',
    values: [load.acknowledged],
  });
  await database.close();
  const statuses = new Set(load.refusals.map(({ status }) => status));
  assert.equal(kept?.count, load.acknowledged.length);
  statuses.delete(503);
  assert.deepEqual([...statuses], []);
  assert.equal((await service.end('SIGTERM')).code, 0);
  const { acknowledged, refusals } = load;
  return { terminated, acknowledged: acknowledged.length, refused: refusals.length };
}
