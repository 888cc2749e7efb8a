import type { Static } from 'typebox';
import type { WaitingChange } from '../../../contract/access/admin-api.ts';
import type { Waiting } from '../../../flows/access/seek-agreement.ts';

/** The answer to a change that was not made yet. */
export function toWaiting({
  changeId,
  expiresAt,
}: Extract<Waiting, { readonly kind: 'waits' }>): Static<typeof WaitingChange> {
  return { change_id: changeId, expires_at: expiresAt.toISOString() };
}
