import { type Database, DatabaseUnavailable } from '../db/client.ts';
import { probeWrites } from '../db/installation.ts';
import { GivenUp } from '../db/pool.ts';
import { needsProbe, takesWrites, type WriteProbe } from '../domain/takes-writes.ts';

export interface WriteWatch {
  /** Whether the database takes writes now, within two seconds; cheap to call. */
  readonly takesWrites: () => Promise<boolean>;
}

export interface WriteWatchDeps {
  readonly database: Database;
  /** Called when the answer has changed, with the known reason. */
  readonly onChange: (change: { readonly takesWrites: boolean; readonly reason: string }) => void;
}

/** A probe without an answer for this long has failed, whatever it says later. */
const LATE_MS = 2_000;

/** Uses recent writes; when they prove nothing, it writes something itself. */
export function watchWrites({ database, onChange }: WriteWatchDeps): WriteWatch {
  let probe: WriteProbe | null = null;
  let reason = '';
  let before = true;
  let isProbing = false;
  let known: Promise<void> = Promise.resolve();

  return {
    takesWrites: async () => {
      if (!isProbing && needsProbe(database.recentWrites(), probe, performance.now())) {
        known = startProbe();
      }
      await known;
      const now = probe !== null && takesWrites(database.recentWrites(), probe, performance.now());
      if (now !== before) onChange({ takesWrites: now, reason });
      before = now;
      return now;
    },
  };

  /** Resolves when the probe has succeeded, failed or taken too long; then it may go on alone. */
  function startProbe(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const fail = (why: string) => {
      probe = { at: performance.now(), succeeded: false };
      reason = why;
      resolve();
    };
    const timer = setTimeout(fail, LATE_MS, 'no answer in time');
    void runProbe(fail).finally(() => {
      clearTimeout(timer);
      resolve();
    });
    return promise;
  }

  async function runProbe(fail: (why: string) => void): Promise<void> {
    const startedAt = performance.now();
    isProbing = true;
    try {
      await probeWrites(database);
      probe = { at: startedAt, succeeded: true };
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
      await leftOver(error);
    }
    isProbing = false;
  }
}

/** A probe that was given up may still be committed: another one beside it would learn nothing. */
async function leftOver(error: unknown): Promise<void> {
  if (error instanceof DatabaseUnavailable && error.cause instanceof GivenUp) {
    await error.cause.over;
  }
}
