import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import { listPayingSims } from '../../db/lines/paying-sims.ts';
import { insertJob } from '../../db/lines/sim-jobs.ts';
import { isBalanceDue } from '../../domain/lines/line-health.ts';
import { findSimProblem } from '../../domain/lines/paying-sim.ts';

/** The question is repeated later, so it need not wait long for an answer. */
const TAKE_MS = 60_000;
const FINISH_MS = 180_000;

/** Asks the lines for their balances, each from time to time, and soon in a gap. */
export async function askBalances({
  database,
  balanceEveryMs,
}: {
  readonly database: Queryable;
  readonly balanceEveryMs: number;
}): Promise<number> {
  const asked = new Set<string>();
  for (const sim of await listPayingSims(database)) {
    const isFit = findSimProblem(sim, { action: 'balance', amountXaf: null }) === null;
    if (!isFit || asked.has(sim.line) || !isBalanceDue(sim, balanceEveryMs)) continue;
    asked.add(sim.line);
    await insertJob(database, {
      reference: randomUUID(),
      gatewayId: sim.gatewayId,
      sim: sim.sim,
      operator: sim.operator,
      line: sim.line,
      action: 'balance',
      msisdn: null,
      amountXaf: null,
      takeMs: TAKE_MS,
      finishMs: FINISH_MS,
    });
  }
  return 0;
}
