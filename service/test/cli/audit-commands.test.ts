import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { addPerson } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';

const { database, config } = await startTestService();
const env = { DATABASE_URL: config.databaseUrl ?? '' };
const folder = await mkdtemp(join(tmpdir(), 'momo-anchors-'));
after(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'anchors.jsonl');

const { momo: anyMomo } = openMomo(env);
const momo = (...args: readonly string[]) => anyMomo('audit', ...args);

test('an anchor is printed and added to a file, and verify finds a cut end with it', async () => {
  // The first line is about the policy of the installation.
  await addPerson(database);
  const first = await momo('anchor', '--file', file);
  assert.match(first.stdout, /^\{"line":2,"hash":"[0-9a-f]{64}","at":"[^"]+"\}\n$/);
  await addPerson(database);
  await momo('anchor', '--file', file);
  assert.equal((await readFile(file, 'utf8')).split('\n').length, 3);
  const intact = await momo('verify', '--anchors', file);
  assert.equal(intact.stdout, 'the audit log is intact: 3 lines, compared with 2 anchors\n');
  await database.atomically(async (connection) => {
    await connection.query({ text: 'alter table audit_log disable trigger all' });
    await connection.query({ text: 'delete from audit_log where id = 3' });
    await connection.query({ text: 'alter table audit_log enable trigger all' });
  });
  assert.equal((await momo('verify')).stdout, 'the audit log is intact: 2 lines\n');
  const cut = await momo('verify', '--anchors', file);
  assert.equal(cut.code, 1);
  assert.match(cut.stdout, /^the audit log is broken at line 3: .* line 3 was anchored: its end/);
});

test('an anchor is posted, and one that is not taken is a failure', async () => {
  const bodies: string[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(status, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/anchors`;
  const posted = await momo('anchor', '--post', url);
  assert.equal(posted.code, 0, posted.stderr);
  assert.equal(`${bodies[0]}\n`, posted.stdout);
  for (status of [500, 302]) {
    const refused = await momo('anchor', '--post', url);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^momo: the anchor was not taken by 127\.0\.0\.1:\d+: /);
  }
});

test('a file that holds something else, or an address that is none, is refused', async () => {
  const broken = join(folder, 'broken.jsonl');
  await writeFile(broken, '{"line":1}\n');
  const refused = await momo('verify', '--anchors', broken);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /does not hold one anchor on each line/);
  assert.match((await momo('anchor', '--post', 'file:///etc/passwd')).stderr, /http or https/);
});
