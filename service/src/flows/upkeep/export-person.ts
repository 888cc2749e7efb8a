import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import { findTextsOf, type KeptOfPerson, listKeptOf } from '../../db/upkeep/persons.ts';
import { spellingsOf } from '../../domain/upkeep/erased.ts';
import type { Actor } from '../access/actor.ts';

export interface PersonExport {
  readonly number: string;
  readonly exported_at: Date;
  readonly kept: KeptOfPerson;
}

/** Everything that is kept about a number; the audit log records the request, not the number. */
export function exportPerson(
  { database, at }: { readonly database: Database; readonly at: Date },
  msisdn: string,
  actor: Actor,
): Promise<PersonExport> {
  return database.withConnection(async (connection) => {
    const spellings = spellingsOf(msisdn);
    const texts = await findTextsOf(connection, { msisdn, spellings });
    const kept = await listKeptOf(connection, { msisdn, texts, spellings });
    const counts = Object.fromEntries(
      Object.entries(kept).map(([kind, { length }]) => [kind, length]),
    );
    await database.atomically((own) =>
      appendAudit(own, {
        ...actor,
        action: 'person.export',
        subject: 'person:number',
        before: null,
        after: counts,
        reason: null,
      }),
    );
    return { number: msisdn, exported_at: at, kept };
  });
}
