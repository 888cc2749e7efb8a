import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sessionName } from '../../../src/db/releases.ts';
import { openDatabaseOf } from '../../support/database.ts';
import { mountSmallDisk } from '../../support/process/small-disk.ts';
import {
  eventually,
  idOf,
  makeDataDir,
  sampleDeposit,
  startServiceProcess,
} from '../../support/service-process.ts';

// The server answers reads and takes no writes: /readyz has to report that.

const POOL_SIZE = 4;
const UNREADY = { status: 'unavailable', detail: 'the database takes no writes' };
const DISK_MB = 300;

// First, since a folder cannot be removed while it is a disk.
const undo: (() => unknown)[] = [];
after(async () => {
  for (const step of undo.toReversed()) await step();
});

const dataDir = await makeDataDir();
const disk = mountSmallDisk(dataDir, DISK_MB);
undo.push(() => disk?.unmount());
const service = await startServiceProcess({
  env: { DATA_DIR: dataDir, DATABASE_POOL_SIZE: String(POOL_SIZE) },
});
undo.push(() => service.end('SIGTERM'));
const admin = await openDatabaseOf(dataDir);
undo.push(() => admin.close());

test('without its synchronous standby a service is not ready, and its backends stay in the pool', async () => {
  await becomesReady();
  await configure(`synchronous_standby_names = 'nobody'`);
  // There are no writes meanwhile.
  await becomesUnready();

  const asked = sampleDeposit();
  const answers = Promise.all(
    [asked, ...Array.from({ length: 29 }, () => sampleDeposit())].map((deposit) =>
      service.call('POST', '/api/v1/deposits', deposit),
    ),
  );
  let most = 0;
  let isAnswered = false;
  void answers.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) most = Math.max(most, await countBackends());
  for (const { status } of await answers) assert.equal(status, 503);
  assert.ok(most <= POOL_SIZE, `${most} backends`);
  assert.match((await service.call('GET', '/metrics')).text, /^momo_database_given_up [1-9]/m);

  await configure(`synchronous_standby_names = ''`);
  await becomesReady();
  const first = await service.call('POST', '/api/v1/deposits', asked);
  assert.equal(first.status, 200);
  assert.equal(idOf(await service.call('POST', '/api/v1/deposits', asked)), idOf(first));
});

test('on a server that became read-only a service is not ready', async () => {
  await configure('default_transaction_read_only = on');
  await becomesUnready();
  assert.equal((await service.call('POST', '/api/v1/deposits', sampleDeposit())).status, 503);
  await configure('default_transaction_read_only = off');
  await becomesReady();
});

test('with a full disk a service is not ready, and with room again it is', {
  skip: disk === null ? 'this user may not mount a disk' : false,
}, async () => {
  disk?.fill();
  await becomesUnready();
  disk?.clear();
  await becomesReady();
  assert.equal((await service.call('POST', '/api/v1/deposits', sampleDeposit())).status, 200);
});

async function becomesReady(): Promise<void> {
  await eventually('ready', async () => (await service.call('GET', '/readyz')).status === 200);
}

async function becomesUnready(): Promise<void> {
  await eventually('not ready', async () => {
    const { status, json } = await service.call('GET', '/readyz');
    // At first it may only know that it has no connection.
    return status === 503 && isDeepStrictEqual(json, UNREADY);
  });
  assert.match((await service.call('GET', '/metrics')).text, /^momo_database_takes_writes 0$/m);
  assert.match(service.stdout(), /"msg":"the database takes no writes"/);
}

async function configure(setting: string): Promise<void> {
  await admin.query({ text: `alter system set ${setting}` });
  await admin.query({ text: 'select pg_reload_conf()' });
}

async function countBackends(): Promise<number> {
  const [row] = await admin.query<{ count: number }>({
    text: `select count(*) from pg_stat_activity
           where application_name = $1`,
    values: [sessionName(service.pid)],
  });
  return row?.count ?? 0;
}
