import type { Queryable } from '../../db/client.ts';
import type { TimedTransaction } from '../../db/transactions/transactions.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import {
  holdingTriggersOf,
  type ProviderWord,
  triggersOf,
} from '../../domain/transactions/provider-triggers.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../domain/transactions/transition.ts';
import { createPaymentRecorder, PaymentTaken, usePayment } from '../receipts/record-payment.ts';
import { changeTransaction, type Proposal } from '../transactions/record-transition.ts';
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
  deps: Pick<SubmissionDeps, 'database' | 'ledger' | 'onQueued'>,
  transaction: Transaction,
  spoken: SpokenWord,
): Promise<Transaction> {
  const found = await deps.ledger.find(transaction.id);
  if (found === null) return transaction;
  const ledger = namesPayment(found.transaction, spoken)
    ? { ...deps.ledger, record: createPaymentRecorder(deps) }
    : deps.ledger;
  const outcome = await changeTransaction(ledger, found, (current) =>
    propose(current, spoken, triggersOf(current.transaction, spoken.word, current.now)),
  ).catch((error: unknown) => {
    if (!(error instanceof PaymentTaken)) throw error;
    const doubtful = { ...spoken, reason: doubtOf(error), providerTxId: null };
    return changeTransaction(deps.ledger, found, (current) =>
      propose(current, doubtful, holdingTriggersOf(current.transaction)),
    );
  });
  if (outcome.kind === 'recorded') return outcome.after;
  await fillLate(deps, outcome.refusal, spoken);
  return outcome.refusal;
}

/** Whether the word says which payment of the operator paid a deposit. */
function namesPayment({ direction }: Transaction, { word, providerTxId }: SpokenWord): boolean {
  return direction === 'deposit' && word.kind === 'succeeded' && providerTxId !== null;
}

function doubtOf({ by }: PaymentTaken): string {
  const payment = `the payment that completed transaction ${by}`;
  return `The provider says that it was paid, but with ${payment}; staff must decide.`;
}

function propose(
  { transaction, now }: TimedTransaction,
  spoken: SpokenWord,
  triggers: readonly Trigger[],
): Proposal<Transaction> {
  const refused: Proposal<Transaction> = { kind: 'refused', refusal: transaction };
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

/** Staff may settle it before its provider names it; the name is added, no event is sent. */
async function fillLate(
  { database }: Pick<SubmissionDeps, 'database'>,
  transaction: Transaction,
  spoken: SpokenWord,
): Promise<void> {
  const { id, state, providerTxId: known } = transaction;
  const { word, providerTxId } = spoken;
  const isNews = state === 'succeeded' && word.kind === 'succeeded' && known === null;
  if (!isNews || providerTxId === null) return;
  const fill = (connection: Queryable) => fillProviderTxId(connection, { id, providerTxId });
  if (!namesPayment(transaction, spoken)) return fill(database);
  const write = (connection: Queryable) => fill(connection).then(() => true);
  await usePayment(database, transaction, { operatorTxId: providerTxId, write }).catch(
    (error: unknown) => {
      // What staff have decided stays as it is, and so does the deposit that has the payment.
      if (!(error instanceof PaymentTaken)) throw error;
    },
  );
}
