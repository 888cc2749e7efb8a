import { appendAudit } from '../../db/access/audit.ts';
import {
  deleteSender,
  insertSender,
  listStrangeTexts,
  type Sender,
} from '../../db/receipts/senders.ts';
import { foldSender } from '../../domain/receipts/sms/template.ts';
import { refuseSender, type SenderRefusal } from '../../domain/receipts/strange-senders.ts';
import type { Actor } from '../access/actor.ts';
import { type ReadSmsDeps, readSms } from './read-sms.ts';

export type SenderAccepted =
  /** Its waiting texts were read again, and this many are payments now. */
  | { readonly kind: 'accepted'; readonly read: number; readonly payments: number }
  | { readonly kind: 'refused'; readonly refusal: SenderRefusal | 'sender_accepted' };

/**
 * From now on a sender's texts are read as its operator's. Waiting texts are read again, and each
 * is still judged by its gateway, its SIM and the balances of its line.
 */
export async function acceptSender(
  deps: ReadSmsDeps,
  actor: Actor,
  asked: Sender & { readonly reason: string },
): Promise<SenderAccepted> {
  const { operator, reason } = asked;
  const sender = foldSender(asked.sender);
  const refusal = refuseSender(sender);
  if (refusal !== null) return { kind: 'refused', refusal };
  const isNew = await deps.database.atomically(async (connection) => {
    if (!(await insertSender(connection, { operator, sender, by: actor.actor }))) return false;
    const after = { operator, sender, accepted: true };
    await appendAudit(connection, {
      ...actor,
      action: 'sender.accept',
      subject: `sender:${sender}`,
      before: null,
      after,
      reason,
    });
    return true;
  });
  if (!isNew) return { kind: 'refused', refusal: 'sender_accepted' };
  return { kind: 'accepted', ...(await readWaiting(deps, { operator, sender })) };
}

async function readWaiting(
  deps: ReadSmsDeps,
  { operator, sender }: Sender,
): Promise<{ readonly read: number; readonly payments: number }> {
  const texts = (await listStrangeTexts(deps.database)).filter(
    (text) => text.operator === operator && foldSender(text.sender) === sender,
  );
  let payments = 0;
  // In order of arrival, since each names a balance that follows from the one before.
  for (const { id } of texts.toReversed()) {
    if ((await readSms(deps, id, ['review', 'nothing'])) === 'receipt') payments += 1;
  }
  return { read: texts.length, payments };
}

/** Its texts are an unknown sender's again; what they have completed stays. */
export function withdrawSender(
  { database }: Pick<ReadSmsDeps, 'database'>,
  actor: Actor,
  asked: Sender & { readonly reason: string },
): Promise<boolean> {
  const { operator, reason } = asked;
  const sender = foldSender(asked.sender);
  return database.atomically(async (connection) => {
    if (!(await deleteSender(connection, { operator, sender }))) return false;
    await appendAudit(connection, {
      ...actor,
      action: 'sender.withdraw',
      subject: `sender:${sender}`,
      before: { operator, sender, accepted: true },
      after: null,
      reason,
    });
    return true;
  });
}
