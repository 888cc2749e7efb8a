import { appendAudit } from '../../../db/access/audit.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { listLargeSums, type PersonSums } from '../../../db/upkeep/persons.ts';
import type { Vault } from '../../../signing/sealed-text.ts';
import type { Actor } from '../../access/actor.ts';
import { openRowSeal } from '../../row-key.ts';

/** Whom a request is about: everyone who used a number, or a player of a platform. */
export type Person =
  | { readonly kind: 'number'; readonly msisdn: string }
  | { readonly kind: 'player'; readonly playerId: string };

/**
 * How the audit log names a person. A number is a digest that only the key of the rows makes, so
 * that two requests of one person are seen to be that; a platform's id says nothing by itself.
 */
export async function subjectOf(
  { database, vault }: { readonly database: Queryable; readonly vault: Vault },
  person: Person,
): Promise<string> {
  if (person.kind === 'player') return `person:${person.playerId}`;
  const seal = await openRowSeal({ database, vault });
  return `person:${seal(JSON.stringify(['person', person.msisdn])) ?? 'number'}`;
}

/** The day on which a person asked, for an entry of the audit log. */
export function askedOn(day: string | null): { readonly asked_on?: string } {
  return day === null ? {} : { asked_on: day };
}

/** Requests that a person of ours answers in words; facts of payments and books do not change. */
export const ANSWERED_REQUESTS = {
  rectify: 'person.rectify',
  object: 'person.object',
} as const;

/** Records what a person asked for and what was answered. The audit log is the register. */
export async function recordRequest(
  deps: { readonly database: Database; readonly vault: Vault },
  request: {
    readonly person: Person;
    readonly kind: keyof typeof ANSWERED_REQUESTS;
    readonly day: string;
    readonly reason: string;
  },
  actor: Actor,
): Promise<void> {
  const subject = await subjectOf(deps, request.person);
  await deps.database.atomically((connection) =>
    appendAudit(connection, {
      ...actor,
      action: ANSWERED_REQUESTS[request.kind],
      subject,
      before: null,
      after: askedOn(request.day),
      reason: request.reason,
    }),
  );
}

/** The numbers and players whose payments of the last days sum to an amount, in either direction. */
export async function reportPersons(
  { database }: { readonly database: Database },
  { aboveXaf, days }: { readonly aboveXaf: number; readonly days: number },
  actor: Actor,
): Promise<readonly PersonSums[]> {
  const sums = await listLargeSums(database, { aboveXaf, days });
  await database.atomically((connection) =>
    appendAudit(connection, {
      ...actor,
      action: 'person.report',
      subject: 'person:sums',
      before: null,
      after: { above_xaf: aboveXaf, days, persons: sums.length },
      reason: null,
    }),
  );
  return sums;
}
