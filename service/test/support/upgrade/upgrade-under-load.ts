import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Database, Queryable } from '../../../src/db/client.ts';
import { openTestDatabase } from '../database.ts';
import { freePort, startProxy } from '../process/rolling-restarts.ts';
import {
  eventually,
  MOMO,
  makeDataDir,
  runToEnd,
  type ServiceProcess,
  startServiceProcess,
} from '../service-process.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { type Paid, startPaying } from './paying-load.ts';
import type { Release } from './releases.ts';

export interface UpgradeReport {
  readonly requests: number;
  readonly failures: readonly string[];
  /** From the first request that failed to the last. */
  readonly gapSeconds: number;
  readonly settled: number;
  /** Acknowledged, and then not there or not as it was answered. */
  readonly lost: readonly string[];
  /** Settled, and the receiver got no webhook. */
  readonly unreported: readonly string[];
  readonly migrations: readonly string[];
  /** What `momo audit all` says, if anything is wrong. */
  readonly findings: string;
  /** What a settled payment with its webhook adds to the database, and to its log. */
  readonly bytesPerPayment: number;
  readonly walBytesPerPayment: number;
}

/** How many payments are settled before and between the steps, and afterwards to be measured. */
const SOME = 300;
const MANY = 1_000;

/** Two processes of a release behind a proxy become two of this one while platforms pay. */
export async function upgradeUnderLoad(release: Release, folder: string): Promise<UpgradeReport> {
  const { upgrade } = release;
  const { database, url } = await openTestDatabase({ template: 'template0' });
  const env = {
    DATABASE_URL: url,
    DATA_DIR: await makeDataDir(),
    DRAIN_SECONDS: '2',
    SECRETS_KEY: randomBytes(32).toString('hex'),
  };
  const receiver = await startReceiver();
  const ports = [await freePort(), await freePort()] as const;
  const startOld = (port: number) =>
    startServiceProcess({
      command: [process.execPath, join(folder, 'service', 'src', 'main.ts')],
      env: { ...env, PORT: String(port) },
    });
  const startNew = (port: number) => startServiceProcess({ env: { ...env, PORT: String(port) } });
  const old = await Promise.all(ports.map(startOld));
  const proxy = await startProxy(ports);
  const load = startPaying(proxy.port, receiver.url);
  await load.settled(SOME);

  const stopAll = () => Promise.all(old.map((process) => process.end('SIGTERM')));
  if (upgrade === 'stop') {
    await expectRefusal(env, release.name);
    await stopAll();
  }
  const migrations = await migrateByCommand(env);
  if (upgrade === 'roll') await load.settled(SOME);
  // A release before the books had none; the upgrade notes ask for this command.
  if (!(await hasOpenBooks(database))) await command(env, 'books', 'open');
  const replaced: ServiceProcess[] = [];
  for (const [turn, port] of ports.entries()) {
    if (upgrade === 'roll') await old[turn]?.end('SIGTERM');
    replaced.push(await startNew(port));
    await eventually('the proxy uses it again', () => proxy.uses(turn));
  }
  const before = await measure(database);
  await load.settled(MANY);
  const after = await measure(database);
  const paid = await load.stop();

  const report = {
    ...paid,
    settled: paid.settled.size,
    lost: await findLost(replaced[0] ?? assert.fail(), paid),
    unreported: await findUnreported(receiver, paid),
    migrations,
    bytesPerPayment: Math.round((after.bytes - before.bytes) / MANY),
    walBytesPerPayment: Math.round((after.wal - before.wal) / MANY),
  };
  const findings = await auditByCommand(env);
  await Promise.all(replaced.map((process) => process.end('SIGTERM')));
  await proxy.stop();
  return { ...report, findings };
}

async function hasOpenBooks(database: Queryable): Promise<boolean> {
  const rows = await database.query({ text: 'select from books where opened_at is not null' });
  return rows.length > 0;
}

async function migrateByCommand(env: Readonly<Record<string, string>>): Promise<string[]> {
  const stdout = await command(env, 'db', 'migrate');
  return [...stdout.matchAll(/^applied (\S+)$/gm)].map(([, name = '']) => name);
}

/** The new schema does not serve what still runs. */
async function expectRefusal(env: Readonly<Record<string, string>>, release: string) {
  const done = await runToEnd({ command: [process.execPath, MOMO, 'db', 'migrate'], env });
  assert.notEqual(done.code, 0, 'migrated under the release before');
  assert.match(done.stderr, new RegExp(`\\(release ${release.replaceAll('.', '\\.')}\\)`));
}

async function command(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const done = await runToEnd({ command: [process.execPath, MOMO, ...words], env });
  assert.equal(done.code, 0, done.output);
  return done.stdout;
}

async function auditByCommand(env: Readonly<Record<string, string>>): Promise<string> {
  const done = await runToEnd({ command: [process.execPath, MOMO, 'audit', 'all'], env });
  return done.code === 0 ? '' : done.output;
}

async function findLost(service: ServiceProcess, { settled }: Paid): Promise<string[]> {
  const lost: string[] = [];
  for (const [id, state] of settled) {
    const answer = await service.call('GET', `/api/v1/transactions/${id}`);
    const found = answer.status === 200 ? (answer.json as { readonly state: string }).state : '';
    if (found !== state) lost.push(`${id}: ${found || answer.status} instead of ${state}`);
  }
  return lost;
}

/** Waits for the last webhooks; what has none by then gets none. */
async function findUnreported({ received }: Receiver, { settled }: Paid): Promise<string[]> {
  const unreported = () => {
    const reported = new Set(
      received.map(({ body }) => (JSON.parse(body) as { service_tx_id: string }).service_tx_id),
    );
    return [...settled.keys()].filter((id) => !reported.has(id));
  };
  await eventually('all are sent', () => unreported().length === 0, 60_000).catch(() => {});
  return unreported();
}

interface Size {
  readonly bytes: number;
  readonly wal: number;
}

async function measure(database: Database): Promise<Size> {
  const [size] = await database.query<Size>({
    text: `select pg_database_size(current_database())::float8 as bytes,
                  (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`,
  });
  return size ?? assert.fail();
}
