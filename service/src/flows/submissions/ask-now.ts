import type { Queryable } from '../../db/client.ts';
import { askSubmission } from '../../db/submissions/submission-schedule.ts';

/**
 * Makes the question to the provider due at once, for a person who is about to decide; it may have
 * been asked for the last time long ago. False: nothing was sent that could be asked about.
 */
export async function askNow(
  deps: { readonly database: Queryable; readonly onSubmitted: () => void },
  transactionId: string,
): Promise<boolean> {
  const isDue = await askSubmission(deps.database, transactionId);
  if (isDue) deps.onSubmitted();
  return isDue;
}
