import type { Queryable } from '../../db/client.ts';
import { advanceDeadlines } from '../../db/transactions/transitions.ts';

interface ClockDeps {
  readonly database: Queryable;
}

/** Lets time pass for the open transactions of one application; the workers find what is due then. */
export function advanceClock(
  { database }: ClockDeps,
  asked: { readonly applicationId: string; readonly seconds: number },
): Promise<number> {
  return advanceDeadlines(database, asked);
}
