import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { startPatroniCluster } from '../../support/nodes/patroni-cluster.ts';
import { makeDataDir, startServiceProcess } from '../../support/service-process.ts';
import { findSystemPostgres } from '../../support/system-postgres.ts';
import { create, DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';

const bin = findSystemPostgres();
const missing = ['patroni', 'etcd', 'haproxy', 'openssl'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
);
const skip = (bin === null || missing.length > 0) && `not here: PostgreSQL, ${missing.join(', ')}`;

test('the packaged patroni.yml and haproxy.cfg make three nodes that a service pays on', {
  skip,
}, async () => {
  assert.ok(bin !== null);
  const cluster = await startPatroniCluster(bin);
  const first = await cluster.healthy();
  const env = { DATA_DIR: await makeDataDir(), DATABASE_URL: cluster.urls.HAProxy };
  const service = await startServiceProcess({ env });
  await create(service, DEPOSITS, paymentBody());
  await service.end('SIGTERM');
  const connectionString = `postgresql://momo@127.0.0.1:${first.port}/postgres`;
  const database = openDatabase({ connection: { connectionString }, poolSize: 1 });
  const [seen] = await database.query<{ readonly followers: number; readonly encrypted: boolean }>({
    text: `select count(*)::int as followers, bool_and(s.ssl) as encrypted
           from pg_stat_replication r join pg_stat_ssl s using (pid)`,
  });
  const payments = await database.query({ text: 'select id from transactions' });
  await database.close();
  assert.deepEqual(seen, { followers: 2, encrypted: true });
  assert.equal(payments.length, 1);
});

test('etcd understands the packaged settings', { skip }, () => {
  const text = readFileSync(join(CHECKOUT, 'packaging/patroni/etcd.env'), 'utf8');
  const names = [...text.matchAll(/^ETCD_([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const { stdout } = spawnSync('etcd', ['--help'], { encoding: 'utf8' });
  for (const name of names) {
    const option = `--${name.toLowerCase().replaceAll('_', '-')}`;
    assert.ok(stdout.includes(`${option} `), option);
  }
  assert.ok(names.length > 5);
});
