/** The result of one POST to a receiver. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly error: string };

/** Waiting times after the first, second and third failure (interface, "Delivery"). */
export const RETRY_DELAYS_MS = [1_000, 2_000, 4_000] as const;

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** The receiver of alerts; its address is a setting and is not stored. */
export const ALERT_ORIGIN = 'alert';

const FIRST_ALERT_PAUSE_MS = 5_000;
const LONGEST_ALERT_PAUSE_MS = 300_000;
/** About a day of attempts: a longer absence of the pager is noticed otherwise. */
const MAX_ALERT_ATTEMPTS = 300;

/** A receiver answers within this time, counted from the start of the attempt. */
export const ATTEMPT_TIMEOUT_MS = 5_000;

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Staff can send it again. */
  | { readonly kind: 'undelivered' }
  /** An alert that is a day old is of no use to anyone. */
  | { readonly kind: 'given_up' };

/** Only a 2xx is a delivery; a redirect is not followed and counts as a failure like any other. */
export function isDelivered(result: AttemptResult): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status <= 299;
}

/** What follows after attempt number `attempt`, counted from 1. */
export function nextStep(attempt: number, result: AttemptResult): NextStep {
  if (isDelivered(result)) return { kind: 'delivered' };
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  return delayMs === undefined ? { kind: 'undelivered' } : { kind: 'retry', delayMs };
}

/** The same for an alert: the pager gets it late rather than never. */
export function nextStepOfAlert(attempt: number, result: AttemptResult): NextStep {
  if (isDelivered(result)) return { kind: 'delivered' };
  if (attempt >= MAX_ALERT_ATTEMPTS) return { kind: 'given_up' };
  const doubled = FIRST_ALERT_PAUSE_MS * 2 ** Math.min(attempt - 1, 10);
  return { kind: 'retry', delayMs: Math.min(doubled, LONGEST_ALERT_PAUSE_MS) };
}
