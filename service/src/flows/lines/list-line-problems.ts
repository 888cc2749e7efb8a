import type { Queryable } from '../../db/client.ts';
import { listSimHealth } from '../../db/lines/gateways.ts';
import { listLines } from '../../db/lines/lines.ts';
import { listPayingSims } from '../../db/lines/paying-sims.ts';
import { findLineProblem } from '../../domain/lines/line-health.ts';
import { findSimProblem } from '../../domain/lines/paying-sim.ts';
import { type Message, sentenceOf } from '../../domain/messages/message.ts';

export interface LineProblem {
  readonly line: string;
  /** Why payments to the line could not be confirmed now, or `null`. */
  readonly problem: Message | null;
  readonly burstAt: Date | null;
}

/** What stops the payouts of a SIM, in the words that every list uses. */
export interface PayoutStop {
  readonly line: string;
  readonly sentence: string;
}

/** Every SIM that could pay and would not now, with the screen that led to it. */
export async function listPayoutStops(database: Queryable): Promise<readonly PayoutStop[]> {
  return (await listPayingSims(database)).flatMap((sim) => {
    const code = findSimProblem(sim, { action: 'transfer', amountXaf: null });
    if (sim.agentSilentMs === null || code === null) return [];
    const screen = sim.screen === null ? '' : ` The screen: "${sim.screen}"`;
    return [{ line: sim.line, sentence: `${sentenceOf({ code })}${screen}` }];
  });
}

/**
 * Every line with what is wrong with it. One that no person has opened yet is not at work, so no
 * person is woken for it, whatever its gateway does.
 */
export async function listLineProblems(database: Queryable): Promise<readonly LineProblem[]> {
  const [lines, sims] = await Promise.all([listLines(database), listSimHealth(database)]);
  return lines.map(({ line, isOpened, burstAt }) => {
    const problem = isOpened ? findLineProblem(line, sims, { isOpened }) : null;
    return { line, problem, burstAt };
  });
}
