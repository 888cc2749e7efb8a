import type { Queryable } from '../../../db/client.ts';
import { listLookers, noteLook } from '../../../db/decisions/looks.ts';

/** A screen tells every five seconds what it shows; after two that did not come it is closed. */
const OPEN_FOR_SECONDS = 12;

/** Notes that somebody has a transaction open, and says which colleagues have too. */
export async function lookAt(
  { database }: { readonly database: Queryable },
  look: { readonly transactionId: string; readonly staffId: string },
): Promise<readonly string[]> {
  await noteLook(database, look);
  return listLookers(database, {
    transactionId: look.transactionId,
    exceptStaffId: look.staffId,
    withinSeconds: OPEN_FOR_SECONDS,
  });
}
