import type { Wallet } from '../api/types.ts';

type WalletDays = Wallet['days'];

const DAY_MS = 86_400_000;

/**
 * Every day from the first on which a wallet moved until today, so that a chart has one step for
 * each: on a day without a movement the wallet has what it had the day before.
 */
export function everyDay(moved: WalletDays, now: number): WalletDays {
  const [first] = moved;
  if (first === undefined) return [];
  const byDay = new Map(moved.map(({ day, xaf }) => [day, xaf]));
  const last = Math.max(timeOf(moved.at(-1)?.day ?? first.day), timeOf(dayInDouala(now)));
  const days: WalletDays = [];
  let { xaf } = first;
  for (let at = timeOf(first.day); at <= last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    xaf = byDay.get(day) ?? xaf;
    days.push({ day, xaf });
  }
  return days;
}

/** Douala is an hour ahead of UTC all year. */
function dayInDouala(now: number): string {
  return new Date(now + 3_600_000).toISOString().slice(0, 10);
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
