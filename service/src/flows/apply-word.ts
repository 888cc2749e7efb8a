import type { TimedTransaction } from '../db/transactions.ts';
import { fillProviderTxId } from '../db/transitions.ts';
import { type ProviderWord, triggersOf } from '../domain/submission.ts';
import type { Transaction } from '../domain/transaction.ts';
import { decideSequence } from '../domain/transition.ts';
import { changeTransaction, type Proposal } from './record-transition.ts';
import type { SubmissionDeps } from './submission-deps.ts';

/** What a provider said, with the words for the history. */
export interface SpokenWord {
  readonly word: ProviderWord;
  readonly providerId: string;
  readonly reason?: string | undefined;
  readonly providerTxId: string | null;
}

/** Moves a transaction by a provider's word, if that moves it, and tells how it is then. */
export async function applyWord(
  deps: Pick<SubmissionDeps, 'database' | 'ledger'>,
  transaction: Transaction,
  spoken: SpokenWord,
): Promise<Transaction> {
  const found = await deps.ledger.find(transaction.id);
  if (found === null) return transaction;
  const outcome = await changeTransaction(deps.ledger, found, (current) =>
    propose(current, spoken),
  );
  if (outcome.kind === 'recorded') return outcome.after;
  await fillLate(deps, outcome.refusal, spoken);
  return outcome.refusal;
}

function propose(
  { transaction, now }: TimedTransaction,
  spoken: SpokenWord,
): Proposal<Transaction> {
  const refused: Proposal<Transaction> = { kind: 'refused', refusal: transaction };
  const triggers = triggersOf(transaction, spoken.word, now);
  if (triggers.length === 0) return refused;
  const { reason, providerId, providerTxId } = spoken;
  const decision = decideSequence(transaction, triggers, { at: now, lateWindowMs: 0, reason });
  if (decision.kind === 'refused') return refused;
  const { moves } = decision;
  return {
    kind: 'change',
    change: { transaction, moves, actor: `provider:${providerId}`, providerTxId },
  };
}

/** Staff may settle a payout before its provider names it; the name is added, no event is sent. */
async function fillLate(
  { database }: Pick<SubmissionDeps, 'database'>,
  { id, state, providerTxId: known }: Transaction,
  { word, providerTxId }: SpokenWord,
): Promise<void> {
  const isNews = state === 'succeeded' && word.kind === 'succeeded' && known === null;
  if (isNews && providerTxId !== null) await fillProviderTxId(database, { id, providerTxId });
}
