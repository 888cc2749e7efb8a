import type { Queryable } from '../../db/client.ts';
import { listSimHealth } from '../../db/lines/gateways.ts';
import { listLines } from '../../db/lines/lines.ts';
import { findLineProblem } from '../../domain/lines/line-health.ts';
import type { Message, PlainMessageCode } from '../../domain/messages/message.ts';

export interface LineProblem {
  readonly line: string;
  /** Why payments to the line could not be confirmed now, or `null`. */
  readonly problem: Message | null;
  readonly burstAt: Date | null;
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
