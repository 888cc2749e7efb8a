import type { Closing, Closings } from '../api/types.ts';

/** Whether a day is closed, can be, waits for a deposit, or is not over. */
export type DayState = 'closed' | 'closable' | 'waiting' | 'running' | 'none';

export interface CalendarDay {
  /** In Douala. */
  readonly day: string;
  readonly state: DayState;
  readonly closing: Closing | null;
}

const WEEKS = 6;
const DAY_MS = 86_400_000;

/** The last weeks until today, each from Monday; empty before the first payment. */
export function toWeeks({ items, open }: Closings): readonly (readonly CalendarDay[])[] {
  const today = open?.today ?? items[0]?.day;
  if (today === undefined) return [];
  const sunday = timeOf(today) + ((7 - new Date(timeOf(today)).getUTCDay()) % 7) * DAY_MS;
  const closed = new Map(items.map((closing) => [closing.day, closing]));
  const first = items.at(-1)?.day ?? open?.from ?? today;
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = dayAt(sunday - ((WEEKS - 1 - week) * 7 + (6 - day)) * DAY_MS);
      const closing = closed.get(date) ?? null;
      return { day: date, closing, state: stateOf(date, { closing, open, today }) };
    }),
  );
  return weeks.filter((week) => week.some(({ day }) => day >= first));
}

function stateOf(day: string, { closing, open, today }: DayFacts): DayState {
  if (closing !== null) return 'closed';
  if (open === null || day < open.from || day > today) return 'none';
  if (day === today) return 'running';
  if (day <= open.last_over) return 'closable';
  return open.waits_for === null ? 'running' : 'waiting';
}

interface DayFacts extends Pick<Closings, 'open'> {
  readonly closing: Closing | null;
  readonly today: string;
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
