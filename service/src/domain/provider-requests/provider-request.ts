/** The statuses that a provider may report of a request; the rest is silence or noise. */
export const SAID = ['pending', 'succeeded', 'failed', 'not_found'] as const;
export type Said = (typeof SAID)[number];

/** Pauses between questions; the last one repeats. They are short while a player waits. */
const ASK_AFTER_MS = [2, 2, 3, 3, 5, 5, 10, 10, 20, 30, 60, 120, 300].map((s) => s * 1_000);

export function askAfterMs(asked: number): number {
  return ASK_AFTER_MS[Math.min(asked, ASK_AFTER_MS.length - 1)] ?? 0;
}

/**
 * Whether to stop asking a provider without a final status; staff have the evidence. A service that
 * was away for days has asked too little to know: a lost answer must not be the last.
 */
export function givesUpAsking({
  ageMs,
  asked,
}: {
  readonly ageMs: number;
  readonly asked: number;
}) {
  return ageMs > GIVE_UP_ASKING_MS && asked >= ASK_AFTER_MS.length;
}

const GIVE_UP_ASKING_MS = 48 * 3_600_000;

/**
 * The pause before it is seen again whether the handle has been learnt; a callback that names it
 * makes the question due by itself. `null` when nobody waits for it any more.
 */
export function lookForHandleMs(ageMs: number): number | null {
  return ageMs > GIVE_UP_ASKING_MS ? null : askAfterMs(ASK_AFTER_MS.length);
}

/** A payout that no provider can take now is offered again after this long. */
export const OFFER_AGAIN_MS = 15_000;

/** How long a withdrawal may wait for a final status (interface, "Limits"). */
export const STUCK_AFTER_MS = 3_600_000;

/**
 * A payout that no provider took for most of that hour gets this long for its answer once it is
 * sent: the quick questions have been asked by then.
 */
export const ANSWER_AFTER_SENDING_MS = 300_000;
