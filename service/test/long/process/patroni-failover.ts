// Patroni: 10 postmasters and 2 of three nodes killed: served soon, nothing lost or doubled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePatroni } from '../../support/nodes/fail-over.ts';
import { startPatroniCluster } from '../../support/nodes/patroni-cluster.ts';
import { findSystemPostgres } from '../../support/system-postgres.ts';

const POSTMASTERS = 10;
const NODES = 2;
const SERVED_MS = { postmaster: 15_000, node: 35_000 };

const bin = findSystemPostgres();
assert.ok(bin !== null, 'apt-get install patroni etcd-server python3-etcd haproxy postgresql');
const cluster = await startPatroniCluster(bin);
await cluster.healthy();
const users = await usePatroni(cluster);

for (let n = 1; n <= POSTMASTERS + NODES; n += 1) {
  const what = n <= POSTMASTERS ? 'postmaster' : 'node';
  test(`${n}. a ${what} is killed: served again within ${SERVED_MS[what]} ms`, async (t) => {
    const leader = await cluster.healthy();
    const outages = await users.outage(() =>
      what === 'node' ? cluster.killNode(leader) : cluster.killPostmaster(leader),
    );
    if (what === 'node') await cluster.startNode(leader);
    t.diagnostic(`${leader.name}: ${JSON.stringify(outages)} ms`);
    const late = Object.values(outages).filter((ms) => ms > SERVED_MS[what]);
    assert.deepEqual(late, []);
  });
}

test('nothing that was acknowledged is lost, and nothing is there twice', (t) => users.settle(t));
