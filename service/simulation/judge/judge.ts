import type pg from 'pg';
import type { World } from '../world-parts.ts';
import { readFacts } from './facts.ts';
import { judgeHistory } from './judge-history.ts';
import { judgeLine } from './judge-line.ts';
import { judgeMoney } from './judge-money.ts';
import { judgeReported } from './judge-reported.ts';

/**
 * Says what is wrong by the books of those outside: what platforms asked for and were told, what
 * the operator has moved, what came to our line, what staff were answered. Of the service's code
 * it uses none.
 */
export async function judge(world: World, database: pg.Client): Promise<readonly string[]> {
  world.finish();
  const facts = await readFacts(database);
  return [
    ...new Set([
      ...world.complaints,
      ...judgeReported(world, facts),
      ...facts.payments.flatMap((payment) => judgeHistory(world, payment)),
      ...judgeMoney(world, facts),
      ...judgeLine(world, facts),
    ]),
  ];
}
