import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Database } from '../../service/src/db/client.ts';

/** Pauses of the service up to this long gather work of many; here one person acts at a time. */
const GATHERING_MS = 100;

/**
 * A clock that is behind, for the service's code in this process and for its database, and catches
 * up: ids, seals and times are then those of the moment that is lived through. The database's own
 * shift is what it has for tests; at the end it is zero, and nothing of this stays.
 */
export function installMonthClock() {
  const { Date: RealDate } = globalThis;
  const realNow = () => RealDate.now();
  let shiftMs = 0;
  const now = () => realNow() + shiftMs;
  class ShiftedDate extends RealDate {
    constructor(...args: readonly unknown[]) {
      if (args.length === 0) super(now());
      else super(...(args as [number]));
    }

    static override now(): number {
      return now();
    }
  }
  const { randomUUIDv7 } = crypto;
  const { setTimeout: pause } = timers;
  Object.assign(globalThis, { Date: ShiftedDate });
  crypto.randomUUIDv7 = () => {
    const time = now().toString(16).padStart(12, '0');
    const drawn = randomUUIDv7();
    return `${time.slice(0, 8)}-${time.slice(8)}${drawn.slice(13)}` as typeof drawn;
  };
  timers.setTimeout = (ms = 0, ...rest: readonly []) => pause(ms <= GATHERING_MS ? 0 : ms, ...rest);
  syncBuiltinESMExports();

  return {
    now,
    /** Never back, since the time that the work itself takes passes as well. */
    moveTo: async (database: Database, at: number): Promise<void> => {
      if (at <= now()) return;
      shiftMs = Math.min(at - realNow(), 0);
      await writeShift(database, shiftMs);
    },
    /** Where the story begins; only before anything has happened. */
    beginAt: async (database: Database, at: number): Promise<void> => {
      shiftMs = at - realNow();
      await writeShift(database, shiftMs);
    },
    /** From here on it is the time of everybody. */
    end: async (database: Database): Promise<void> => {
      shiftMs = 0;
      await writeShift(database, 0);
    },
  };
}

export type MonthClock = ReturnType<typeof installMonthClock>;

async function writeShift(database: Database, ms: number): Promise<void> {
  await database.query({
    name: 'set-month-clock',
    text: `update installation set clock_shift = $1::float8 * interval '1 millisecond'`,
    values: [ms],
  });
}
