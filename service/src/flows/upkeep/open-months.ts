import type { Queryable } from '../../db/client.ts';
import { openMonthsAhead } from '../../db/upkeep/months.ts';

/**
 * So many are open before they begin: what is written while nobody was there to open them is kept
 * with the rest, and cannot be taken away as a month.
 */
const MONTHS_AHEAD = 3;

/** Opens the next months of what is kept in months, and returns how many parts that made. */
export function openMonths(database: Queryable): Promise<number> {
  return openMonthsAhead(database, MONTHS_AHEAD);
}
