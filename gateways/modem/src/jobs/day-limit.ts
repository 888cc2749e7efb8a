import type { Spent } from './book.ts';

/** The most that a SIM may pay on one day, whatever the service asks for. */
export interface DayLimit {
  readonly amountXaf: number;
  readonly payments: number;
}

/** Cameroon is an hour ahead of UTC, all year. */
const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function startOfDay(nowMs: number): number {
  return Math.floor((nowMs + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS;
}

export function isWithin(limit: DayLimit, spent: Spent, amountXaf: number): boolean {
  return spent.payments < limit.payments && spent.amountXaf + amountXaf <= limit.amountXaf;
}
