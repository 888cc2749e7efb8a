import { assert } from '../domain/assert.ts';
import type { Queryable } from './client.ts';

/** The time by which things become due; the sandbox can shift it. */
export async function findClock(database: Queryable): Promise<Date> {
  const [row] = await database.query<{ readonly now: Date }>({ text: 'select app_now() as now' });
  return row?.now ?? new Date(0);
}

/** Moves the clock of the sandbox forward, for all processes; returns the time that it has then. */
export async function moveClock(
  database: Queryable,
  { hours }: { readonly hours: number },
): Promise<Date> {
  await database.query({
    text: `update installation set clock_shift = clock_shift + $1 * interval '1 hour'
           where environment <> 'live'`,
    values: [hours],
  });
  return findClock(database);
}

/** The time of the database's machine, for everything that goes outside with a time in it. */
export interface DatabaseClock {
  readonly now: () => Promise<Date>;
  /** How far the clock of our own machine is ahead of it; negative when it is behind. */
  readonly differenceMs: () => Promise<number>;
}

interface Reading {
  readonly time: number;
  /** On the clock of `performance.now()`, which cannot be set. */
  readonly readAt: number;
}

/** A reading of this age is renewed, */
const FRESH_MS = 10_000;
/** and from this age on callers wait for that: a machine that slept did not count its sleep. */
const USABLE_MS = 60_000;

/**
 * The database's clock, read now and then, and continued by our monotonic clock. It is never ahead,
 * since the time of the answer's way is not counted: a token from the future is refused, one from a
 * moment ago is not.
 */
export function createDatabaseClock(database: Queryable): DatabaseClock {
  let last: Reading | null = null;
  let reading: Promise<Reading> | null = null;
  const now = async () => {
    const { time, readAt } = await currentReading();
    return new Date(time + performance.now() - readAt);
  };
  return { now, differenceMs: async () => Date.now() - (await now()).getTime() };

  async function currentReading(): Promise<Reading> {
    const age = last === null ? Infinity : performance.now() - last.readAt;
    if (last !== null && age < FRESH_MS) return last;
    reading ??= read().finally(() => {
      reading = null;
    });
    const before = last;
    if (before === null) return reading;
    // Without the database the last reading is all there is.
    const next = reading.catch(() => before);
    return age < USABLE_MS ? before : next;
  }

  async function read(): Promise<Reading> {
    const [row] = await database.query<{ readonly now: Date }>({
      name: 'find-database-time',
      text: 'select clock_timestamp() as now',
    });
    assert(row !== undefined, 'the database has no time');
    last = { time: row.now.getTime(), readAt: performance.now() };
    return last;
  }
}

/** A length of time that the rules know, as a part of a statement. */
export function interval(ms: number): string {
  return `interval '${ms} milliseconds'`;
}
