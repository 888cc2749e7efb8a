import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { adoptPostmaster } from '../../src/postgres/postmaster/adopt-postmaster.ts';
import { findPostmaster, readPidFile } from '../../src/postgres/postmaster/presence.ts';
import { isAlive } from '../../src/postgres/postmaster/process-state.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/postgres/server.ts';
import type { EmbeddedPostgresEvent } from '../../src/postgres/server-options.ts';
import { eventually } from '../support/service-process.ts';

// The test throws the data away, so nothing needs to reach the disk.
const SETTINGS = { fsync: 'off', shared_buffers: '16MB' };

const template = await mkdtemp(join(tmpdir(), 'momo-test-template-'));
before(async () => await makeTemplate());
after(async () => await rm(template, { recursive: true, force: true }));

test('rows of the first start are there in a later one', async (t) => {
  const stage = await setEmptyStage(t);
  const first = await stage.start();
  assert.equal(first.origin, 'initialised');
  await run(first, 'create table kept (n int)', 'insert into kept values (1), (2)');
  assert.equal(await first.stop(), 'stopped');

  const later = await stage.start();
  assert.equal(later.origin, 'started');
  assert.equal(await countRows(later, 'kept'), 2);
  assert.equal(later.dataFolder, join(stage.dataDir, 'postgres'));
});

test('only the owner may enter the socket folder, and no network port is open', async (t) => {
  const server = await (await setStage(t)).start();
  assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700);
  const [row] = await run(server, 'show listen_addresses');
  assert.deepEqual(row, { listen_addresses: '' });
  assert.equal(await server.stop(), 'stopped');
  await assert.rejects(stat(server.connection.host), { code: 'ENOENT' });
});

test('a server whose starter was killed is adopted with its rows', async (t) => {
  const stage = await setStage(t);
  const starter = await stage.startInChild();
  await run(starter.server, 'create table kept (n int)', 'insert into kept values (1)');
  await kill(starter.child);

  const adopted = await stage.start();
  assert.equal(adopted.origin, 'adopted');
  assert.deepEqual(adopted.connection, starter.server.connection);
  assert.equal(await countRows(adopted, 'kept'), 1);
  assert.equal(await adopted.stop(), 'stopped');
});

test('the error for an invisible socket does not advise to kill the server', async (t) => {
  const server = await (await setStage(t)).start();
  const { host } = server.connection;
  await rename(host, `${host}.elsewhere`);
  const adopted = adoptPostmaster(server.dataFolder, { isOver: () => true });
  await assert.rejects(adopted, ({ message }: Error) => {
    assert.match(message, /\.s\.PGSQL\.5432 is not seen from here[^]*Leave it running/);
    assert.doesNotMatch(message, /kill/);
    return true;
  });
  await rename(`${host}.elsewhere`, host);
});

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  test(`after a ${signal} by another program the server comes back with its rows`, async (t) => {
    const events = recordEvents();
    const server = await (await setStage(t)).start({ onEvent: (event) => events.add(event) });
    await run(server, 'create table kept (n int)', 'insert into kept values (1)');
    const pid = await postmasterPid(server);
    process.kill(pid, signal);

    await events.revival;
    assert.notEqual(await postmasterPid(server), pid);
    assert.equal(await countRows(server, 'kept'), 1);
    assert.deepEqual(events.kinds, ['started', 'died', 'restarted']);
  });
}

test('data that vanish under a running service are not replaced by an empty database', async (t) => {
  const stage = await setStage(t);
  const failure = Promise.withResolvers<string>();
  const server = await stage.start({
    onEvent: (event) => event.kind === 'restart_failed' && failure.resolve(event.message),
  });
  const pid = await postmasterPid(server);
  await rename(server.dataFolder, `${server.dataFolder}.moved`);
  process.kill(pid, 'SIGKILL');
  assert.match(await failure.promise, /database is missing/);
  assert.equal(await server.stop(), 'stopped');
});

test('processes that all see the server die bring back exactly one', async (t) => {
  const stage = await setStage(t);
  const ours = recordEvents();
  const second = recordEvents();
  const server = await stage.start({ onEvent: (event) => ours.add(event) });
  await stage.start({ onEvent: (event) => second.add(event) });
  const other = await stage.startInChild();
  process.kill(await postmasterPid(server), 'SIGKILL');

  const revivals = await Promise.all([ours.revival, second.revival, other.revival]);
  const pid = await postmasterPid(server);
  assert.deepEqual(
    revivals.map((event) => event.pid),
    [pid, pid, pid],
  );
  assert.equal(revivals.filter((event) => event.kind === 'restarted').length, 1);
});

test('what an interrupted initdb left is removed and never used', async (t) => {
  const stage = await setEmptyStage(t);
  const leftover = join(stage.dataDir, 'postgres.initdb-abc');
  await mkdir(leftover);
  await writeFile(join(leftover, 'PG_VERSION'), '18\n');

  const server = await stage.start();
  assert.equal(server.origin, 'initialised');
  const names = await readdir(stage.dataDir);
  assert.deepEqual(
    names.filter((name) => name.startsWith('postgres.initdb-')),
    [],
  );
});

test('a folder with other things in it is not taken for a cluster', async (t) => {
  const stage = await setEmptyStage(t);
  await mkdir(join(stage.dataDir, 'postgres'));
  await writeFile(join(stage.dataDir, 'postgres', 'notes.txt'), 'mine');
  await assert.rejects(stage.start(), /not empty and not a PostgreSQL cluster/);
});

test('processes that start at once make and stop one database', async (t) => {
  const stage = await setEmptyStage(t);
  const started = await Promise.all([stage.startInChild(), stage.startInChild()]);
  assert.deepEqual(started.map(({ server }) => server.origin).sort(), ['adopted', 'initialised']);
  const [first, second] = started;
  assert.deepEqual(first.server.connection, second.server.connection);

  const results = await Promise.all(started.map(async (starter) => await starter.stop()));
  assert.ok(results.includes('stopped'), `one of them stops it: ${results.join()}`);
  assert.deepEqual(await findPostmaster(join(stage.dataDir, 'postgres')), { kind: 'none' });
});

test('stop leaves the server to another client and stops it when that is gone', async (t) => {
  const stage = await setStage(t);
  const first = await stage.start();
  const client = new Client(first.connection);
  await client.connect();
  assert.equal(await first.stop(), 'left_running');
  assert.equal((await client.query('select 1')).rowCount, 1);
  await client.end();

  const second = await stage.start();
  assert.equal(second.origin, 'adopted');
  assert.equal(await second.stop(), 'stopped');
});

test('a service without open connections still counts as a user of the server', async (t) => {
  const stage = await setStage(t);
  const quiet = await stage.start();
  const passing = await stage.start();
  assert.equal(await passing.stop(), 'left_running');
  assert.equal(await quiet.stop(), 'stopped');
});

test('a service whose connection was cut still counts as a user of the server', async (t) => {
  const stage = await setStage(t);
  const reconnected = Promise.withResolvers<void>();
  const quiet = await stage.start({
    onEvent: (event) => event.kind === 'reconnected' && reconnected.resolve(),
  });
  const presence = `from pg_stat_activity where application_name = 'momo presence'`;
  await run(quiet, `select pg_terminate_backend(pid) ${presence}`);
  await reconnected.promise;
  const passing = await stage.start();
  assert.equal(await passing.stop(), 'left_running');
});

test('stop is fine with a server that is already gone, and may be called twice', async (t) => {
  const server = await (await setStage(t)).start();
  const pid = await postmasterPid(server);
  process.kill(pid, 'SIGKILL');
  await eventually('it is gone', async () => !(await isAlive(pid)));
  assert.equal(await server.stop(), 'stopped');
  assert.equal(await server.stop(), 'stopped');
});

test('a left pid file that names another living program does not stop a start', async (t) => {
  const stage = await setStage(t);
  const first = await stage.start();
  const pidFile = await readFile(join(first.dataFolder, 'postmaster.pid'), 'utf8');
  const { uid, gid } = await stat(first.dataFolder);
  await first.stop();
  // PostgreSQL only checks processes of its own user, so this one is of that user.
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', uid, gid });
  t.after(async () => await kill(stranger));
  for (const pid of [process.pid, stranger.pid]) {
    await writeFile(join(first.dataFolder, 'postmaster.pid'), pidFile.replace(/^\d+/, `${pid}`));
    const server = await stage.start();
    assert.equal(server.origin, 'started');
    assert.equal(await server.stop(), 'stopped');
  }
});

test('a start that fails says what the log of the server says', async (t) => {
  const failing = (await setStage(t)).start({ settings: { shared_buffers: 'plenty' } });
  await assert.rejects(failing, /did not start[^]*DATABASE_URL[^]*"shared_buffers": "plenty"/);
});

test('the log of the server holds no value of a refused row', async (t) => {
  const stage = await setStage(t);
  const server = await stage.start();
  const number = '237670000001';
  await run(server, 'create table players (phone text unique check (phone <> $$none$$))');
  await run(server, `insert into players values ('${number}')`);
  await assert.rejects(run(server, `insert into players values ('${number}')`), {
    detail: `Key (phone)=(${number}) already exists.`,
  });
  const log = await readFile(join(stage.dataDir, 'postgres.log'), 'utf8');
  assert.match(log, /duplicate key value/);
  assert.ok(!log.includes(number));
});

const isRoot = process.getuid?.() === 0;

test('data that root brought back from a backup are given to the user of the server', {
  skip: isRoot ? false : 'only root runs the server as another user',
}, async (t) => {
  const stage = await setStage(t);
  await chown(join(stage.dataDir, 'postgres'), 0, 0);
  await chown(join(stage.dataDir, 'postgres', 'PG_VERSION'), 0, 0);
  const server = await stage.start();
  assert.equal(server.origin, 'started');
  assert.notEqual((await stat(join(server.dataFolder, 'PG_VERSION'))).uid, 0);
});

test('root keeps the data of a closed folder where PostgreSQL can reach it', {
  skip: isRoot ? false : 'only root runs the server as another user',
}, async (t) => {
  const stage = await setEmptyStage(t);
  await chmod(stage.dataDir, 0o700);
  const first = await stage.start();
  t.after(async () => await rm(join(first.dataFolder, '..'), { recursive: true, force: true }));
  assert.equal(await readlink(join(stage.dataDir, 'postgres')), first.dataFolder);
  assert.ok(!first.dataFolder.startsWith(stage.dataDir));
  assert.match(await readFile(join(stage.dataDir, 'postgres.log'), 'utf8'), /ready to accept/);
  await run(first, 'create table kept (n int)');
  await first.stop();

  const later = await stage.start();
  assert.equal(later.origin, 'started');
  assert.equal(await countRows(later, 'kept'), 0);
  await later.stop();

  await rm(first.dataFolder, { recursive: true });
  await assert.rejects(stage.start(), /database is missing/);
});

/** Making a cluster takes most of a second, so only the tests about that make one. */
async function makeTemplate(): Promise<void> {
  await chmod(template, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: template, settings: SETTINGS });
  await server.stop();
  // It names the socket folder, and each copy needs its own.
  await rm(join(server.dataFolder, 'postmaster.opts'));
}

async function setStage(t: TestContext): Promise<Stage> {
  const stage = await setEmptyStage(t);
  const cluster = join(stage.dataDir, 'postgres');
  // The system's cp keeps owners and is several times quicker than ours.
  await promisify(execFile)('cp', ['-a', join(template, 'postgres'), cluster]);
  return stage;
}

/**
 * A folder of its own for one test, and everything that runs on it; all of it ends with the test.
 */
async function setEmptyStage(t: TestContext): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'momo-test-'));
  // The server's user must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const servers: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];
  t.after(async () => {
    for (const child of children) await kill(child);
    for (const server of servers) await server.stop();
    const found = await findPostmaster(join(dataDir, 'postgres')).catch(() => null);
    if (found?.kind === 'living') process.kill(found.pid, 'SIGQUIT');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    dataDir,
    async start(options) {
      const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS, ...options });
      servers.push(server);
      return server;
    },
    async startInChild() {
      const child = spawnStarter(dataDir);
      children.push(child);
      return await talkTo(child);
    },
  };
}

interface Stage {
  readonly dataDir: string;
  start(options?: {
    readonly settings?: Readonly<Record<string, string>>;
    readonly onEvent?: (event: EmbeddedPostgresEvent) => void;
  }): Promise<EmbeddedPostgres>;
  startInChild(): Promise<Starter>;
}

/** Another process that started or adopted the server. */
interface Starter {
  readonly child: ChildProcess;
  readonly server: Omit<EmbeddedPostgres, 'stop'>;
  readonly revival: Promise<RevivalEvent>;
  stop(): Promise<'stopped' | 'left_running'>;
}

const STARTER = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const say = (fact) => process.stdout.write(JSON.stringify(fact) + '\\n');
  const onEvent = (event) => say({ event });
  const settings = JSON.parse(process.argv[3]);
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2], settings, onEvent });
  say({ server });
  process.stdin.once('data', async () => {
    say({ stopped: await server.stop() });
    process.exit();
  });
`;

function spawnStarter(dataDir: string): ChildProcess {
  const module = import.meta.resolve('../../src/postgres/server.ts');
  const args = ['--input-type=module', '-e', STARTER, module, dataDir, JSON.stringify(SETTINGS)];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

interface Fact {
  readonly event?: EmbeddedPostgresEvent;
  readonly server?: Starter['server'];
  readonly stopped?: 'stopped' | 'left_running';
}

async function talkTo(child: ChildProcess): Promise<Starter> {
  assert.ok(child.stdout !== null);
  const started = Promise.withResolvers<Starter['server']>();
  const stopped = Promise.withResolvers<'stopped' | 'left_running'>();
  const events = recordEvents();
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    const fact: Fact = JSON.parse(line);
    if (fact.event !== undefined) events.add(fact.event);
    if (fact.server !== undefined) started.resolve(fact.server);
    if (fact.stopped !== undefined) stopped.resolve(fact.stopped);
  });
  lines.once('close', () => started.reject(new Error('The starter ended before it started.')));
  return {
    child,
    server: await started.promise,
    revival: events.revival,
    stop: async () => {
      child.stdin?.write('stop\n');
      return await stopped.promise;
    },
  };
}

type RevivalEvent = Extract<EmbeddedPostgresEvent, { kind: 'restarted' | 'adopted' }>;

function recordEvents() {
  const kinds: EmbeddedPostgresEvent['kind'][] = [];
  const revival = Promise.withResolvers<RevivalEvent>();
  return {
    kinds,
    /** The first return of the server after its death. */
    revival: revival.promise,
    add(event: EmbeddedPostgresEvent): void {
      const isBack = event.kind === 'restarted' || event.kind === 'adopted';
      if (isBack && kinds.includes('died')) revival.resolve(event);
      kinds.push(event.kind);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function run(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  ...queries: readonly string[]
): Promise<readonly unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const query of queries) rows = (await client.query<object>(query)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function countRows(
  server: Pick<EmbeddedPostgres, 'connection'>,
  table: string,
): Promise<number> {
  return (await run(server, `select from ${table}`)).length;
}

async function postmasterPid(server: Pick<EmbeddedPostgres, 'dataFolder'>): Promise<number> {
  const pidFile = await readPidFile(server.dataFolder);
  assert.ok(pidFile !== null);
  return pidFile.pid;
}
