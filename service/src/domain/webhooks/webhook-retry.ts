/** The result of one POST to a receiver. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly error: string };

/** Waiting times after the first, second and third failure (interface, "Delivery"). */
export const RETRY_DELAYS_MS = [1_000, 2_000, 4_000] as const;

export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** A receiver answers within this time, counted from the start of the attempt. */
export const ATTEMPT_TIMEOUT_MS = 5_000;

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'undelivered' };

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
