import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../db/client.ts';
import { listPayingSims } from '../../db/lines/paying-sims.ts';
import { findJob, findShownName, insertJob, withdrawJob } from '../../db/lines/sim-jobs.ts';
import { assert } from '../../domain/assert.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { choosePayingSim } from '../../domain/lines/paying-sim.ts';
import type { PaymentJob } from '../../domain/lines/sim-job.ts';
import type { LineJobs, LineOrder } from '../../providers/provider.ts';

/** A modem agent takes a job within a second; a process may die while it waits. */
const TAKE_MS = 30_000;
/** Payments before it may take half a minute each. A later job is refused, not begun. */
const FINISH_MS = { collect: 180_000, transfer: 900_000 } as const satisfies Record<
  PaymentJob['action'],
  number
>;
const LOOK_EVERY_MS = 200;
/** Withdrawing must end before the time limit of the call. */
const WITHDRAW_MS = 1_000;

/** Payments by our own lines: jobs in the database, for the modem agents. */
export function createLineJobs(database: Queryable): LineJobs {
  async function choose(order: LineOrder) {
    const sims = await listPayingSims(database);
    const ofOperator = sims.filter(({ operator }) => operator === order.operator);
    return choosePayingSim(ofOperator, { ...order, line: normaliseLine(order.line) });
  }

  return {
    findProblem: async (order) => {
      const chosen = await choose(order);
      return 'problem' in chosen ? { code: chosen.problem } : null;
    },
    give: async (job, timeoutMs) => {
      const until = performance.now() + timeoutMs - WITHDRAW_MS;
      const chosen = await choose(job);
      if ('problem' in chosen) return { kind: 'not_taken', problem: { code: chosen.problem } };
      const { gatewayId, sim, operator, line } = chosen.sim;
      const { reference, action } = job;
      await insertJob(database, {
        ...job,
        gatewayId,
        sim,
        operator,
        line,
        takeMs: TAKE_MS,
        finishMs: FINISH_MS[action],
      });
      while (performance.now() < until) {
        const found = await findJob(database, reference);
        assert(found !== null, 'a job is gone');
        const { state, wasTried } = found;
        if (state === 'taken' || state === 'ended' || wasTried) return { kind: 'taken' };
        if (state === 'withdrawn') break;
        await pause(LOOK_EVERY_MS);
      }
      const isWithdrawn = await withdrawJob(database, reference);
      return isWithdrawn
        ? { kind: 'not_taken', problem: { code: 'sim_agent_silent' } }
        : { kind: 'taken' };
    },
    find: (reference) => findJob(database, reference),
    findName: (msisdn) => findShownName(database, msisdn),
  };
}
