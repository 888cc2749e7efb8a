import { fitsSeal, type SealRow } from '../seals/seal.ts';
import { hasEnded, LATE_CONFIRMATION_MS, type State } from '../transactions/transaction.ts';

export const CHECKOUT_STATES = ['open', 'paid', 'expired', 'cancelled'] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** What a success means for its checkout: the first one pays it, every other is too much. */
export const ATTEMPT_OUTCOMES = ['paid', 'surplus'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const MIN_EXPIRES_IN_SECONDS = 600;
export const MAX_EXPIRES_IN_SECONDS = 30 * 86_400;
export const DEFAULT_EXPIRES_IN_SECONDS = 86_400;
/** Shorter than a payment's, because each attempt adds `~` and its number. */
export const MAX_CHECKOUT_REFERENCE = 120;

/** What never changes about a checkout. */
export interface CheckoutFacts {
  readonly id: string;
  readonly applicationId: string;
  readonly reference: string;
  /** The secret part of the page's address. */
  readonly token: string;
  readonly amountXaf: number;
  readonly description: string | null;
  /** `null` if each number is a player of its own. */
  readonly playerId: string | null;
  /** Those that the page offers, or `null` for all. */
  readonly operators: readonly string[] | null;
  readonly lang: 'fr' | 'en';
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly callbackUrl: string | null;
  /** Who has the key (`api…`), or for a link `staff:<id>`, or the user of `momo`. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Checkout extends CheckoutFacts {
  readonly state: CheckoutState;
  readonly stateUpdatedAt: Date;
  /** Over what never changes. */
  readonly seal: string | null;
  /** Over its state and the time of it. */
  readonly stateSeal: string | null;
}

/** The text that a checkout's seal is made of. A change of it breaks every seal there is. */
export function sealedCheckout(facts: CheckoutFacts): string {
  return JSON.stringify([
    'checkout',
    facts.id,
    facts.applicationId,
    facts.reference,
    facts.token,
    facts.amountXaf,
    facts.description,
    facts.playerId,
    facts.operators,
    facts.lang,
    facts.returnUrl,
    facts.cancelUrl,
    facts.callbackUrl,
    facts.createdBy,
    facts.createdAt.toISOString(),
    facts.expiresAt.toISOString(),
  ]);
}

/** The text that the seal of a checkout's state is made of. */
export function sealedCheckoutState(
  checkout: Pick<Checkout, 'id' | 'state' | 'stateUpdatedAt'>,
): string {
  const { id, state, stateUpdatedAt } = checkout;
  return JSON.stringify(['checkout state', id, state, stateUpdatedAt.toISOString()]);
}

/** The text that the seal of what a success means for its checkout is made of. */
export function sealedOutcome(
  { id: checkoutId }: Pick<Checkout, 'id'>,
  { id, outcome, succeededAt }: Pick<AttemptFacts, 'id' | 'outcome' | 'succeededAt'>,
): string {
  const at = succeededAt?.toISOString() ?? null;
  return JSON.stringify(['outcome', checkoutId, id, outcome, at]);
}

/** What was changed about a checkout behind the service's back, or `null`. */
export function findCheckoutProblem(
  seal: SealRow,
  checkout: Checkout,
  attempts: readonly AttemptFacts[],
): 'checkout_changed' | 'state_changed' | 'outcome_changed' | null {
  if (!fitsSeal(seal, sealedCheckout(checkout), checkout.seal)) return 'checkout_changed';
  if (!fitsSeal(seal, sealedCheckoutState(checkout), checkout.stateSeal)) return 'state_changed';
  const isCounted = attempts.every(
    (one) => one.outcome === null || fitsSeal(seal, sealedOutcome(checkout, one), one.seal),
  );
  return isCounted ? null : 'outcome_changed';
}

/** The reference of the deposit that is a checkout's attempt with this number. */
export function attemptReference(
  { reference }: Pick<CheckoutFacts, 'reference'>,
  number: number,
): string {
  return `${reference}~${number}`;
}

/** Whether a deposit with this reference is an attempt of the checkout. */
export function isAttemptOf(
  checkout: Pick<CheckoutFacts, 'reference'>,
  reference: string,
): boolean {
  const number = /~([1-9]\d*)$/.exec(reference)?.[1];
  return number !== undefined && attemptReference(checkout, Number(number)) === reference;
}

/** An attempt as the checkout's decision needs it. */
export interface AttemptFacts {
  readonly id: string;
  readonly state: State;
  readonly outcome: AttemptOutcome | null;
  readonly succeededAt: Date | null;
  /** Over its outcome; `null` before it has one, or without a key. */
  readonly seal: string | null;
}

export interface CheckoutDecision {
  readonly state: CheckoutState;
  /** The successes that were not counted before, in the order in which they happened. */
  readonly counted: readonly { readonly id: string; readonly outcome: AttemptOutcome }[];
}

/**
 * What follows for a checkout from its attempts and the time. Every success is counted once; the
 * first pays, also a checkout whose time is over, and nothing pays one that was cancelled.
 */
export function decideCheckout(
  checkout: Pick<Checkout, 'state' | 'expiresAt'>,
  attempts: readonly AttemptFacts[],
  now: Date,
): CheckoutDecision {
  const successes = attempts
    .filter(({ succeededAt, outcome }) => succeededAt !== null && outcome === null)
    .toSorted((a, b) => Number(a.succeededAt) - Number(b.succeededAt) || (a.id < b.id ? -1 : 1));
  const mayBePaid = checkout.state === 'open' || checkout.state === 'expired';
  const counted = successes.map(({ id }, index) => ({
    id,
    outcome: mayBePaid && index === 0 ? ('paid' as const) : ('surplus' as const),
  }));
  if (mayBePaid && counted.length > 0) return { state: 'paid', counted };
  const isOver = checkout.state === 'open' && checkout.expiresAt <= now;
  const waits = attempts.some(({ state }) => !hasEnded(state));
  return { state: isOver && !waits ? 'expired' : checkout.state, counted };
}

export type PagesProblem = 'checkouts_not_allowed' | 'checkouts_need_address';

/** Why an application can have no page that buyers reach, or `null`; the sandbox asks for nothing. */
export function findPagesProblem(
  service: { readonly environment: 'sandbox' | 'live'; readonly publicUrl: string | null },
  seller: { readonly takesCheckouts: boolean } | null,
): PagesProblem | null {
  if (service.environment === 'sandbox') return null;
  if (seller?.takesCheckouts !== true) return 'checkouts_not_allowed';
  return service.publicUrl === null ? 'checkouts_need_address' : null;
}

/** May a buyer begin to pay, as far as the checkout itself says? */
export function takesAttempts(checkout: Pick<Checkout, 'state' | 'expiresAt'>, now: Date): boolean {
  return checkout.state === 'open' && now < checkout.expiresAt;
}

/** Who types a number has not proved that it is theirs: a stranger can ask it this often. */
const ATTEMPTS_PER_NUMBER = 3;
export const ATTEMPTS_PER_NUMBER_WITHIN_MS = 3_600_000;
const ATTEMPTS_PER_CHECKOUT = 10;

export interface AttemptCounts {
  /** Of the checkout, whatever became of them. */
  readonly ofCheckout: number;
  /** When those of the number began, within the hour and since its last success, newest first. */
  readonly ofNumber: readonly Date[];
  /** When the last code for the same number and amount, for something else, ends or has ended. */
  readonly codeElsewhereEndsAt: Date | null;
}

export type AttemptRefusal =
  | { readonly code: 'not_open' }
  | { readonly code: 'too_many_attempts_here' }
  | { readonly code: 'too_many_attempts_of_number'; readonly until: Date }
  | { readonly code: 'same_code_elsewhere'; readonly until: Date };

/** Why a further attempt is not begun, or `null`. */
export function judgeAttempt(
  checkout: Pick<Checkout, 'state' | 'expiresAt'>,
  counts: AttemptCounts,
  { now, isDialled }: { readonly now: Date; readonly isDialled: boolean },
): AttemptRefusal | null {
  if (!takesAttempts(checkout, now)) return { code: 'not_open' };
  if (counts.ofCheckout >= ATTEMPTS_PER_CHECKOUT) return { code: 'too_many_attempts_here' };
  const oldest = counts.ofNumber[ATTEMPTS_PER_NUMBER - 1];
  if (oldest !== undefined) {
    const until = new Date(oldest.getTime() + ATTEMPTS_PER_NUMBER_WITHIN_MS);
    return { code: 'too_many_attempts_of_number', until };
  }
  // A payment by code that may be of two checkouts is for neither: see `matchReceipt`.
  const endsAt = counts.codeElsewhereEndsAt?.getTime() ?? -Infinity;
  if (!isDialled || now.getTime() > endsAt + LATE_CONFIRMATION_MS) return null;
  return { code: 'same_code_elsewhere', until: new Date(endsAt + LATE_CONFIRMATION_MS) };
}

/** A page says it no more exactly: when others began to pay is nobody else's business. */
export const ROUGH_WAITS = { half_an_hour: 1_800, hour: 3_600 } as const;
export type RoughWait = keyof typeof ROUGH_WAITS;

export function roughWait(until: Date, now: Date): RoughWait {
  const leftSeconds = (until.getTime() - now.getTime()) / 1_000;
  return leftSeconds <= ROUGH_WAITS.half_an_hour ? 'half_an_hour' : 'hour';
}
