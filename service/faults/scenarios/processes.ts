import { usePatroni } from '../../test/support/nodes/fail-over.ts';
import { startPatroniCluster } from '../../test/support/nodes/patroni-cluster.ts';
import { killAndReturn } from '../../test/support/process/ready-after-kill.ts';
import { restoreDuringPayouts } from '../../test/support/submissions/restore-payouts.ts';
import { findSystemPostgres } from '../../test/support/system-postgres.ts';
import { terminateBackends } from '../../test/support/terminate-backends.ts';
import { exhaustConnections, failOver, fillDisk, freezeDatabase } from '../inject/databases.ts';
import { FAILURES, failEverywhere } from '../inject/failpoints.ts';
import { freezeWorkers } from '../inject/frozen-workers.ts';
import { killServices } from '../inject/kill-services.ts';
import { endPostgres, killBoth } from '../inject/shake-postgres.ts';
import { lacks } from '../lacks.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** What dies, freezes or fills up under the service. */
export const PROCESSES = [
  scenario({
    name: 'kill-services',
    id: 'F1',
    what: 'kill -9 of one of two services under load',
    asked: { findings: most(0), strange_answers: most(0), ready_ms: mostMs(2_000) },
    sizes: { kills: [200, 3] },
    minutes: 15,
    run: ({ size, seed }) => killServices({ kills: size.kills, seed }),
  }),
  scenario({
    name: 'failpoints',
    id: 'F2',
    what: 'a failure at every statement and call of a payment: killed, frozen, an error',
    asked: {
      paid_twice: most(0),
      left_open: most(0),
      strange_answers: most(0),
      not_met: most(0),
      findings: most(0),
    },
    sizes: { failures: [5 * FAILURES.length, 2] },
    minutes: 60,
    run: ({ size, seed }) => failEverywhere({ ...size, seed }),
  }),
  scenario({
    name: 'kill-postgres',
    id: 'F3',
    what: 'kill -9 of PostgreSQL under load',
    asked: {
      findings: most(0),
      strange_answers: most(0),
      service_endings: most(0),
      served_again_ms: mostMs(3_000),
    },
    sizes: { kills: [50, 2] },
    minutes: 8,
    run: ({ size, seed }) => endPostgres({ signal: 'SIGKILL', times: size.kills, seed }),
  }),
  scenario({
    name: 'restart-postgres',
    id: 'F4',
    what: 'PostgreSQL restarted, and then no connection left',
    asked: {
      findings: most(0),
      strange_answers: most(0),
      served_again_ms: mostMs(5_000),
      recovery_ms: mostMs(5_000),
      p99_over_usual_ms: mostMs(50),
    },
    sizes: { restarts: [20, 2], exhausted: [5, 1] },
    minutes: 8,
    run: async ({ size, seed }) => {
      const restarted = await endPostgres({ signal: 'SIGINT', times: size.restarts, seed });
      const exhausted = await exhaustConnections({ times: size.exhausted, seed });
      return {
        findings: restarted.findings + exhausted.findings,
        strange_answers: restarted.strange_answers + exhausted.strange_answers,
        served_again_ms: restarted.served_again_ms,
        recovery_ms: exhausted.recovery_ms,
        p99_over_usual_ms: exhausted.p99_over_usual_ms,
      };
    },
  }),
  scenario({
    name: 'terminated-backends',
    id: 'F4',
    what: 'connections that PostgreSQL ends under load',
    asked: { terminated: least(1) },
    holds: 'no process ends, no payment is lost, refusals are 503',
    sizes: { connections: [1_000, 100] },
    minutes: 2,
    run: ({ size }) => terminateBackends(size.connections),
  }),
  scenario({
    name: 'kill-services-and-postgres',
    id: 'F5',
    what: 'service and PostgreSQL killed together',
    asked: { findings: most(0), strange_answers: most(0) },
    sizes: { kills: [30, 2] },
    minutes: 6,
    run: ({ size, seed }) => killBoth({ times: size.kills, seed }),
  }),
  scenario({
    name: 'failover',
    id: 'F6',
    what: 'primary killed, synchronous standby promoted',
    asked: { findings: most(0), strange_answers: most(0), served_again_ms: mostMs(10_000) },
    sizes: { failovers: [10, 1] },
    minutes: 6,
    run: ({ size, seed }) => failOver({ times: size.failovers, seed }),
  }),
  scenario({
    name: 'full-disk',
    id: 'F7',
    what: 'disk full',
    asked: { findings: most(0), strange_answers: most(0), ended_badly: most(0) },
    sizes: { times: [5, 1] },
    minutes: 3,
    needs: () => (process.getuid?.() === 0 ? null : 'only root may mount a small disk'),
    run: ({ size, seed }) => fillDisk({ times: size.times, seed }),
  }),
  scenario({
    name: 'frozen-workers',
    id: 'F8',
    what: 'a worker frozen beyond its lease while it sends payouts',
    asked: {
      paid_twice: most(0),
      moved_twice: most(0),
      findings: most(0),
      freezes_that_met_a_step: least(1),
    },
    sizes: { freezes: [50, 1] },
    minutes: 8,
    unlike: 'the lease passes by the clock of the database, so nobody waits 40 s',
    run: ({ size }) => freezeWorkers(size),
  }),
  scenario({
    name: 'frozen-postgres',
    id: 'F9',
    what: 'PostgreSQL frozen under load',
    asked: {
      findings: most(0),
      strange_answers: most(0),
      slowest_answer_ms: mostMs(6_000),
      memory_mb: most(300),
      recovery_ms: mostMs(5_000),
    },
    sizes: { seconds: [20, 7] },
    minutes: 2,
    run: ({ size, seed }) => freezeDatabase({ ...size, seed }),
  }),
  scenario({
    name: 'ready-after-kill',
    what: 'kill -9 of the only service under load, on a quiet machine',
    asked: { ready_ms: mostMs(2_000) },
    sizes: { kills: [20, 1] },
    minutes: 2,
    run: async ({ size }) => {
      const returns = await killAndReturn({ ...size, isFull: false });
      return { ready_ms: Math.max(...returns.map(({ readyMs }) => readyMs)), returns };
    },
  }),
  scenario({
    name: 'ready-on-a-full-machine',
    what: 'the same while something else uses every core',
    asked: { served_ms: mostMs(5_000) },
    sizes: { kills: [20, 1] },
    minutes: 4,
    unlike: 'the slowest of twenty does not count: without a free core a second passes by itself',
    run: async ({ size }) => {
      const returns = await killAndReturn({ ...size, isFull: true });
      const served = returns.map(({ servedMs }) => servedMs).sort((a, b) => b - a);
      return { served_ms: served[Math.floor(size.kills / 20)] ?? Number.NaN, returns };
    },
  }),
  scenario({
    name: 'patroni-failover',
    what: 'postmasters and whole nodes of three under Patroni killed',
    asked: { postmaster_ms: mostMs(15_000), node_ms: mostMs(35_000) },
    holds: 'nothing that was acknowledged is lost or there twice',
    sizes: { postmasters: [10, 1], nodes: [2, 1] },
    minutes: 12,
    needs: lacks('patroni', 'etcd', 'haproxy'),
    run: ({ size }) => failOverPatroni(size),
  }),
  scenario({
    name: 'payout-restores',
    what: 'backups restored among payouts at any stage, as a dump or as files',
    asked: { payouts: least(1) },
    holds: 'nobody is paid twice; momo audit all',
    sizes: { restores: [30, 2], payoutsPerRestore: [20, 12] },
    minutes: 6,
    run: async ({ size, seed }) => ({ ...(await restoreDuringPayouts({ ...size, seed })) }),
  }),
];

async function failOverPatroni(size: { readonly postmasters: number; readonly nodes: number }) {
  const bin = findSystemPostgres();
  if (bin === null) throw new Error('PostgreSQL of the system is not installed');
  const cluster = await startPatroniCluster(bin);
  await cluster.healthy();
  const users = await usePatroni(cluster);
  const slowest = { postmaster: 0, node: 0 };
  for (let n = 0; n < size.postmasters + size.nodes; n += 1) {
    const what = n < size.postmasters ? 'postmaster' : 'node';
    const leader = await cluster.healthy();
    const outages = await users.outage(() =>
      what === 'node' ? cluster.killNode(leader) : cluster.killPostmaster(leader),
    );
    if (what === 'node') await cluster.startNode(leader);
    console.log(`${what} ${leader.name}: ${JSON.stringify(outages)} ms`);
    slowest[what] = Math.max(slowest[what], ...Object.values(outages));
  }
  const payments = await users.settle();
  return { postmaster_ms: slowest.postmaster, node_ms: slowest.node, payments };
}
