import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { FINDING_CODES } from '../../src/domain/diagnosis.ts';
import { lookAtPublicUrl } from '../../src/settings/look-at-machine.ts';
import { BROKEN_CONTENTS } from '../support/cli/broken-contents.ts';
import { BROKEN_MACHINES } from '../support/cli/broken-machines.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';

const service = await startTestService();
const { database, config } = service;
const env = {
  DATABASE_URL: config.databaseUrl ?? '',
  DATA_DIR: config.dataDir,
  HOST: '127.0.0.1',
  PORT: new URL(service.url).port,
};
const { momoWith } = openMomo(env);

test('every finding that momo doctor can make has an installation that is broken so', () => {
  assert.deepEqual(
    [...BROKEN_MACHINES, ...BROKEN_CONTENTS].map(({ code }) => code).toSorted(),
    [...FINDING_CODES].toSorted(),
    'add a row to test/support/cli/broken-machines.ts or broken-contents.ts',
  );
});

test('momo doctor says that all is well, and what is wrong with what to do', async () => {
  const well = await momoWith({ env }, 'doctor');
  assert.deepEqual([well.code, well.stdout], [0, 'all is well\n'], well.output);

  await database.query({
    text: `insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`,
  });
  const newer = await momoWith({ env }, 'doctor');
  assert.equal(newer.code, 0, 'the schema still serves this release');
  assert.match(
    newer.stdout,
    /^look at {2}The database has 1 migration that.*\n {9}→ Install the newer/m,
  );
  assert.match(newer.stdout, /^0 wrong, 1 to look at$/m);
  await database.query({ text: 'delete from schema_migrations where version = 9999' });
});

test('momo doctor --json has one object for each finding', async () => {
  const closedPort = { ...env, PORT: '1' };
  const { code, stdout } = await momoWith({ env: closedPort }, 'doctor', '--json');
  assert.equal(code, 0, 'a warning is no failure');
  const { finding, severity } = JSON.parse(stdout) as Record<string, string>;
  assert.deepEqual([finding, severity], ['service', 'warning']);
});

test('momo doctor goes on where the service would not start', async () => {
  const wrong = await momoWith({ env: { ...env, PORT: 'many', ROLE: 'boss' } }, 'doctor');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /^WRONG {4}PORT /m);
  assert.match(wrong.stdout, /^WRONG {4}ROLE /m);
  const away = { ...env, DATABASE_URL: 'postgresql://nobody:a-secret@127.0.0.1:1/none' };
  const { code, stdout } = await momoWith({ env: away }, 'doctor');
  assert.equal(code, 1);
  assert.match(stdout, /^WRONG {4}The database cannot be used: /m);
  assert.doesNotMatch(stdout, /a-secret/);
});

test('PUBLIC_URL is tried as an operator would use it', async () => {
  const plain = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  assert.ok(address !== null && typeof address === 'object');
  const at = new Date();
  const open = await lookAtPublicUrl(`http://127.0.0.1:${address.port}`, at);
  assert.equal(open?.problem, null);
  const spoken = await lookAtPublicUrl(`https://127.0.0.1:${address.port}`, at);
  assert.notEqual(spoken?.problem, null, 'it speaks no TLS');
  plain.close();
  await once(plain, 'close');
  const closed = await lookAtPublicUrl(`http://127.0.0.1:${address.port}`, at);
  assert.match(closed?.problem ?? '', /ECONNREFUSED/);
  assert.equal(await lookAtPublicUrl(null, at), null);
});

test('PUBLIC_URL is asked for by its name, as a proxy with several certificates needs it', async () => {
  const names: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, answer) => {
      names.push(name);
      answer(new Error('it has no certificate'));
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  await lookAtPublicUrl(`https://localhost:${address.port}`, new Date());
  await lookAtPublicUrl(`https://127.0.0.1:${address.port}`, new Date());
  server.close();
  assert.deepEqual(names, ['localhost']);
});
