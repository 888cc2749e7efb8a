import type { Queryable } from '../../db/client.ts';
import { fillReasonCodes, hasReasonCodes, markReasonCodes } from '../../db/upkeep/reason-codes.ts';

/** At most this many at a time: a payment that moves meanwhile waits for a tenth of a second at most. */
const BATCH = 10_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Gives the payments of earlier releases the codes of their reasons, once. Until it is done they
 * are shown as `unknown`, and processes that run meanwhile are not disturbed.
 */
export async function fillReasons(database: Queryable): Promise<void> {
  if (await hasReasonCodes(database)) return;
  let last: string | null = BEFORE_ALL;
  while (last !== null) last = await fillReasonCodes(database, { after: last, limit: BATCH });
  await markReasonCodes(database);
}
