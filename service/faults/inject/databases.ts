import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { rssMb } from '../../bench/load/usage.ts';
import { openDatabase } from '../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../src/postgres/server.ts';
import { openDatabaseOf, urlOf } from '../../test/support/database.ts';
import { usePatroni } from '../../test/support/nodes/fail-over.ts';
import { startPatroniCluster } from '../../test/support/nodes/patroni-cluster.ts';
import { startSmallCluster } from '../../test/support/nodes/small-cluster.ts';
import { freezePostgres } from '../../test/support/process/freeze-postgres.ts';
import { type MixedLoad, p99, startMixedLoad } from '../../test/support/process/mixed-load.ts';
import { mountSmallDisk } from '../../test/support/process/small-disk.ts';
import {
  eventually,
  makeDataDir,
  postmasterPid,
  startServiceProcess,
} from '../../test/support/service-process.ts';
import { findSystemPostgres, startSystemPostgres } from '../../test/support/system-postgres.ts';
import { countFindings } from '../findings.ts';

const CLIENTS = 8;
const PATIENCE_MS = 60_000;

/** The primary of two synchronous nodes is killed under load, and the other one promoted. */
export async function failOver(order: { readonly times: number; readonly seed: number }) {
  let [findings, strange, slowest, acknowledged] = [0, 0, 0, 0];
  for (let n = 0; n < order.times; n += 1) {
    const { primary, standby } = await startSmallCluster();
    const hosts = [primary, standby].map(({ connection }) => connection.host);
    const DATABASE_URL = `postgresql://momo@/postgres?host=${hosts}&target_session_attrs=read-write`;
    const service = await startServiceProcess({ env: { DATABASE_URL, LOG_LEVEL: 'error' } });
    const load = startMixedLoad({ urls: () => [service.url], seed: order.seed + n });
    await load.more(2 * CLIENTS);
    const killedAt = performance.now();
    await primary.kill();
    await standby.ask('select pg_promote()');
    await load.more(CLIENTS + 1);
    slowest = Math.max(slowest, performance.now() - killedAt);
    await load.stop();
    const database = openDatabase({ connection: standby.connection, poolSize: 2 });
    const others = { clients: load.acknowledged };
    findings += await countFindings(database, { isStopped: true, others });
    await database.close();
    await service.end('SIGTERM');
    await standby.kill();
    strange += noted(load);
    acknowledged += load.acknowledged.length;
  }
  return {
    findings,
    strange_answers: strange,
    served_again_ms: Math.round(slowest),
    acknowledged,
  };
}

function noted(load: MixedLoad): number {
  for (const line of load.strange.slice(0, 20)) console.log(line);
  return load.strange.length;
}

const DISK_MB = 300;

interface Filled {
  readonly times: number;
  readonly seed: number;
}

/** The disk of the database fills up under load, and has room again. */
export async function fillDisk(order: Filled) {
  const bundled = await fillDiskOf(order, null);
  const bin = findSystemPostgres();
  if (bin === null) return bundled;
  const system = await fillDiskOf(order, bin);
  return {
    findings: bundled.findings + system.findings,
    strange_answers: bundled.strange_answers + system.strange_answers,
    ended_badly: bundled.ended_badly + system.ended_badly,
    served_again_ms: Math.max(bundled.served_again_ms, system.served_again_ms),
    acknowledged: bundled.acknowledged + system.acknowledged,
    unavailable: bundled.unavailable + system.unavailable,
  };
}

/** Of the PostgreSQL that the service brings along, or of the one in that folder. */
async function fillDiskOf(order: Filled, bin: string | null) {
  // First, since a folder cannot be removed while it is a disk.
  const undo: (() => Promise<void>)[] = [];
  after(async () => {
    for (const step of undo) await step();
  });
  const dataDir = await makeDataDir();
  const disk = mountSmallDisk(dataDir, DISK_MB);
  if (disk === null) throw new Error('this user may not mount a disk');
  undo.push(async () => {
    const pid = await postmasterPid(dataDir);
    if (pid !== null) process.kill(pid, 'SIGQUIT');
    disk.unmount();
  });
  const url = bin === null ? null : await startSystemPostgres(bin, { folder: dataDir });
  const place = url === null ? { DATA_DIR: dataDir } : { DATABASE_URL: url };
  const service = await startServiceProcess({ env: { ...place, LOG_LEVEL: 'warn' } });
  const load = startMixedLoad({ urls: () => [service.url], seed: order.seed });
  let slowest = 0;
  for (let n = 0; n < order.times; n += 1) {
    await load.more(2 * CLIENTS);
    disk.fill();
    const isUnready = async () => (await service.call('GET', '/readyz')).status === 503;
    await eventually('not ready', isUnready, PATIENCE_MS);
    await pause(1_000);
    disk.clear();
    const clearedAt = performance.now();
    await load.more(CLIENTS + 1);
    slowest = Math.max(slowest, performance.now() - clearedAt);
  }
  await load.stop();
  const database =
    url === null
      ? await openDatabaseOf(dataDir)
      : openDatabase({ connection: { connectionString: url }, poolSize: 1 });
  const others = { clients: load.acknowledged };
  const findings = await countFindings(database, { isStopped: true, others });
  await database.close();
  const { code } = await service.end('SIGTERM');
  return {
    findings,
    strange_answers: noted(load),
    ended_badly: code === 0 ? 0 : 1,
    served_again_ms: Math.round(slowest),
    acknowledged: load.acknowledged.length,
    unavailable: load.unavailable(),
  };
}

/** The database stands still under load, and goes on. */
export async function freezeDatabase(order: { readonly seconds: number; readonly seed: number }) {
  const dataDir = await makeDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  const env = { DATABASE_URL: urlOf(server.connection), LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const load = startMixedLoad({ urls: () => [service.url], seed: order.seed, clients: 32 });
  await load.more(4 * CLIENTS);
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, rssMb(service.pid) ?? 0);
  }, 200);
  const frozen = await freezePostgres(dataDir);
  await pause(1_000 * order.seconds);
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  const thawedAt = performance.now();
  await load.more(CLIENTS + 1);
  const recoveryMs = performance.now() - thawedAt;
  clearInterval(watch);
  await load.stop();
  await service.end('SIGTERM');
  const findings = await auditAndStop(server, load);
  return {
    findings,
    strange_answers: noted(load),
    slowest_answer_ms: Math.round(load.slowestMs()),
    memory_mb: Math.round(highestMb),
    recovery_ms: Math.round(recoveryMs),
    unavailable: load.unavailable(),
  };
}

/** What is wrong with what the load has left; its clients know what was acknowledged. */
async function auditAndStop(
  server: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  { acknowledged }: Pick<ReturnType<typeof startMixedLoad>, 'acknowledged'>,
): Promise<number> {
  const database = openDatabase({ connection: server.connection, poolSize: 2 });
  const others = { clients: acknowledged };
  const findings = await countFindings(database, { isStopped: true, others });
  await database.close();
  await server.stop();
  return findings;
}

const CONNECTIONS = 10;

/** Others take every connection that the server has, and give them back. */
export async function exhaustConnections(order: { readonly times: number; readonly seed: number }) {
  const dataDir = await makeDataDir();
  const settings = { max_connections: String(CONNECTIONS), superuser_reserved_connections: '0' };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const env = { DATABASE_URL: urlOf(server.connection), LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env: { ...env, DATABASE_POOL_SIZE: '5' } });
  const load = startMixedLoad({ urls: () => [service.url], seed: order.seed });
  await load.more(8 * CLIENTS);
  const usualMs = p99(load.takeTimes());
  let [recoveryMs, afterMs] = [0, 0];
  for (let n = 0; n < order.times; n += 1) {
    const taken = await takeConnections(server.connection, service.pid);
    await pause(1_000);
    for (const client of taken) await client.end();
    const givenAt = performance.now();
    await load.more(CLIENTS + 1);
    recoveryMs = Math.max(recoveryMs, performance.now() - givenAt);
    await pause(Math.max(0, SETTLED_MS - (performance.now() - givenAt)));
    load.takeTimes();
    await load.more(8 * CLIENTS);
    afterMs = Math.max(afterMs, p99(load.takeTimes()));
  }
  await load.stop();
  await service.end('SIGTERM');
  const findings = await auditAndStop(server, load);
  return {
    findings,
    strange_answers: noted(load),
    recovery_ms: Math.round(recoveryMs),
    p99_over_usual_ms: afterMs - usualMs,
    unavailable: load.unavailable(),
  };
}

const SETTLED_MS = 5_000;

/** Ends the service's connections, and takes their places before it can. */
async function takeConnections(connection: pg.ClientConfig, servicePid: number) {
  const taken: pg.Client[] = [];
  for (let refused = 0; refused < 3; ) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'momo-' || $1::text`,
        [String(servicePid)],
      );
    } catch {
      refused += 1;
    }
    if (taken.length >= CONNECTIONS) break;
  }
  return taken;
}

/** Kills postmasters, then whole nodes, of three under Patroni. */
export async function failOverPatroni(size: {
  readonly postmasters: number;
  readonly nodes: number;
}) {
  const bin = findSystemPostgres();
  if (bin === null) throw new Error('PostgreSQL of the system is not installed');
  const cluster = await startPatroniCluster(bin);
  await cluster.healthy();
  const users = await usePatroni(cluster);
  const slowest = { postmaster: 0, node: 0 };
  for (let n = 0; n < size.postmasters + size.nodes; n += 1) {
    const what = n < size.postmasters ? 'postmaster' : 'node';
    const leader = await cluster.healthy();
    const outages = await users.outage(() =>
      what === 'node' ? cluster.killNode(leader) : cluster.killPostmaster(leader),
    );
    if (what === 'node') await cluster.startNode(leader);
    console.log(`${what} ${leader.name}: ${JSON.stringify(outages)} ms`);
    slowest[what] = Math.max(slowest[what], ...Object.values(outages));
  }
  const payments = await users.settle();
  return { postmaster_ms: slowest.postmaster, node_ms: slowest.node, payments };
}
