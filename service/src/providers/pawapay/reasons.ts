import type { Message, SystemMessageCode } from '../../domain/messages/message.ts';
import { type ByOperator, FACTS_OF } from '../../domain/operators/operator.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { answersOf } from '../answers.ts';
import type { Order, RefusedRequest } from '../provider.ts';

export const OF_PAWAPAY = answersOf('PawaPay');

/** What pawaPay calls the operators that it serves. */
const PAWAPAY_NAMES: Partial<ByOperator<string>> = { mtn: 'MTN_MOMO_CMR', orange: 'ORANGE_CMR' };

export function nameOfOperator({ operator }: Pick<Order, 'operator'>): string | null {
  return PAWAPAY_NAMES[operator] ?? null;
}

type Meaning = Message | SystemMessageCode;
type Meanings = Readonly<Record<string, Meaning | Readonly<Record<Direction, Meaning>>>>;

/** What a failed payment met. An account that is missing is missing at the operator. */
const FAILURES: Meanings = {
  PAYER_NOT_FOUND: 'payer_unknown',
  PAYMENT_NOT_APPROVED: { code: 'player_did_not_approve' },
  INSUFFICIENT_BALANCE: {
    deposit: { code: 'payer_lacks_money' },
    withdrawal: 'we_lack_money',
  },
  PAYMENT_IN_PROGRESS: 'system_not_allowed',
  RECIPIENT_NOT_FOUND: 'payee_unknown',
  WALLET_LIMIT_REACHED: {
    deposit: { code: 'payer_at_limit' },
    withdrawal: { code: 'payee_at_limit' },
  },
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'we_lack_money',
  MANUALLY_CANCELLED: { code: 'payment_cancelled' },
};

/** Failures that the operator has met, so that its name is in the sentence. */
const OF_THE_OPERATOR: ReadonlySet<string> = new Set(['PAYER_NOT_FOUND', 'RECIPIENT_NOT_FOUND']);

/** Refusals after a look at the payment: another provider would refuse it as well. */
const OF_THE_PAYMENT: Meanings = {
  ...FAILURES,
  AMOUNT_OUT_OF_BOUNDS: { code: 'amount_outside_limits' },
  INVALID_AMOUNT: { code: 'amount_outside_limits' },
  INVALID_CURRENCY: 'system_takes_no_such_currency',
  INVALID_PHONE_NUMBER: 'not_number_of_operator',
  INVALID_PROVIDER: 'system_lacks_this_payment',
  UNSUPPORTED_PARAMETER: 'system_found_mistake',
};

/** Refusals that say nothing about the payment, so that another provider may be tried. */
const OF_THE_PROVIDER: Readonly<Record<string, SystemMessageCode>> = {
  DEPOSITS_NOT_ALLOWED: 'not_set_up_for_deposits',
  PAYOUTS_NOT_ALLOWED: 'not_set_up_for_payouts',
  // Our money there: another provider may have enough.
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'we_lack_money',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'system_not_available',
  AUTHENTICATION_ERROR: 'system_refused_credentials',
  HTTP_SIGNATURE_ERROR: 'system_refused_credentials',
};

/** A refusal is certain whatever its code; one that is not listed is taken for the payment's. */
export function refusalOf(order: Order, code: string | null): RefusedRequest {
  const ofProvider = code === null ? undefined : ownOf(OF_THE_PROVIDER, code);
  if (ofProvider !== undefined) return OF_PAWAPAY.refusedBy(ofProvider, code);
  const reason = meaningOf(OF_THE_PAYMENT, order, code) ?? OF_PAWAPAY.of('system_refused');
  return { kind: 'refused', because: 'payment', reason, code };
}

export function failureOf(order: Order, code: string | null): Message {
  return meaningOf(FAILURES, order, code) ?? OF_PAWAPAY.of('system_reported_failure');
}

function meaningOf(
  meanings: Meanings,
  { direction, operator }: Order,
  code: string | null,
): Message | null {
  const found = code === null ? undefined : ownOf(meanings, code);
  if (code === null || found === undefined) return null;
  const meaning = typeof found === 'object' && 'deposit' in found ? found[direction] : found;
  if (typeof meaning !== 'string') return meaning;
  const { of } = OF_THE_OPERATOR.has(code) ? answersOf(FACTS_OF[operator].words.en) : OF_PAWAPAY;
  return of(meaning);
}

function ownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
