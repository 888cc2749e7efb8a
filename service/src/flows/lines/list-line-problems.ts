import type { Queryable } from '../../db/client.ts';
import { listSimHealth } from '../../db/lines/gateways.ts';
import { listLines } from '../../db/lines/lines.ts';
import { listPayingSims } from '../../db/lines/paying-sims.ts';
import { findLineProblem } from '../../domain/lines/line-health.ts';
import { findSimProblem } from '../../domain/lines/paying-sim.ts';
import { type Message, type PlainMessageCode, sentenceOf } from '../../domain/messages/message.ts';

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

/** A line that nobody has opened yet is not at work, so nobody is woken for it. */
const NOT_AT_WORK: PlainMessageCode = 'line_not_opened';

/** Every line with what is wrong with it. */
export async function listLineProblems(database: Queryable): Promise<readonly LineProblem[]> {
  const [lines, sims] = await Promise.all([listLines(database), listSimHealth(database)]);
  return lines.map(({ line, isOpened, burstAt }) => {
    const problem = findLineProblem(line, sims, { isOpened });
    return { line, problem: problem?.code === NOT_AT_WORK ? null : problem, burstAt };
  });
}
