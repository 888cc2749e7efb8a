import assert from 'node:assert/strict';
import type { Database } from '../../src/db/client.ts';
import { openDatabaseOf } from '../../test/support/database.ts';
import { type MixedLoad, startMixedLoad } from '../../test/support/process/mixed-load.ts';
import {
  eventually,
  makeDataDir,
  postmasterPid,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/support/service-process.ts';
import { countFindings } from '../findings.ts';

const CLIENTS = 8;
const PATIENCE_MS = 60_000;

/** The server is ended again and again under load; the service brings it back and stays. */
export async function endPostgres(order: {
  readonly signal: 'SIGKILL' | 'SIGINT';
  readonly times: number;
  readonly seed: number;
}) {
  const dataDir = await makeDataDir();
  const service = await startServiceProcess({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' } });
  let endings = 0;
  void service.ended.then(() => (endings += 1));
  const load = startMixedLoad({ urls: () => [service.url], seed: order.seed, clients: CLIENTS });
  const outages: number[] = [];
  for (let n = 0; n < order.times; n += 1) {
    await load.more(CLIENTS);
    const pid = await postmasterPid(dataDir);
    assert.ok(pid !== null);
    const endedAt = performance.now();
    process.kill(pid, order.signal);
    await servedAgain(load, async () => ![pid, null].includes(await postmasterPid(dataDir)));
    outages.push(Math.round(performance.now() - endedAt));
  }
  await load.stop();
  const serviceEndings = endings;
  const database = await openDatabaseOf(dataDir);
  const findings = await auditStopped(database, service, load);
  return {
    findings,
    strange_answers: load.strange.length,
    service_endings: serviceEndings,
    served_again_ms: Math.max(...outages),
    slowest_answer_ms: Math.round(load.slowestMs()),
    acknowledged: load.acknowledged.length,
    unavailable: load.unavailable(),
  };
}

/** Service and server are killed together, as when a machine loses its power. */
export async function killBoth(order: { readonly times: number; readonly seed: number }) {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  let service: ServiceProcess | null = await startServiceProcess({ env });
  const urls = () => (service === null ? [] : [service.url]);
  const load = startMixedLoad({ urls, seed: order.seed, clients: CLIENTS });
  const outages: number[] = [];
  for (let n = 0; n < order.times; n += 1) {
    await load.more(2 * CLIENTS);
    const pid = await postmasterPid(dataDir);
    assert.ok(pid !== null);
    const killedAt = performance.now();
    const killed: ServiceProcess | null = service;
    service = null;
    process.kill(pid, 'SIGKILL');
    await killed?.end('SIGKILL');
    service = await startServiceProcess({ env });
    await load.more(CLIENTS);
    outages.push(Math.round(performance.now() - killedAt));
  }
  await load.stop();
  assert.ok(service !== null);
  const findings = await auditStopped(await openDatabaseOf(dataDir), service, load);
  return {
    findings,
    strange_answers: load.strange.length,
    served_again_ms: Math.max(...outages),
    acknowledged: load.acknowledged.length,
  };
}

/** What the server had under way may still be answered; more than all clients had is new. */
async function servedAgain(load: MixedLoad, isBack: () => Promise<boolean>): Promise<void> {
  await eventually('the server is back', isBack, PATIENCE_MS);
  await load.more(CLIENTS + 1);
}

async function auditStopped(
  database: Database,
  service: ServiceProcess,
  load: MixedLoad,
): Promise<number> {
  for (const line of load.strange.slice(0, 20)) console.log(line);
  const logs = service.output().split('\n');
  const others = { clients: load.acknowledged, logs };
  const findings = await countFindings(database, { isStopped: true, others });
  await database.close();
  assert.equal((await service.end('SIGTERM')).code, 0, 'the service ends well');
  return findings;
}
