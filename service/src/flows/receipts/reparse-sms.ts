import { appendAudit } from '../../db/access/audit.ts';
import { listUnreadSms } from '../../db/receipts/sms.ts';
import type { Actor } from '../access/actor.ts';
import { type ReadSmsDeps, readSms } from './read-sms.ts';

export interface Reparsed {
  readonly read: number;
  /** Texts that today's templates read as a payment. */
  readonly payments: number;
}

const PAGE = 200;

/**
 * Reads every text again that no template matched on arrival. A known payment is a repeat, so
 * nothing is credited twice, however often this runs. The audit log gets one entry before the first
 * text, since each text is its own commit, and one entry with the result.
 */
export async function reparseSms(deps: ReadSmsDeps, actor: Actor): Promise<Reparsed> {
  await note(deps, actor, null);
  const reparsed = await readAll(deps);
  await note(deps, actor, reparsed);
  return reparsed;
}

function note({ database }: ReadSmsDeps, actor: Actor, after: Reparsed | null): Promise<void> {
  const what = {
    action: 'sms.reparse',
    subject: 'sms:unread',
    before: null,
    after,
    reason: null,
  } as const;
  return database.atomically((connection) => appendAudit(connection, { ...actor, ...what }));
}

async function readAll(deps: ReadSmsDeps): Promise<Reparsed> {
  let after: string | null = null;
  let [read, payments] = [0, 0];
  for (;;) {
    const ids: readonly string[] = await listUnreadSms(deps.database, { after, limit: PAGE });
    for (const id of ids) {
      const state = await readSms(deps, id, ['review', 'nothing']);
      read += 1;
      if (state === 'receipt') payments += 1;
    }
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return { read, payments };
  }
}
