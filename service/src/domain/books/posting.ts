import { BOOK_RULES, type RuleName } from './rules.ts';

/** An entry that is wanted: a rule, for a cause, with what the rule leaves open. */
export interface Posting {
  readonly rule: RuleName;
  readonly cause: string;
  /** Not for one that answers an earlier entry: it has the amount of that one. */
  readonly amountCents: bigint | null;
  /** When the money moved; null: just now. */
  readonly valueAt: Date | null;
  /** The key of the wallet; null: that of the transaction. */
  readonly wallet: string | null;
  readonly applicationId: string | null;
  readonly transactionId: string | null;
}

/** The operator's payment: the same whoever tells of it, be it a text, a provider or a statement. */
export function paymentCause(payment: {
  readonly operator: string;
  readonly operatorTxId: string;
}): string {
  return `payment:${payment.operator}:${payment.operatorTxId}`;
}

export function transactionCause(id: string): string {
  return `transaction:${id}`;
}

/** The account of an operator with one number; the API and the SIM of the number are the same. */
export function walletKey(wallet: { readonly operator: string; readonly number: string }): string {
  return `${wallet.operator}:${wallet.number}`;
}

/** As a bigint, since the largest amount of a payment has no exact number of hundredths. */
export function toCents(amountXaf: number): bigint {
  return BigInt(amountXaf) * 100n;
}

/**
 * A payment that a believed text told of, with what the operator kept of it. What was taken for a
 * top-up, because an older template did not see the player, was none.
 */
export function postPayment(payment: {
  readonly operator: string;
  readonly operatorTxId: string;
  readonly line: string;
  readonly amountXaf: number;
  readonly feeCents: number | null;
  readonly operatorTime: Date | null;
}): readonly Posting[] {
  const { operator, line: number, operatorTime: valueAt, feeCents } = payment;
  const common = {
    cause: paymentCause(payment),
    valueAt,
    wallet: walletKey({ operator, number }),
    applicationId: null,
    transactionId: null,
  };
  const fee = BigInt(feeCents ?? 0);
  return [
    { ...common, rule: 'payment_in', amountCents: toCents(payment.amountXaf) },
    postAnswer('topped_up_was_payment', common.cause),
    ...(fee === 0n ? [] : [{ ...common, rule: 'fee_charged' as const, amountCents: fee }]),
  ];
}

/** Only what an entry that answers an earlier one of the same cause needs. */
export function postAnswer(rule: RuleName, cause: string): Posting {
  return {
    rule,
    cause,
    amountCents: null,
    valueAt: null,
    wallet: null,
    applicationId: null,
    transactionId: null,
  };
}

/** What a deposit was paid above its amount: it is owed to the payer, not to the application. */
export function postOverpayment(transactionId: string, restXaf: number): readonly Posting[] {
  if (restXaf <= 0) return [];
  const cause = transactionCause(transactionId);
  return [{ ...postAnswer('deposit_overpaid', cause), amountCents: toCents(restXaf) }];
}

/** An operator took back what it had said was paid, to us or by us. */
export function postReversal(reversed: {
  readonly operator: string;
  readonly operatorTxId: string | null;
  readonly transactionId: string | null;
}): readonly Posting[] {
  const { operator, operatorTxId, transactionId } = reversed;
  const own = transactionId === null ? [] : [transactionCause(transactionId)];
  const named = operatorTxId === null ? own : [paymentCause({ operator, operatorTxId })];
  // Whichever of the two there was: an answer to an entry that is not there is not booked.
  return [
    ...named.map((cause) => postAnswer('payment_reversed', cause)),
    ...own.map((cause) => postAnswer('payout_reversed', cause)),
    ...own.map((cause) => postAnswer('failed_payout_returned', cause)),
  ];
}

/** A payout that counts as failed was paid, and has come back. */
export function postFailureReturned({ id }: { readonly id: string }): readonly Posting[] {
  return [postAnswer('failed_payout_returned', transactionCause(id))];
}

/** The money that an operator took, be it of a payment or of a failed payout, has come back. */
export function postReturned(cause: string): readonly Posting[] {
  return [postAnswer('dispute_returned', cause), postAnswer('failed_payout_returned', cause)];
}

/** The payment that a provider named late: the deposit may be booked as paid without a name. */
export function postNamed(deposit: {
  readonly id: string;
  readonly operator: string;
  readonly amountXaf: number;
  readonly operatorTxId: string;
}): readonly Posting[] {
  const { id, amountXaf } = deposit;
  return [
    postAnswer('payment_named', transactionCause(id)),
    {
      ...postAnswer('payment_in', paymentCause(deposit)),
      amountCents: toCents(amountXaf),
      transactionId: id,
    },
  ];
}

/** The provider says that it paid what we call failed. */
export function postPaidFailure(payout: {
  readonly id: string;
  readonly amountXaf: number;
}): readonly Posting[] {
  const { id, amountXaf } = payout;
  const cause = transactionCause(id);
  const amountCents = toCents(amountXaf);
  return [{ ...postAnswer('failed_payout_paid', cause), amountCents, transactionId: id }];
}

/** Accounts that two people may correct; the others follow from what is booked. */
const ADJUSTABLE = [
  'wallet',
  'application',
  'unmatched',
  'overpayments',
  'disputed',
  'in_transit',
] as const;
type Adjustable = (typeof ADJUSTABLE)[number];

export interface AdjustedAccount {
  readonly kind: Adjustable;
  readonly key: string;
}

/** `wallet:<operator>:<number>`, `application:<id>`, `disputed`; null: nothing of the kind. */
export function readAccount(text: string): AdjustedAccount | null {
  const [, name, key = ''] = /^([a-z_]+)(?::(\S+))?$/.exec(text) ?? [];
  const kind = ADJUSTABLE.find((one) => one === name);
  if (kind === undefined) return null;
  const isOneOfSeveral = kind === 'wallet' || kind === 'application';
  return isOneOfSeveral === (key !== '') ? { kind, key } : null;
}

/** A positive change is more in a wallet, more that is disputed, or more that we owe. */
export function postAdjustment(adjustment: {
  readonly id: string;
  readonly account: AdjustedAccount;
  readonly changeXaf: number;
}): Posting {
  const { id, account, changeXaf } = adjustment;
  const rule: RuleName = `${account.kind}_${changeXaf > 0 ? 'raised' : 'lowered'}`;
  return {
    ...postAnswer(rule, adjustmentCause(id)),
    amountCents: BigInt(Math.abs(changeXaf)) * 100n,
    wallet: account.kind === 'wallet' ? account.key : null,
    applicationId: account.kind === 'application' ? account.key : null,
  };
}

function adjustmentCause(id: string): string {
  return `adjustment:${id}`;
}

/** The rules of adjustments, for whoever looks for them. */
export const ADJUSTMENT_RULES: readonly RuleName[] = (Object.keys(BOOK_RULES) as RuleName[]).filter(
  (name) => {
    const { debit, credit } = BOOK_RULES[name];
    return debit === 'adjustments' || credit === 'adjustments';
  },
);
