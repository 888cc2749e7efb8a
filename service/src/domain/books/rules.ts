/** The accounts of the books: several for wallets and applications, one for each other kind. */
export const ACCOUNT_KINDS = [
  'wallet',
  'application',
  'unmatched',
  'overpayments',
  'payouts_under_way',
  'operator_fees',
  'disputed',
  'in_transit',
  'moved_outside',
  'opening_balances',
  'adjustments',
  'rounding',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * What an event debits and credits. A wallet grows by debits, what we owe grows by credits. With
 * `after` the entry answers an earlier one of the same cause: without that one it is not booked,
 * and it takes what is not given here (amount, wallet, application) from it, with debit and credit
 * swapped.
 */
export interface BookRule {
  readonly debit: AccountKind | null;
  readonly credit: AccountKind | null;
  readonly after: string | null;
}

/** What is booked. A cause has each rule once: a repeated report changes nothing. */
export const BOOK_RULES = {
  // Money in: the first report of the operator's payment books it, whatever its source.
  payment_in: rule('wallet', 'unmatched'),
  // A payment that was booked under its deposit got an operator id: now it has its own cause.
  payment_named: undoing('payment_in'),
  deposit_credited: rule('unmatched', 'application'),
  deposit_overpaid: rule('unmatched', 'overpayments'),

  payout_sent: rule('application', 'payouts_under_way'),
  payout_succeeded: rule('payouts_under_way', 'wallet'),
  payout_failed: undoing('payout_sent'),
  // A payment of no platform is sent back: its payout comes out of what is owed to its payer.
  return_sent: rule('unmatched', 'payouts_under_way'),
  return_failed: undoing('return_sent'),
  // What was paid above a deposit's amount is sent back: it is owed to the payer, too.
  overpayment_sent: rule('overpayments', 'payouts_under_way'),
  overpayment_failed: undoing('overpayment_sent'),

  fee_charged: rule('operator_fees', 'wallet'),
  // The same of a fee; what the application bears of it stays where it is.
  fee_named: undoing('fee_charged'),
  fee_passed_on: rule('application', 'operator_fees'),
  fee_rounded_down: rule('rounding', 'operator_fees'),
  fee_rounded_up: rule('operator_fees', 'rounding'),

  // Two people found that a booked payment never came.
  payment_was_forged: undoing('payment_in'),
  fee_was_forged: undoing('fee_charged'),

  payment_reversed: { debit: 'disputed', credit: null, after: 'payment_in' },
  payout_reversed: { debit: null, credit: 'disputed', after: 'payout_succeeded' },
  failed_payout_paid: rule('disputed', 'wallet'),
  // The operator returned what it had reversed.
  dispute_returned: undoing('payment_reversed'),
  failed_payout_returned: undoing('failed_payout_paid'),
  // The operator took back what had credited nobody: it is owed to nobody any more.
  unmatched_taken_back: { debit: 'unmatched', credit: null, after: 'payment_reversed' },

  unmatched_given_back: rule('unmatched', 'wallet'),
  overpayment_given_back: rule('overpayments', 'wallet'),

  left_for_own_wallet: rule('in_transit', 'wallet'),
  came_from_own_wallet: rule('wallet', 'in_transit'),
  topped_up: rule('wallet', 'moved_outside'),
  // A payment was known as one only after a text or a statement had made it a top-up.
  topped_up_was_payment: undoing('topped_up'),
  // A statement line without a sender was recorded; its text says that it came from our line.
  topped_up_was_own: undoing('topped_up'),
  // Or that the operator returned what it had taken.
  topped_up_was_return: undoing('topped_up'),
  // A line of ours has paid a deposit.
  came_from_own_was_payment: undoing('came_from_own_wallet'),
  moved_out: rule('moved_outside', 'wallet'),
  // The text of a payout came without its payee; later the provider says that it was ours.
  moved_out_was_payout: undoing('moved_out'),
  // The payout has the id of another transfer.
  moved_out_after_all: undoing('moved_out_was_payout'),
  // The text of a return came before staff said that the payment was returned.
  moved_out_was_return: undoing('moved_out'),
  // A statement line without a payee was recorded; its text says that it went to our line.
  moved_out_was_own: undoing('moved_out'),
  // A payout went to a line of ours.
  left_for_own_was_payout: undoing('left_for_own_wallet'),

  // A platform was paid what it is owed; what it was paid from is money that left without us.
  application_settled: rule('application', 'moved_outside'),
  // It is paid by a payout of ours, to a number.
  settlement_sent: rule('application', 'payouts_under_way'),
  settlement_failed: undoing('settlement_sent'),

  // A number was changed while the money was under way, and it was booked to the new one.
  payment_came_to_other_wallet: { debit: 'wallet', credit: null, after: 'payment_in' },
  payout_left_other_wallet: { debit: null, credit: 'wallet', after: 'payout_succeeded' },
  // A deposit was credited with a payment that had gone back: the platform and we settle it.
  returned_though_credited: rule('disputed', 'unmatched'),

  wallet_opened: rule('wallet', 'opening_balances'),
  // The service knows of more money in than the operator says is there.
  wallet_opened_below: rule('opening_balances', 'wallet'),

  // Corrections by two people; `raised` is more in a wallet, or more that we owe.
  wallet_raised: rule('wallet', 'adjustments'),
  wallet_lowered: rule('adjustments', 'wallet'),
  application_raised: rule('adjustments', 'application'),
  application_lowered: rule('application', 'adjustments'),
  unmatched_raised: rule('adjustments', 'unmatched'),
  unmatched_lowered: rule('unmatched', 'adjustments'),
  overpayments_raised: rule('adjustments', 'overpayments'),
  overpayments_lowered: rule('overpayments', 'adjustments'),
  disputed_raised: rule('disputed', 'adjustments'),
  disputed_lowered: rule('adjustments', 'disputed'),
  in_transit_raised: rule('in_transit', 'adjustments'),
  in_transit_lowered: rule('adjustments', 'in_transit'),
} as const satisfies Record<string, BookRule>;

export type RuleName = keyof typeof BOOK_RULES;

/** How the wallet begins that serves all operators of a provider's account; its id follows. */
export const POOL_PREFIX = 'pool:';

/** Rules that say what the entry before them really was: no money moves when they are booked. */
export const CORRECTING_RULES = [
  'payment_named',
  'fee_named',
  'payment_was_forged',
  'fee_was_forged',
  'topped_up_was_payment',
  'topped_up_was_own',
  'topped_up_was_return',
  'came_from_own_was_payment',
  'moved_out_was_payout',
  'moved_out_after_all',
  'moved_out_was_return',
  'moved_out_was_own',
  'left_for_own_was_payout',
  'payment_came_to_other_wallet',
  'payout_left_other_wallet',
] as const satisfies readonly RuleName[];

/**
 * Which rule turns round the entry of which other one. One transfer of an operator is one movement
 * of its wallet: an entry is turned round once, whatever it turns out to have been.
 */
export const TURNS_ROUND: readonly (readonly [turned: string, by: string])[] = Object.entries(
  BOOK_RULES,
).flatMap(([by, { debit, credit, after }]) =>
  debit === null && credit === null ? [[after, by] as const] : [],
);

function rule<D extends AccountKind, C extends AccountKind>(debit: D, credit: C) {
  return { debit, credit, after: null } as const;
}

function undoing<R extends string>(after: R) {
  return { debit: null, credit: null, after } as const;
}
