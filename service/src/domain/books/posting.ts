import { settlementCause } from './application-money.ts';
import { BOOK_RULES, POOL_PREFIX, type RuleName } from './rules.ts';

/** An entry to book: a rule, for a cause, with what the rule leaves open. */
export interface Posting {
  readonly rule: RuleName;
  readonly cause: string;
  /** `null` for an answer to an earlier entry: it has the amount of that one. */
  readonly amountCents: bigint | null;
  /** When the money moved, or `null` for just now. */
  readonly valueAt: Date | null;
  /** The key of the wallet, or `null` for that of the transaction. */
  readonly wallet: string | null;
  readonly applicationId: string | null;
  readonly transactionId: string | null;
}

/** The operator's payment: the same whether a text, a provider or a statement reports it. */
export function paymentCause(payment: {
  readonly operator: string;
  readonly operatorTxId: string;
}): string {
  return `payment:${payment.operator}:${payment.operatorTxId}`;
}

export function transactionCause(id: string): string {
  return `transaction:${id}`;
}

/** The transaction that a cause names, or `null`. */
export function transactionIdOf(cause: string): string | null {
  const [kind, id] = cause.split(':');
  return kind === 'transaction' && id !== undefined ? id : null;
}

/**
 * An operator's account for one number; the API and the SIM of the number share it. A pool, which
 * serves all operators of an account, stands for a number and is named by itself.
 */
export function walletKey(wallet: { readonly operator: string; readonly number: string }): string {
  const { operator, number } = wallet;
  return number.startsWith(POOL_PREFIX) ? number : `${operator}:${number}`;
}

/** As a bigint, since the largest amount of a payment has no exact number of hundredths. */
export function toCents(amountXaf: number): bigint {
  return BigInt(amountXaf) * 100n;
}

/**
 * A payment to us. If it was booked as a top-up, as long as nobody knew its payer, or as money of
 * another line of ours, that is undone.
 */
export function postPaymentIn(payment: Omit<Posting, 'rule'>): readonly Posting[] {
  return [
    { ...payment, rule: 'payment_in' },
    { ...payment, rule: 'topped_up_was_payment', amountCents: null, wallet: null },
    { ...payment, rule: 'came_from_own_was_payment', amountCents: null, wallet: null },
  ];
}

/** A payment that a believed text or a statement reported, with what the operator kept of it. */
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
    ...postPaymentIn({ ...common, amountCents: toCents(payment.amountXaf) }),
    ...(fee === 0n ? [] : [{ ...common, rule: 'fee_charged' as const, amountCents: fee }]),
  ];
}

/** An entry of a rule for a cause: whatever is null is taken from the entry it answers. */
export function postEntry(rule: RuleName, cause: string): Posting {
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

/** What was paid above a deposit's amount: it is owed to the payer, not to the application. */
export function postOverpayment(transactionId: string, restXaf: number): readonly Posting[] {
  if (restXaf <= 0) return [];
  const cause = transactionCause(transactionId);
  return [{ ...postEntry('deposit_overpaid', cause), amountCents: toCents(restXaf) }];
}

/** An operator reversed a payment, to us or by us, that it had reported as paid. */
export function postReversal(reversed: {
  readonly operator: string;
  readonly operatorTxId: string | null;
  readonly transactionId: string | null;
}): readonly Posting[] {
  const { operator, operatorTxId, transactionId } = reversed;
  const own = transactionId === null ? [] : [transactionCause(transactionId)];
  const named = operatorTxId === null ? own : [paymentCause({ operator, operatorTxId })];
  // Whichever of the two exists: an answer to a missing entry is not booked.
  return [
    ...named.map((cause) => postEntry('payment_reversed', cause)),
    ...own.map((cause) => postEntry('payout_reversed', cause)),
    ...own.map((cause) => postEntry('failed_payout_returned', cause)),
  ];
}

/** A payout that counts as failed was paid, and the money has come back. */
export function postFailureReturned({ id }: { readonly id: string }): readonly Posting[] {
  return [postEntry('failed_payout_returned', transactionCause(id))];
}

/** The money that an operator took for a reversed payment or a failed payout has come back. */
export function postReturned(cause: string): readonly Posting[] {
  return [postEntry('dispute_returned', cause), postEntry('failed_payout_returned', cause)];
}

/** The payment whose id a provider reported late: the deposit may be booked as paid without it. */
export function postNamed(deposit: {
  readonly id: string;
  readonly operator: string;
  readonly amountXaf: number;
  readonly operatorTxId: string;
}): readonly Posting[] {
  const { id, amountXaf } = deposit;
  return [
    postEntry('payment_named', transactionCause(id)),
    ...postPaymentIn({
      ...postEntry('payment_in', paymentCause(deposit)),
      amountCents: toCents(amountXaf),
      transactionId: id,
    }),
  ];
}

/** A payout's id is known late: its text may be booked as money that left without us. */
export function postPaidOut(payout: Parameters<typeof paymentCause>[0]): readonly Posting[] {
  const cause = paymentCause(payout);
  return [postEntry('moved_out_was_payout', cause), postEntry('left_for_own_was_payout', cause)];
}

/** A payout that we recorded as failed was paid; by which transfer, if its id is known. */
export function postPaidFailure(payout: {
  readonly id: string;
  readonly amountXaf: number;
  readonly operator: string;
  readonly operatorTxId: string | null;
  /** When the operator moved it, where a report says so. */
  readonly operatorTime?: Date | null;
}): readonly Posting[] {
  const { id, amountXaf, operator, operatorTxId, operatorTime: valueAt = null } = payout;
  const cause = transactionCause(id);
  const amountCents = toCents(amountXaf);
  return [
    { ...postEntry('failed_payout_paid', cause), amountCents, valueAt, transactionId: id },
    ...(operatorTxId === null ? [] : postPaidOut({ operator, operatorTxId })),
  ];
}

/** An application was paid, outside of the service, what it is owed. */
export function postSettlement(settlement: {
  /** The application's. */
  readonly id: string;
  readonly reference: string;
  readonly amountXaf: number;
}): Posting {
  const { id: applicationId, reference, amountXaf } = settlement;
  const cause = settlementCause(applicationId, reference);
  const amountCents = toCents(amountXaf);
  return { ...postEntry('application_settled', cause), applicationId, amountCents };
}

/** Accounts that two people may correct; the others follow from what is booked. */
export const ADJUSTABLE = [
  'wallet',
  'application',
  'unmatched',
  'overpayments',
  'disputed',
  'in_transit',
] as const;
export type Adjustable = (typeof ADJUSTABLE)[number];

export interface AdjustedAccount {
  readonly kind: Adjustable;
  readonly key: string;
}

/** `wallet:<operator>:<number>`, `application:<id>`, or the name of another adjustable account. */
export function readAccount(text: string): AdjustedAccount | null {
  const [, name, key = ''] = /^([a-z_]+)(?::(\S+))?$/.exec(text) ?? [];
  const kind = ADJUSTABLE.find((one) => one === name);
  if (kind === undefined) return null;
  const isOneOfSeveral = kind === 'wallet' || kind === 'application';
  return isOneOfSeveral === (key !== '') ? { kind, key } : null;
}

/** A positive change means more in a wallet, more disputed, or more that we owe. */
export function postAdjustment(adjustment: {
  readonly id: string;
  readonly account: AdjustedAccount;
  readonly changeXaf: number;
}): Posting {
  const { id, account, changeXaf } = adjustment;
  const rule: RuleName = `${account.kind}_${changeXaf > 0 ? 'raised' : 'lowered'}`;
  return {
    ...postEntry(rule, adjustmentCause(id)),
    amountCents: BigInt(Math.abs(changeXaf)) * 100n,
    wallet: account.kind === 'wallet' ? account.key : null,
    applicationId: account.kind === 'application' ? account.key : null,
  };
}

export function adjustmentCause(id: string): string {
  return `adjustment:${id}`;
}

export const ADJUSTMENT_RULES: readonly RuleName[] = (Object.keys(BOOK_RULES) as RuleName[]).filter(
  (name) => {
    const { debit, credit } = BOOK_RULES[name];
    return debit === 'adjustments' || credit === 'adjustments';
  },
);
