import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, afterEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, DatabaseUnavailable, openDatabase } from '../../src/db/client.ts';
import { startTestServer, TEMPLATE_DATABASE } from '../support/postgres-server.ts';
import { eventually } from '../support/service-process.ts';

// A server of its own, since its settings are changed for all tests.
const server = await startTestServer();
const connection = { ...server.connection, database: TEMPLATE_DATABASE };
const admin = openDatabase({ connection: server.connection, poolSize: 1 });
const maker = openDatabase({ connection, poolSize: 1 });
const POOL_SIZE = 4;
/** Long enough for a query that nothing delays, also on a slow disk. */
const STATEMENT_TIMEOUT_MS = 1_000;

for (const table of ['kept', 'decided', 'slept', 'answered']) {
  await maker.query({ text: `create table ${table} (n int primary key)` });
}
await maker.close();

afterEach(findStandby);
after(async () => {
  await admin.close();
  await server.stop();
});

test('a commit that waits for its standby is left alone and keeps its slot in the pool', async () => {
  const database = open();
  await loseStandby();
  const insert = (n: number) =>
    database.query({ text: 'insert into kept values ($1)', values: [n] });
  const inserted = await Promise.allSettled([insert(1), insert(2), insert(3)]);
  for (const { status } of inserted) assert.equal(status, 'rejected');
  await assert.rejects(insert(4), DatabaseUnavailable);
  // The server was asked about them meanwhile.
  const { waiting, all } = await countBackends();
  assert.equal(waiting, POOL_SIZE - 1);
  assert.ok(all <= POOL_SIZE, `${all} backends`);
  assert.equal(database.givenUp(), POOL_SIZE - 1);

  await findStandby();
  await eventually('all is answered', () => database.givenUp() === 0);
  // The last one had no connection.
  const rows = await database.query({ text: 'select n from kept order by n' });
  assert.deepEqual(rows, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  await database.close();
});

test('a decision whose commit waits for its standby is neither undone nor acknowledged', async () => {
  const database = open();
  await loseStandby();
  const decided = database.atomically((connection) =>
    connection.query({ text: 'insert into decided values (1)' }),
  );
  await assert.rejects(decided, DatabaseUnavailable);
  const seen = () => database.query({ text: 'select n from decided' });
  assert.deepEqual(await seen(), []);
  await findStandby();
  await eventually('it is committed', async () => (await seen()).length === 1);
  await database.close();
});

test('a query that was given up before its commit is ended by the server', async () => {
  const database = open();
  await assert.rejects(
    database.query({ text: 'insert into slept select 1 from pg_sleep(60)' }),
    DatabaseUnavailable,
  );
  assert.deepEqual(await database.query({ text: 'select n from slept' }), []);
  await eventually('its backend is free', async () => (await countBackends()).all === 1);
  await database.close();
});

test('a connection that leads nowhere any more releases its slot', async () => {
  const way = await openWay();
  const database = openDatabase({
    connection: { ...server.connection, host: '127.0.0.1', port: way.port },
    poolSize: 2,
    statementTimeoutMs: 200,
  });
  await database.query({ text: 'select 1' });
  way.swallow();
  await assert.rejects(database.query({ text: 'select 1' }), DatabaseUnavailable);
  assert.equal(database.givenUp(), 1);
  await eventually('it is left', () => database.givenUp() === 0);
  assert.deepEqual(await database.query({ text: 'select 1 as one' }), [{ one: 1 }]);
  await database.close();
});

test('where every connection of the pool leads nowhere, another node is found', async () => {
  const [first, second] = [await openWay(), await openWay()];
  const nodes = [first, second].map(({ port }) => ({
    ...server.connection,
    host: '127.0.0.1',
    port,
  }));
  const database = openDatabase({ connection: nodes, poolSize: 2, statementTimeoutMs: 200 });
  second.swallow({ andWhoeverComes: true });
  await database.query({ text: 'select 1' });
  second.reopen();
  first.swallow({ andWhoeverComes: true });
  await eventually('it is answered', async () => {
    const answer = await database.query({ text: 'select 1 as one' }).catch(() => []);
    return answer.length === 1;
  });
  await database.close();
});

test('a connection that is answered while the server is asked about it is not left', async () => {
  const way = await openWay();
  const database = openDatabase({
    connection: { ...connection, host: '127.0.0.1', port: way.port },
    poolSize: 2,
    statementTimeoutMs: 200,
  });
  await database.query({ text: 'select 1' });
  // Only connections that ask about others come from now on.
  way.slowDown();
  await loseStandby();
  const inserted = database.query({ text: 'insert into answered values (1)' });
  await assert.rejects(inserted, DatabaseUnavailable);
  await eventually('the server is being asked', () => way.comers() > 0);
  await findStandby();
  await eventually('it is answered', () => database.givenUp() === 0);
  while (way.comers() > 0) {
    assert.deepEqual(await database.query({ text: 'select n from answered' }), [{ n: 1 }]);
    await pause(5);
  }
  await database.query({ text: 'select 1' });
  await database.close();
});

/** What a slow way takes for each piece of an answer. */
const SLOW_MS = 300;

/** A way to the server that can make every open connection wait for ever. */
async function openWay() {
  const { host, port } = server.connection;
  const travellers = new Set<Socket>();
  const comers = new Set<Socket>();
  let isClosed = false;
  let isSlow = false;
  const gate = createServer((socket) => {
    travellers.add(socket.on('error', () => {}));
    comers.add(socket.on('close', () => comers.delete(socket)));
    if (isClosed) return;
    const there = connect(`${host}/.s.PGSQL.${port}`);
    travellers.add(there.on('error', () => {}));
    if (!isSlow) socket.pipe(there).pipe(socket);
    else socket.pipe(there).on('data', (answer) => setTimeout(() => socket.write(answer), SLOW_MS));
  });
  after(() => {
    gate.close();
    for (const end of travellers) end.destroy();
  });
  await once(gate.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    swallow: ({ andWhoeverComes = false } = {}) => {
      isClosed = andWhoeverComes;
      for (const end of travellers) end.unpipe().pause();
    },
    reopen: () => {
      isClosed = false;
    },
    /** For new connections; only they are counted. */
    slowDown: () => {
      isSlow = true;
      comers.clear();
    },
    comers: () => comers.size,
  };
}

function open(): Database {
  return openDatabase({
    connection,
    poolSize: POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}

async function loseStandby(): Promise<void> {
  await admin.query({ text: `alter system set synchronous_standby_names = 'nobody'` });
  await reload('nobody');
  // What lets commits wait reads its settings a moment later.
  const other = openDatabase({
    connection: server.connection,
    poolSize: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const commit = { text: `select pg_logical_emit_message(true, 'test', 'anything')` };
  const isWaiting = () =>
    other.query(commit).then(
      () => false,
      () => true,
    );
  await eventually('commits wait', isWaiting);
  await other.close();
}

async function findStandby(): Promise<void> {
  await admin.query({ text: 'alter system reset synchronous_standby_names' });
  await reload('');
}

async function reload(expected: string): Promise<void> {
  await admin.query({ text: 'select pg_reload_conf()' });
  await eventually('the server has read its settings', async () => {
    const [row] = await admin.query<{ names: string }>({
      text: `select current_setting('synchronous_standby_names') as names`,
    });
    return row?.names === expected;
  });
}

async function countBackends() {
  const [row] = await admin.query<{ waiting: number; all: number }>({
    text: `select count(*) filter (where wait_event = 'SyncRep')::int as waiting,
                  count(*)::int as all
           from pg_stat_activity where datname = $1`,
    values: [TEMPLATE_DATABASE],
  });
  return row ?? { waiting: 0, all: 0 };
}
