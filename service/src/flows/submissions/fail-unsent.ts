import { finishStep } from '../../db/submissions/submissions.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import { triggersOf } from '../../domain/transactions/provider-triggers.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import type { LeasedSubmission, SubmissionDeps } from './leased-submission.ts';

interface Refusal {
  /** The provider that refused it, or that it would have gone to. */
  readonly providerId: string;
  /** For `state_reason`. */
  readonly reason: Remark;
  /** What staff should know of the request. */
  readonly problem: Remark | null;
}

/**
 * Fails a transaction for which nothing was sent, and ends its step in the same commit. A process
 * that was frozen for longer than its lease no longer owns the step: another process may have sent
 * the request in the meantime, and then this refusal says nothing about it.
 */
export async function failUnsent(
  deps: Pick<SubmissionDeps, 'database' | 'ledger' | 'onQueued'>,
  { transaction, claim }: Pick<LeasedSubmission, 'transaction' | 'claim'>,
  { providerId, reason, problem }: Refusal,
): Promise<Transaction> {
  const { id } = transaction;
  const isFailed = await deps.database.atomically(async (connection) => {
    // The transaction is locked before its submission, in the same order as when a request is sent.
    const found = await lockTransaction(connection, id);
    const step = { transactionId: id, claim, asked: 0, nextInMs: null, problem };
    if (!(await finishStep(connection, step)) || found === null) return false;
    const { transaction, now } = found;
    const triggers = triggersOf(transaction, { kind: 'failed' }, now);
    if (triggers.length === 0) return false;
    const decision = decideSequence(transaction, triggers, { at: now, lateWindowMs: 0, reason });
    if (decision.kind === 'refused') return false;
    const { moves } = decision;
    const actor = `provider:${providerId}`;
    await recordTransitions(connection, [{ transaction, moves, actor, providerTxId: null }]);
    return true;
  });
  if (isFailed) deps.onQueued();
  return (await deps.ledger.find(id))?.transaction ?? transaction;
}
