import type { Queryable } from '../../db/client.ts';
import { listDayMovements, listLastDays } from '../../db/finance/day-report.ts';
import { sumWallets } from '../../domain/finance/day-report.ts';

/** In hundredths; what went out and what was charged is negative. */
export interface MoneyOfDay {
  readonly day: string;
  readonly in: bigint;
  readonly out: bigint;
  readonly fees: bigint;
}

const DAYS = 30;
/** What was under way at midnight may still be booked on the day before. */
const OPEN_DAYS = 2;

/**
 * What moved all wallets on each of the last days, from the entries that the report of the day adds
 * up. A busy day has a million of them, and those of a day that is over stay: they are read once.
 */
export function createMoneyByDay(database: Queryable): () => Promise<readonly MoneyOfDay[]> {
  const kept = new Map<string, MoneyOfDay>();
  return async () => {
    const days = await listLastDays(database, { days: DAYS });
    const sums: MoneyOfDay[] = [];
    for (const [index, day] of days.entries()) {
      const known = kept.get(day);
      const sum = known ?? (await sumDay(database, day));
      if (index < days.length - OPEN_DAYS) kept.set(day, sum);
      sums.push(sum);
    }
    for (const day of kept.keys()) if (!days.includes(day)) kept.delete(day);
    return sums;
  };
}

async function sumDay(database: Queryable, day: string): Promise<MoneyOfDay> {
  const { in: cameIn, out, fees } = sumWallets(await listDayMovements(database, day));
  return { day, in: cameIn, out, fees };
}
