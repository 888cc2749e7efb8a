import { appendAudit } from '../../../db/access/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { type KeptOfPerson, listKeptOf } from '../../../db/upkeep/kept-of-person.ts';
import {
  findCheckoutsOf,
  findTextsOf,
  listPlayersOwn,
  listTransactionsOf,
} from '../../../db/upkeep/persons.ts';
import { spellingsOf } from '../../../domain/upkeep/erased.ts';
import type { Vault } from '../../../signing/sealed-text.ts';
import type { Actor } from '../../access/actor.ts';
import { askedOn, type Person, subjectOf } from './person-requests.ts';

export interface PersonExport {
  readonly number?: string;
  readonly player_id?: string;
  readonly exported_at: Date;
  readonly kept: KeptOfPerson;
}

/** Everything that is kept about a person; the audit log records the request, not the number. */
export function exportPerson(
  {
    database,
    vault,
    at,
  }: { readonly database: Database; readonly vault: Vault; readonly at: Date },
  { person, day }: { readonly person: Person; readonly day: string | null },
  actor: Actor,
): Promise<PersonExport> {
  return database.withConnection(async (connection) => {
    const kept = await listKept(connection, person);
    const counts = Object.fromEntries(
      Object.entries(kept).map(([kind, { length }]) => [kind, length]),
    );
    const subject = await subjectOf({ database: connection, vault }, person);
    await database.atomically((own) =>
      appendAudit(own, {
        ...actor,
        action: 'person.export',
        subject,
        before: null,
        after: { ...counts, ...askedOn(day) },
        reason: null,
      }),
    );
    const who =
      person.kind === 'number' ? { number: person.msisdn } : { player_id: person.playerId };
    return { ...who, exported_at: at, kept };
  });
}

async function listKept(connection: Queryable, person: Person): Promise<KeptOfPerson> {
  if (person.kind === 'player') {
    const { playerId } = person;
    const own = { ...(await listPlayersOwn(connection, playerId)), msisdn: '', spellings: [] };
    const checkouts = await findCheckoutsOf(connection, { ...own, playerId });
    return listKeptOf(connection, { ...own, checkouts });
  }
  const { msisdn } = person;
  const spellings = spellingsOf(msisdn);
  const texts = await findTextsOf(connection, { msisdn, spellings });
  const transactions = await listTransactionsOf(connection, msisdn);
  const own = { msisdn, spellings, texts, transactions };
  const checkouts = await findCheckoutsOf(connection, { ...own, playerId: null });
  return listKeptOf(connection, { ...own, checkouts });
}
