import { createLane } from '../../../db/lane.ts';
import { countRepeat, insertSms, type NewSms, type SmsStored } from '../../../db/receipts/sms.ts';
import { hasSqlstate, SQLSTATE } from '../../../db/sqlstate.ts';
import type { ReadSmsDeps } from '../read-sms.ts';
import { creditPlain, NotPlain } from './credit-plain.ts';

/** Texts that arrive together are stored together, and the plain ones are credited together. */
export interface SmsLanes {
  readonly store: (sms: NewSms) => Promise<SmsStored>;
  /** False: it is to be read alone. */
  readonly credit: (id: string) => Promise<boolean>;
}

/** Enough for all lines of a large business at once; a batch holds their locks. */
const MOST_AT_ONCE = 64;

export function createSmsLanes(deps: ReadSmsDeps): SmsLanes {
  const { database } = deps;
  const insert = createLane({ run: (batch: readonly NewSms[]) => insertSms(database, batch) });
  return {
    store: async (sms) => (await insert(sms)) ?? (await countRepeat(database, sms)),
    credit: createLane({
      run: (ids: readonly string[]) => creditOrLeave(deps, ids),
      maxBatch: MOST_AT_ONCE,
    }),
  };
}

async function creditOrLeave(
  deps: ReadSmsDeps,
  ids: readonly string[],
): Promise<readonly boolean[]> {
  try {
    return await creditPlain(deps, ids);
  } catch (error) {
    if (!isRace(error)) throw error;
    return ids.map(() => false);
  }
}

/** Another process was faster with one of them, or holds what it is about. */
export function isRace(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return (
    error instanceof NotPlain ||
    hasSqlstate(error, SQLSTATE.uniqueViolation, SQLSTATE.deadlockDetected) ||
    hasSqlstate(cause, SQLSTATE.lockNotAvailable)
  );
}
