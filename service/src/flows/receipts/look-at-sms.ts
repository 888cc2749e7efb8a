import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { findSms, markSmsLookedAt } from '../../db/receipts/sms.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import type { Actor } from '../access/actor.ts';

export type LookedAt =
  | { readonly kind: 'looked_at' }
  | { readonly kind: 'refused'; readonly refusal: 'sms_not_found' | 'sms_not_to_look_at' };

/**
 * A person has checked a text in review: it leaves the list of texts that wait for a person. This
 * credits nothing, and a later template may still read it.
 */
export function lookAtSms(
  { database }: { readonly database: Database },
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<LookedAt> {
  return database.atomically(async (connection): Promise<LookedAt> => {
    const sms = await findSms(connection, id);
    if (sms === null) return { kind: 'refused', refusal: 'sms_not_found' };
    const isMarked = await markSmsLookedAt(connection, { id, by: actor.actor });
    if (!isMarked) return { kind: 'refused', refusal: 'sms_not_to_look_at' };
    await appendAudit(connection, {
      ...actor,
      action: 'sms.look_at',
      subject: `sms:${id}`,
      before: { state: sms.state, reason: sms.reason && sentenceOf(sms.reason) },
      after: { looked_at: true },
      reason,
    });
    return { kind: 'looked_at' };
  });
}
