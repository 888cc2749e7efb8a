import { type Remark, readRemark } from '../../domain/remarks/remark.ts';
import type { Said } from '../../domain/submissions/submission.ts';
import type { Queryable } from '../client.ts';

export interface SubmissionFactsRow {
  readonly provider_id: string;
  readonly reference: string;
  readonly sent_at: Date | null;
  readonly asked: number;
  readonly asked_at: Date | null;
  readonly said: Said | null;
  readonly said_at: Date | null;
  readonly next_step_at: Date | null;
  readonly problem: Remark | null;
  readonly tried: readonly string[];
}

/** What a person may know of the request that a transaction has with a provider. */
export async function findSubmissionFacts(
  database: Queryable,
  transactionId: string,
): Promise<SubmissionFactsRow | null> {
  const [row] = await database.query<
    Omit<SubmissionFactsRow, 'problem'> & { readonly problem: string | null }
  >({
    text: `select provider_id, reference, sent_at, asked, asked_at, said, said_at, next_step_at,
                  problem, tried
           from submissions where transaction_id = $1`,
    values: [transactionId],
  });
  if (row === undefined) return null;
  return { ...row, problem: row.problem === null ? null : readRemark(row.problem) };
}
