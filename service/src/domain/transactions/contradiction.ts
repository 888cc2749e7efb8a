import type { Message } from '../messages/message.ts';
import type { CONTRADICTION_MESSAGES } from '../messages/message-codes.ts';
import type { Filled } from '../messages/sentence.ts';
import type { ProviderStatus } from './provider-triggers.ts';
import type { Transaction } from './transaction.ts';

/** The sentence of a contradiction; its code is the kind. */
export type ContradictionMessage = Filled<typeof CONTRADICTION_MESSAGES>;

/** A text says that a payment was reversed: a balance proves it, or nothing does yet. */
export const PROVEN_REVERSAL = { code: 'reversed_by_operator' } as const;
export const UNPROVEN_REVERSAL = { code: 'reversed_without_proof' } as const;

/** What says of a failed payout that it was paid, or may have been, also after it was closed. */
export const PAID_THOUGH_FAILED = ['settled_failed_but_paid', 'settled_failed_but_sent'] as const;

/** What a person may say of a reversal that no balance proves. */
export const REVERSAL_RULINGS = ['reversed', 'not_reversed'] as const;
export type ReversalRuling = (typeof REVERSAL_RULINGS)[number];

/** A contradicting status of something settled; a person has to close it with a reason. */
export interface Contradiction {
  readonly remark: ContradictionMessage;
  /** What it is about: a transaction, a receipt, or both. */
  readonly transactionId: string | null;
  readonly receiptId: string | null;
  /** The text that says so. */
  readonly smsId: string | null;
  /** Who said it, and what: the same report again is no second contradiction. */
  readonly evidence: string;
}

/**
 * Whether a provider says that a deposit was paid with another payment than its own: the player
 * confirmed the prompt and also paid by hand.
 */
function namesAnother(
  {
    direction,
    state,
    providerTxId: known,
  }: Pick<Transaction, 'direction' | 'state' | 'providerTxId'>,
  reported: string | null,
): reported is string {
  const isPaid = direction === 'deposit' && state === 'succeeded' && known !== null;
  return isPaid && reported !== null && reported !== known;
}

/** Whether a provider's status is another than what became of the transaction. */
export function mayContradict(
  transaction: Pick<Transaction, 'direction' | 'state' | 'providerTxId'>,
  said: { readonly status: SaidKind; readonly providerTxId: string | null },
): boolean {
  const { status, providerTxId } = said;
  if (status === 'paid_otherwise') return transaction.state === 'succeeded';
  const isFinal = status === 'succeeded' || status === 'failed';
  return isFinal && (status !== transaction.state || namesAnother(transaction, providerTxId));
}

/** What a provider can say of a request; `paid_otherwise` if it was paid, but not as we asked. */
export type SaidKind = ProviderStatus['kind'] | 'paid_otherwise';

/**
 * How a provider's status contradicts a settled transaction. A provider that withdraws its own
 * success has reversed the payment. A deposit that failed and is paid is held, not contradicted.
 */
export function contradictionOf(
  transaction: Pick<Transaction, 'direction' | 'state' | 'providerTxId'>,
  reported: {
    readonly status: SaidKind;
    readonly reason: Message | undefined;
    /** Whether the same provider has reported success before. */
    readonly saidSucceeded: boolean;
    readonly providerTxId: string | null;
    /** A text completed it, and a balance that followed from trusted ones proves the text. */
    readonly isProven: boolean;
  },
): ContradictionMessage | null {
  const { direction, state } = transaction;
  if (reported.status === 'succeeded' && namesAnother(transaction, reported.providerTxId)) {
    return { code: 'paid_with_another', params: { operator_tx_id: reported.providerTxId } };
  }
  if (reported.status === 'paid_otherwise') {
    // One that is not paid yet is held, not contradicted.
    if (direction !== 'deposit' || state !== 'succeeded') return null;
    return { code: 'paid_otherwise', params: { because: reasonOf(reported) } };
  }
  if (direction === 'withdrawal' && state === 'failed' && reported.status === 'succeeded') {
    return { code: 'settled_failed_but_paid' };
  }
  if (state !== 'succeeded' || reported.status !== 'failed') return null;
  if (reported.saidSucceeded) return { code: 'reversed_by_operator' };
  // The player paid in another way than by the prompt, which then ended unpaid.
  if (reported.isProven) return null;
  return { code: 'settled_paid_but_failed', params: { because: reasonOf(reported) } };
}

function reasonOf({ reason }: { readonly reason: Message | undefined }): Message {
  return reason ?? { code: 'transfer_refused' };
}
