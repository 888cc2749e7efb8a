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
    run: async ({ size, seed }) => {
      const { killServices } = await import('../inject/kill-services.ts');
      return killServices({ kills: size.kills, seed });
    },
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
    sizes: { failures: [525, 2] },
    minutes: 60,
    run: async ({ size, seed }) => {
      const { failEverywhere } = await import('../inject/failpoints.ts');
      return failEverywhere({ ...size, seed });
    },
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
    run: async ({ size, seed }) => {
      const { endPostgres } = await import('../inject/shake-postgres.ts');
      return endPostgres({ signal: 'SIGKILL', times: size.kills, seed });
    },
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
      const { exhaustConnections } = await import('../inject/databases.ts');
      const { endPostgres } = await import('../inject/shake-postgres.ts');
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
    run: async ({ size }) => {
      const { terminateBackends } = await import('../../test/support/terminate-backends.ts');
      return terminateBackends(size.connections);
    },
  }),
  scenario({
    name: 'kill-services-and-postgres',
    id: 'F5',
    what: 'service and PostgreSQL killed together',
    asked: { findings: most(0), strange_answers: most(0) },
    sizes: { kills: [30, 2] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { killBoth } = await import('../inject/shake-postgres.ts');
      return killBoth({ times: size.kills, seed });
    },
  }),
  scenario({
    name: 'failover',
    id: 'F6',
    what: 'primary killed, synchronous standby promoted',
    asked: { findings: most(0), strange_answers: most(0), served_again_ms: mostMs(10_000) },
    sizes: { failovers: [10, 1] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { failOver } = await import('../inject/databases.ts');
      return failOver({ times: size.failovers, seed });
    },
  }),
  scenario({
    name: 'full-disk',
    id: 'F7',
    what: 'disk full, of the bundled PostgreSQL and of the one that is installed',
    asked: { findings: most(0), strange_answers: most(0), ended_badly: most(0) },
    sizes: { times: [5, 1] },
    minutes: 6,
    needs: () => (process.getuid?.() === 0 ? null : 'only root may mount a small disk'),
    run: async ({ size, seed }) => {
      const { fillDisk } = await import('../inject/databases.ts');
      return fillDisk({ times: size.times, seed });
    },
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
    run: async ({ size }) => {
      const { freezeWorkers } = await import('../inject/frozen-workers.ts');
      return freezeWorkers(size);
    },
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
    run: async ({ size, seed }) => {
      const { freezeDatabase } = await import('../inject/databases.ts');
      return freezeDatabase({ ...size, seed });
    },
  }),
  scenario({
    name: 'ready-after-kill',
    what: 'kill -9 of the only service under load, on a quiet machine',
    asked: { ready_ms: mostMs(2_000) },
    sizes: { kills: [20, 1] },
    minutes: 2,
    run: async ({ size }) => {
      const { killAndReturn } = await import('../../test/support/process/ready-after-kill.ts');
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
      const { killAndReturn } = await import('../../test/support/process/ready-after-kill.ts');
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
    run: async ({ size }) => {
      const { failOverPatroni } = await import('../inject/databases.ts');
      return failOverPatroni(size);
    },
  }),
  scenario({
    name: 'payout-restores',
    what: 'backups restored among payouts at any stage, as a dump or as files',
    asked: { payouts: least(1) },
    holds: 'nobody is paid twice; momo audit all',
    sizes: { restores: [30, 2], payoutsPerRestore: [20, 12] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { restoreDuringPayouts } = await import(
        '../../test/support/provider-requests/restore-payouts.ts'
      );
      return { ...(await restoreDuringPayouts({ ...size, seed })) };
    },
  }),
];
