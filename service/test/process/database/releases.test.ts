import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../src/db/client.ts';
import { findOldestRelease } from '../../../src/db/installation.ts';
import { listAppliedMigrations, readMigrations } from '../../../src/db/migrate.ts';
import { FORMER_RELEASES, isOlder, OLDEST_RELEASE, RELEASE } from '../../../src/db/releases.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { openTestDatabase } from '../../support/database.ts';
import { eventually, runToEnd, startServiceProcess } from '../../support/service-process.ts';

test('releases are compared by their numbers, and the list has this one last', () => {
  assert.deepEqual(
    [isOlder('0.9.0', '0.10.0'), isOlder('0.10.0', '0.9.0'), isOlder('0.3.0', '0.3.0')],
    [true, false, false],
  );
  const last = FORMER_RELEASES.at(-1);
  assert.ok(VERSION === RELEASE || VERSION === last?.name, 'the release is tagged, or to come');
  assert.ok((last?.migrations ?? 0) < readMigrations().length);
});

test('the schema carries the oldest release that may run on it, as releases.json has it', async () => {
  const made = await openTestDatabase();
  await made.database.query({ text: `insert into installation (environment) values ('sandbox')` });
  const former = await openTestDatabase({ migratedTo: 44 });
  await former.database.query({
    text: `insert into installation (environment) values ('sandbox')`,
  });
  const migrated = await openMomo({ DATABASE_URL: former.url }).momo('db', 'migrate');
  assert.equal(migrated.code, 0, migrated.output);
  for (const { database } of [made, former]) {
    assert.equal(await findOldestRelease(database), OLDEST_RELEASE);
  }
});

/** A session that is called so, as long as the work lasts. */
function withSession(database: Database, name: string, work: () => Promise<void>): Promise<void> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: `set application_name = '${name}'` });
    await work();
  });
}

const CALLED_ALIKE = [
  ['0.2.0', 44],
  ['0.1.0', 12],
] as const;

for (const [release, migrations] of CALLED_ALIKE) {
  test(`no migration is applied while a process of ${release} is connected, unless asked`, async () => {
    const { database, url } = await openTestDatabase({ migratedTo: migrations });
    const env = { DATABASE_URL: url };
    const { momo } = openMomo(env);
    await withSession(database, 'momo-4711', async () => {
      const refused = await momo('db', 'migrate');
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, new RegExp(`process 4711 \\(release ${release}\\)`));
      assert.match(refused.stderr, /Stop them, or .*--despite-sessions/);
      const start = await runToEnd({ env });
      assert.equal(start.code, 2, start.output);
      assert.match(start.stderr, new RegExp(`release ${release}`));
      assert.equal((await listAppliedMigrations(database)).length, migrations);
      const asked = await momo('db', 'migrate', '--despite-sessions');
      assert.equal(asked.code, 0, asked.output);
    });
    assert.equal((await listAppliedMigrations(database)).length, readMigrations().length);
  });
}

test('processes of a release that may run on the new schema are no reason to refuse', async () => {
  const { database, url } = await openTestDatabase({ migratedTo: 44 });
  await withSession(database, `momo-${OLDEST_RELEASE}-4711`, async () => {
    const migrated = await openMomo({ DATABASE_URL: url }).momo('db', 'migrate');
    assert.equal(migrated.code, 0, migrated.output);
  });
});

test('a process is not ready while the schema is for later releases, and otherwise goes on', async () => {
  const { database, url } = await openTestDatabase();
  const service = await startServiceProcess({ env: { DATABASE_URL: url } });
  const answers = async (status: number) => {
    await eventually(`answered ${status}`, async () => {
      const answer = await service.call('GET', '/readyz');
      return answer.status === status;
    });
    return (await service.call('GET', '/readyz')).json;
  };
  await answers(200);
  await database.query({
    text: `insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`,
  });
  await database.query({ text: `update installation set oldest_release = '99.0.0'` });
  assert.deepEqual(await answers(503), {
    status: 'unavailable',
    detail: 'the schema is for release 99.0.0 and later',
  });
  const refused = await runToEnd({ env: { DATABASE_URL: url } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /The database is newer than this program.*9999 \(later\)/);

  await database.query({ text: 'update installation set oldest_release = default' });
  await answers(200);
  const another = await startServiceProcess({ env: { DATABASE_URL: url, PROCESSES: '2' } });
  assert.equal((await another.call('GET', '/readyz')).status, 200);
  await Promise.all([service.end('SIGTERM'), another.end('SIGTERM')]);
});
