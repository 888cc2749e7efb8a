import { execFileSync } from 'node:child_process';
import { terminateBackends } from '../../test/support/terminate-backends.ts';
import { exhaustConnections, failOver, fillDisk, freezeDatabase } from '../faults/databases.ts';
import { FAILURES, failEverywhere } from '../faults/failpoints.ts';
import { freezeWorkers } from '../faults/frozen-workers.ts';
import { killServices } from '../faults/kill-services.ts';
import { endPostgres, killBoth } from '../faults/shake-postgres.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** What dies, freezes or fills up under the service. */
export const PROCESSES = [
  scenario({
    name: 'F1',
    fault: 'kill -9 of one of two services under load',
    asked: { findings: most(0), strange_answers: most(0), ready_ms: mostMs(2_000) },
    sizes: { kills: [200, 3] },
    minutes: 15,
    run: ({ size, seed }) => killServices({ kills: size.kills, seed }),
  }),
  scenario({
    name: 'F2',
    fault: 'a failure at every statement and call of a payment: killed, frozen, an error',
    asked: {
      paid_twice: most(0),
      left_open: most(0),
      strange_answers: most(0),
      not_met: most(0),
      findings: most(0),
    },
    sizes: { failures: [5 * FAILURES.length, 12] },
    minutes: 60,
    run: ({ size, seed }) => failEverywhere({ ...size, seed }),
  }),
  scenario({
    name: 'F3',
    fault: 'kill -9 of PostgreSQL under load',
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
    name: 'F4',
    fault: 'PostgreSQL restarted, connections ended, none left',
    asked: {
      findings: most(0),
      strange_answers: most(0),
      served_again_ms: mostMs(5_000),
      recovery_ms: mostMs(5_000),
      p99_over_usual_ms: mostMs(50),
    },
    holds: 'connections that are ended lose no payment',
    sizes: { restarts: [20, 2], terminated: [1_000, 50], exhausted: [5, 1] },
    minutes: 8,
    run: async ({ size, seed }) => {
      const restarted = await endPostgres({ signal: 'SIGINT', times: size.restarts, seed });
      const terminated = await terminateBackends(size.terminated);
      const exhausted = await exhaustConnections({ times: size.exhausted, seed });
      return {
        findings: restarted.findings + exhausted.findings,
        strange_answers: restarted.strange_answers + exhausted.strange_answers,
        served_again_ms: restarted.served_again_ms,
        recovery_ms: exhausted.recovery_ms,
        p99_over_usual_ms: exhausted.p99_over_usual_ms,
        terminated,
      };
    },
  }),
  scenario({
    name: 'F5',
    fault: 'service and PostgreSQL killed together',
    asked: { findings: most(0), strange_answers: most(0) },
    sizes: { kills: [30, 2] },
    minutes: 6,
    run: ({ size, seed }) => killBoth({ times: size.kills, seed }),
  }),
  scenario({
    name: 'F6',
    fault: 'primary killed, synchronous standby promoted',
    asked: { findings: most(0), strange_answers: most(0), served_again_ms: mostMs(10_000) },
    sizes: { failovers: [10, 1] },
    minutes: 6,
    run: ({ size, seed }) => failOver({ times: size.failovers, seed }),
  }),
  scenario({
    name: 'F7',
    fault: 'disk full',
    asked: { findings: most(0), strange_answers: most(0), ended_badly: most(0) },
    sizes: { times: [5, 1] },
    minutes: 3,
    needs: () => (process.getuid?.() === 0 ? null : 'only root may mount a small disk'),
    run: ({ size, seed }) => fillDisk({ times: size.times, seed }),
  }),
  scenario({
    name: 'F8',
    fault: 'a worker frozen beyond its lease while it sends payouts',
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
    name: 'F9',
    fault: 'PostgreSQL frozen under load',
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
];

/** Whether a program is installed that a scenario needs. */
export function lacks(program: string): () => string | null {
  return () => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
      return null;
    } catch {
      return `${program} is not installed`;
    }
  };
}
