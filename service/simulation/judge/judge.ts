import type pg from 'pg';
import type { BooksReport } from '../../src/flows/finance/verify-books.ts';
import type { World } from '../world-parts.ts';
import { readFacts } from './facts.ts';
import { judgeHistory } from './judge-history.ts';
import { judgeLine } from './judge-line.ts';
import { judgeMoney } from './judge-money.ts';
import { judgeOverpayments } from './judge-overpayments.ts';
import { judgeReported } from './judge-reported.ts';
import { judgeWallets } from './judge-wallets.ts';

/** What the service says of its books in the end. */
export interface Verified extends BooksReport {
  /** What its list of overpayments adds up to. */
  readonly listedXaf: number;
}

/**
 * Finds what is wrong by the books of the outside world: platforms' requests and events, money at
 * the operator and on our line, answers to staff. It uses none of the service's code.
 */
export async function judge(
  world: World,
  database: pg.Client,
  verified: Verified,
): Promise<readonly string[]> {
  world.finish();
  const facts = await readFacts(database);
  return [
    ...new Set([
      ...world.complaints,
      ...judgeReported(world, facts),
      ...facts.payments.flatMap((payment) => judgeHistory(world, payment)),
      ...judgeMoney(world, facts),
      ...judgeLine(world, facts),
      ...judgeOverpayments(world, facts, verified),
      ...judgeWallets(world, facts, verified),
    ]),
  ];
}
