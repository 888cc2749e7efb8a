import { fitsSeal, NO_SEAL, type SealRow } from '../../domain/seals/seal.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

/** The text of the seal of `agreements a`: everything that a person said yes to, and its fate. */
const YES_TEXT = `jsonb_build_array('agreement', a.id, a.act, a.subject, a.version, a.before::text,
  a.after::text, a.about, a.said_by, (extract(epoch from a.said_at) * 1000)::bigint, a.reason,
  (extract(epoch from a.expires_at) * 1000)::bigint, a.state, a.decided_by,
  (extract(epoch from a.decided_at) * 1000)::bigint)::text`;

/** A yes with its seal; a yes that the service did not write counts for nothing. */
export const SEALED_YES = `a.seal as yes_seal, ${YES_TEXT} as yes_text`;

export interface SealedYes {
  readonly yes_seal: string | null;
  readonly yes_text: string;
}

export interface StoredYes extends SealedYes {
  readonly id: string;
}

export function isYes({ seal = NO_SEAL }: Queryable, { yes_text, yes_seal }: SealedYes): boolean {
  return fitsSeal(seal, yes_text, yes_seal);
}

/** Seals those that were written in the caller's database transaction. */
export async function sealAgreements(
  connection: Queryable,
  written: readonly StoredYes[],
  seal: SealRow | undefined = connection.seal,
): Promise<void> {
  if (seal === undefined || written.length === 0) return;
  await connection.query({
    name: 'seal-agreements',
    text: `update agreements a set seal = s.seal from ${NEW_SEALS.unnest('s')} where a.id = s.id`,
    values: NEW_SEALS.values(written.map(({ id, yes_text }) => ({ id, seal: seal(yes_text) }))),
  });
}

const NEW_SEALS = rowsWith<{ readonly id: string; readonly seal: string | null }>({
  id: ['uuid', ({ id }) => id],
  seal: ['uuid', ({ seal }) => seal],
});

/** It stays as it is until the caller's database transaction ends. */
export async function lockYes(connection: Queryable, id: string): Promise<StoredYes | null> {
  const [row] = await connection.query<StoredYes>({
    text: `select a.id, ${SEALED_YES} from agreements a where a.id::text = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

/** Every yes of the last days, or all of them. */
export function listYeses(
  database: Queryable,
  { ofLastDays }: { readonly ofLastDays: number | null },
): Promise<StoredYes[]> {
  return database.query({
    text: `select a.id, ${SEALED_YES} from agreements a
           where $1::int is null or a.said_at > app_now() - $1::int * interval '1 day'
           order by a.said_at`,
    values: [ofLastDays],
  });
}
