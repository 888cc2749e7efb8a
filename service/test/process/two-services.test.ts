import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  idOf,
  makeDataDir,
  postmasterPid,
  runToEnd,
  sampleDeposit,
  startServiceProcess,
} from '../support/service-process.ts';

const dataDir = await makeDataDir();
const env = { DATA_DIR: dataDir };
const [one, other] = await Promise.all([
  startServiceProcess({ env }),
  startServiceProcess({ env }),
]);

test('a start says which migrations it applies, before it does', () => {
  const output = one.output() + other.output();
  const said = /"migrations":\["0001_foundation",.*"msg":"applying migrations"/;
  assert.match(output, said);
  assert.ok(output.search(said) < output.search(/"msg":"migrations applied"/));
});

test('another start waits a minute for a taken port, says so, ends with 2 and does no harm', async () => {
  const { port } = new URL(one.url);
  const refused = await runToEnd({ env: { ...env, PORT: port } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, new RegExp(`not started: Port ${port} is taken`));
  assert.doesNotMatch(refused.stdout, /is ready/);
  const answer = await one.call('POST', '/api/v1/deposits', sampleDeposit());
  assert.equal(answer.status, 200);
});

test('a worker of the same settings needs no port of its own', async () => {
  const { port } = new URL(one.url);
  const worker = await startServiceProcess({ env: { ...env, ROLE: 'worker', PORT: port } });
  assert.notEqual(worker.url, one.url);
  assert.equal((await worker.call('GET', '/readyz')).status, 200);
  assert.equal((await worker.end('SIGTERM')).code, 0);
});

test('two services on one data folder share the data; the last one stops the database', async () => {
  const server = await postmasterPid(dataDir);
  const deposit = sampleDeposit();
  const id = idOf(await one.call('POST', '/api/v1/deposits', deposit));
  assert.equal(idOf(await other.call('POST', '/api/v1/deposits', deposit)), id);

  assert.equal((await one.end('SIGTERM')).code, 0);
  assert.match(one.output(), /"outcome":"left_running"/);
  assert.equal(await postmasterPid(dataDir), server);
  assert.equal((await other.call('GET', `/api/v1/transactions/${id}`)).status, 200);

  assert.equal((await other.end('SIGTERM')).code, 0);
  assert.match(other.output(), /"outcome":"stopped"/);
  assert.equal(await postmasterPid(dataDir), null);
});
