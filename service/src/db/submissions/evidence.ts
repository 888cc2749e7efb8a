import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../client.ts';

/** Something that an outside system said, word for word. */
export interface NewEvidence {
  readonly transactionId: string;
  readonly providerId: string;
  readonly kind: 'exchange' | 'callback';
  readonly request: string;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly latencyMs: number | null;
}

/**
 * For each kind, per transaction: a system that repeats itself endlessly cannot fill the disk, and
 * one that calls us too often does not hide what it answers.
 */
const MOST_PER_TRANSACTION = 200;

export async function insertEvidence(
  database: Queryable,
  rows: readonly NewEvidence[],
): Promise<void> {
  if (rows.length === 0) return;
  await database.query({
    name: 'insert-evidence',
    text: `insert into evidence (id, transaction_id, provider_id, kind, at, request, status, answer,
                                 error, latency_ms)
           select e.id, e.transaction_id, e.provider_id, e.kind, (select app_now()), e.request,
                  e.status, e.answer, e.error, e.latency_ms
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::int[],
                       $7::text[], $8::text[], $9::int[])
                  as e (id, transaction_id, provider_id, kind, request, status, answer, error,
                        latency_ms)
           where (select count(*) from evidence o
                  where o.transaction_id = e.transaction_id and o.kind = e.kind)
                 < ${MOST_PER_TRANSACTION}`,
    values: [
      // What was said together has one time, so the ids keep its order; within a millisecond they
      // are random.
      rows.map(() => randomUUIDv7()).toSorted(),
      rows.map(({ transactionId }) => transactionId),
      rows.map(({ providerId }) => providerId),
      rows.map(({ kind }) => kind),
      rows.map(({ request }) => storable(request)),
      rows.map(({ status }) => status),
      rows.map(({ answer }) => answer && storable(answer)),
      rows.map(({ error }) => error && storable(error)),
      rows.map(({ latencyMs }) => latencyMs && Math.round(latencyMs)),
    ],
  });
}

export interface EvidenceRow {
  readonly at: Date;
  readonly provider_id: string;
  readonly kind: 'exchange' | 'callback';
  readonly request: string;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

export function listEvidence(database: Queryable, transactionId: string): Promise<EvidenceRow[]> {
  return database.query<EvidenceRow>({
    text: `select at, provider_id, kind, request, status, answer, error
           from evidence where transaction_id = $1 order by at, id`,
    values: [transactionId],
  });
}

/** PostgreSQL cannot store U+0000 in a text. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, 4_096);
}
