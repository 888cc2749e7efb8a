import { listStoredSms } from '../../db/receipts/sms.ts';
import { type ReadSmsDeps, readSms } from './read-sms.ts';

/** The process that stored a text reads it within this time, or has died. */
const LEFT_AFTER_MS = 2_000;
const BATCH = 100;

/** Reads texts that were stored by a process which died before it read them. */
export async function readLeftSms(deps: ReadSmsDeps): Promise<number> {
  const ids = await listStoredSms(deps.database, { olderThanMs: LEFT_AFTER_MS, limit: BATCH });
  const troubles: unknown[] = [];
  for (const id of ids) {
    // One text that cannot be read must not hold up the texts after it.
    await readSms(deps, id).catch((error: unknown) => troubles.push(error));
  }
  if (troubles.length > 0) throw troubles[0];
  return ids.length;
}
