import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

/** What an outside system said, verbatim. */
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
 * Per kind and transaction: a system that repeats itself endlessly cannot fill the disk, and one
 * that calls us too often does not hide what it answers.
 */
const MAX_PER_TRANSACTION = 200;

export async function insertEvidence(
  database: Queryable,
  rows: readonly NewEvidence[],
): Promise<void> {
  if (rows.length === 0) return;
  // Evidence of one call has one time, so sorted ids keep its order; within a millisecond ids are
  // random.
  const ids = rows.map(() => randomUUIDv7()).toSorted();
  await database.query({
    name: 'insert-evidence',
    text: `insert into evidence (${EVIDENCE.names}, at)
           select e.*, (select app_now()) from ${EVIDENCE.unnest('e')}
           where (select count(*) from evidence o
                  where o.transaction_id = e.transaction_id and o.kind = e.kind)
                 < ${MAX_PER_TRANSACTION}`,
    values: EVIDENCE.values(rows.map((row, index) => ({ ...row, id: ids[index] ?? null }))),
  });
}

/** Whether the person of a transaction was erased: then no number may come back. */
export async function isOfErased(database: Queryable, transactionId: string): Promise<boolean> {
  const rows = await database.query({
    text: 'select from erased_numbers where transaction_id = $1',
    values: [transactionId],
  });
  return rows.length > 0;
}

const EVIDENCE = rowsWith<NewEvidence & { readonly id: string | null }>({
  id: ['uuid', ({ id }) => id],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
  provider_id: ['text', ({ providerId }) => providerId],
  kind: ['text', ({ kind }) => kind],
  request: ['text', ({ request }) => storable(request)],
  status: ['int', ({ status }) => status],
  answer: ['text', ({ answer }) => answer && storable(answer)],
  error: ['text', ({ error }) => error && storable(error)],
  latency_ms: ['int', ({ latencyMs }) => latencyMs && Math.round(latencyMs)],
});

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

/** The transaction of each provider request's reference, and of each credited text. */
export async function listOwners(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ readonly id: string; readonly owner: string }>({
    name: 'list-owners',
    text: `select reference as id, transaction_id as owner from submissions
           where reference = any($1::uuid[])
           union all
           select r.sms_id, u.transaction_id
           from receipts r join receipt_uses u on u.receipt_id = r.id
           where r.sms_id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}
