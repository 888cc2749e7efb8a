import { appendAudit } from '../../db/access/audit.ts';
import { hasEntry, insertEntries } from '../../db/books/entries.ts';
import { lockReturns } from '../../db/books/overpayments.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { setStepsAside } from '../../db/lines/balance-steps.ts';
import { lockLine } from '../../db/lines/lines.ts';
import { findPaidWith, hasPayment } from '../../db/receipts/match-candidates.ts';
import { findReceiptSource } from '../../db/receipts/receipts.ts';
import { findReversal } from '../../db/receipts/reversed-receipts.ts';
import {
  type ListedReceiptRow,
  lockReceipts,
  markReceiptDismissed,
} from '../../db/receipts/staff-receipts.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import { fillProviderTxId } from '../../db/transactions/transitions.ts';
import { requiredPeople } from '../../domain/access/agreement.ts';
import { type ChangedValues, isAsAsked } from '../../domain/access/changed-values.ts';
import { agreementPolicy } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import { paymentCause, postEntry } from '../../domain/books/posting.ts';
import type { RuleName } from '../../domain/books/rules.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import {
  DISMISSAL_MEANINGS,
  DISMISSALS,
  type DismissalMeaning,
  dismissalOf,
  mayBeDismissed,
} from '../../domain/receipts/dismissal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { bindPayments } from '../receipts/booking/bind-payments.ts';
import { findReturnEvidence, returnPayment } from '../receipts/booking/book-move.ts';
import { findReturn } from '../transactions/judge-refund.ts';

type Refusal = 'receipt_not_found' | 'receipt_not_unmatched';

export type Dismissed =
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'receipts_refused'; readonly why: Message }
  | Waiting;

export interface Dismissal {
  readonly id: string;
  /** What the payment was. */
  readonly as: DismissalMeaning;
  /** The deposit that it has paid. */
  readonly depositId: string | null;
}

/**
 * Says what a payment was that waits for no deposit any more, and books that. Its row stays, so
 * that the same payment is recognised when reported again. `DISMISSALS` has what each meaning does.
 */
export async function dismissReceipt(
  deps: DismissDeps,
  actor: Actor,
  asked: Dismissal & { readonly reason: string },
): Promise<Dismissed> {
  const { id, as, reason } = asked;
  const dismissed = await deps.database.atomically(async (connection): Promise<Dismissed> => {
    const found = await lockPayment(connection, asked);
    if ('kind' in found) return found;
    const rules = agreementPolicy(await deps.policy.within(connection));
    const { people } = requiredPeople(dismissalOf(as, found), rules);
    const change = { kind: 'dismissal', subjectId: id, before: {}, reason } as const;
    const waiting = await askForChange(connection, deps.policy, actor, {
      ...change,
      after: valuesOf(found, asked),
      isSensitive: people === 2,
    });
    if (waiting !== null) return waiting;
    await settle(connection, actor, found, asked);
    await appendAudit(connection, {
      ...actor,
      action: 'receipt.dismiss',
      subject: `receipt:${id}`,
      before: { state: found.receipt.state },
      after: { state: as === 'deposit' ? 'used' : 'dismissed', was: as, deposit: asked.depositId },
      reason,
    });
    return { kind: 'dismissed' };
  });
  deps.onDecided();
  return dismissed;
}

interface DismissDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly onDecided: () => void;
}

/** Dismisses a payment as one person asked and another agreed. */
export async function applyDismissal(
  connection: Queryable,
  actor: Actor,
  { subject_id: id, after }: { readonly subject_id: string; readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const { dismissedAs, deposit = null } = after;
  const as = DISMISSAL_MEANINGS.find((one) => one === dismissedAs);
  assert(as !== undefined, 'a request to dismiss a payment says what it was');
  const asked = { id, as, depositId: deposit === null ? null : String(deposit) };
  const found = await lockPayment(connection, asked);
  if ('kind' in found || !isAsAsked(after, valuesOf(found, asked))) return 'overtaken';
  await settle(connection, actor, found, asked);
  return 'applied';
}

/** What the second person sees. */
function valuesOf({ receipt }: FoundPayment, { as, depositId }: Dismissal): ChangedValues {
  const { operator_tx_id: operatorTxId, amount_xaf: amountXaf, payer_msisdn: other } = receipt;
  return { dismissedAs: as, deposit: depositId, operatorTxId, amountXaf, other };
}

interface FoundPayment {
  readonly receipt: ListedReceiptRow;
  /** The text that reported it. */
  readonly source: { readonly line: string; readonly smsId: string } | null;
  readonly isBooked: boolean;
  readonly isReversed: boolean;
  readonly deposit: Transaction | null;
}

type Refused = Extract<Dismissed, { readonly kind: 'refused' | 'receipts_refused' }>;

/** Locks as reading a text does: the line, its receipt, the deposit. */
async function lockPayment(
  connection: Queryable,
  { id, as, depositId }: Dismissal,
): Promise<FoundPayment | Refused> {
  const source = await findReceiptSource(connection, id);
  if (source !== null) await lockLine(connection, source.line);
  const [receipt] = await lockReceipts(connection, [id]);
  if (receipt === undefined) return { kind: 'refused', refusal: 'receipt_not_found' };
  const { state, dismissed_as: dismissedAs } = receipt;
  if (!mayBeDismissed({ state, dismissedAs }, as)) {
    return { kind: 'refused', refusal: 'receipt_not_unmatched' };
  }
  const cause = paymentCause(namedOf(receipt));
  const isBooked = await hasEntry(connection, { cause, rule: 'payment_in' });
  const isReversed = await hasEntry(connection, { cause, rule: 'payment_reversed' });
  const locked = depositId === null ? null : await lockTransaction(connection, depositId);
  const found = { receipt, source, isBooked, isReversed, deposit: locked?.transaction ?? null };
  const why =
    refuse(found, as) ??
    (as === 'deposit' ? await refuseTaken(connection, found) : null) ??
    (as === 'returned' ? await refuseUnseen(connection, found) : null);
  return why === null ? found : { kind: 'receipts_refused', why };
}

function namedOf({ operator, operator_tx_id: operatorTxId }: ListedReceiptRow): {
  readonly operator: Operator;
  readonly operatorTxId: string;
} {
  return { operator, operatorTxId };
}

function refuse(
  { receipt, isReversed, deposit }: FoundPayment,
  as: DismissalMeaning,
): Message | null {
  // Nothing is booked by a name or an amount that nobody has read.
  if (as !== 'unknown' && receipt.open_fields.length > 0) return { code: 'chosen_open' };
  // Until the line has decided, the text may be forged: nothing of it is returned or bound.
  if (DISMISSALS[as].came === true && receipt.waits_for_line) {
    return { code: 'chosen_waits_for_line' };
  }
  // What was taken back is out of the wallet already.
  if (as === 'forged' && isReversed) return { code: 'chosen_reversed' };
  if (as !== 'deposit') return null;
  if (deposit?.direction !== 'deposit') return { code: 'chosen_deposit_missing' };
  if (deposit.state !== 'succeeded') return { code: 'chosen_deposit_open' };
  if (deposit.operator !== receipt.operator) return { code: 'chosen_other_operator' };
  if (deposit.msisdn !== receipt.payer_msisdn) return { code: 'chosen_other_number' };
  const missing = deposit.amountXaf - receipt.amount_xaf;
  return missing > 0 ? { code: 'chosen_too_little', params: { amount_xaf: missing } } : null;
}

async function refuseTaken(
  connection: Queryable,
  { receipt, deposit }: FoundPayment,
): Promise<Message | null> {
  const payment = namedOf(receipt);
  const id = deposit?.id ?? null;
  if ((await findReversal(connection, payment)) !== null) return { code: 'chosen_taken_back' };
  const by = await findPaidWith(connection, payment, id);
  if (by !== null) return { code: 'chosen_taken', params: { deposit: by } };
  if ((await findReturn(connection, receipt.id)) !== null) return { code: 'return_may_have_left' };
  const isNamedOtherwise = ![null, payment.operatorTxId].includes(deposit?.providerTxId ?? null);
  const isPaid = isNamedOtherwise || (id !== null && (await hasPayment(connection, id)));
  return isPaid ? { code: 'chosen_deposit_paid' } : null;
}

async function refuseUnseen(
  connection: Queryable,
  { receipt }: FoundPayment,
): Promise<Message | null> {
  const { payer_msisdn: payer, amount_xaf: amountXaf, operator_time, received_at } = receipt;
  const paidAt = operator_time ?? received_at;
  const payment = { ...namedOf(receipt), payer, amountXaf, paidAt };
  await lockReturns(connection, payer);
  const evidence = await findReturnEvidence(connection, payment);
  return evidence === null ? { code: 'chosen_not_returned' } : null;
}

async function settle(
  connection: Queryable,
  actor: Actor,
  { receipt, source, deposit }: FoundPayment,
  { id, as }: Dismissal,
): Promise<void> {
  const payment = namedOf(receipt);
  if (as === 'deposit') {
    assert(deposit !== null, 'the deposit of a payment was found');
    const params = { staff: actor.actor, deposit: deposit.id };
    await bindPayments(connection, {
      ids: [id],
      transactionId: deposit.id,
      reason: { code: 'confirmed_by_staff', params },
      amountXaf: deposit.amountXaf,
    });
    const { operatorTxId: providerTxId } = payment;
    await fillProviderTxId(connection, { id: deposit.id, providerTxId });
    return;
  }
  if (as === 'returned') {
    const { payer_msisdn: payer, amount_xaf: amountXaf, received_at: receivedAt } = receipt;
    const returned = { ...payment, id, payer, amountXaf, receivedAt };
    const done = await returnPayment(connection, returned, null);
    assert(done === 'returned', 'what showed that a payment went back has vanished');
    return;
  }
  await markReceiptDismissed(connection, { id, as });
  if (as === 'forged') {
    const answers = FORGED.map((rule) => postEntry(rule, paymentCause(payment)));
    await insertEntries(connection, answers);
  }
  if (source !== null) await setStepsAside(connection, source, { isForged: as === 'forged' });
}

/** What turns the entries of a forged payment round. */
const FORGED = ['payment_was_forged', 'fee_was_forged'] as const satisfies RuleName[];
