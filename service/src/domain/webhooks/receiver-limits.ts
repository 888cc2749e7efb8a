/**
 * How many attempts may be under way. An attempt holds a place for as long as it lasts, so what
 * counts is how long a receiver takes, not what it answers: quick receivers get as many as they can
 * use, slow ones share a part between them, and new ones have a separate part until they are known.
 * So no number of dead receivers can take the places of the others.
 */
export const MOST_UNDER_WAY = 2_000;
const MOST_SLOW = 1_000;
const MOST_NEW = 600;

/** A burst to one receiver that does not answer can still be retried on time. */
export const MOST_PER_RECEIVER = 512;
const MOST_PER_NEWCOMER = 16;

/**
 * Attempts that are claimed but not sent yet wait to be signed; a slow core signs 300 per second.
 * None may wait so long that its lease runs out.
 */
const MOST_QUICK_WAITING = 256;
const MOST_OTHERS_WAITING = 64;

/** An attempt that lasts longer makes its receiver a slow one. */
export const QUICK_MS = 1_000;

export type Pace = 'quick' | 'new' | 'slow';

/** What is under way to all receivers together. */
export interface Load {
  readonly slowAttempts: number;
  readonly slowReceivers: number;
  readonly newAttempts: number;
  /** Attempts to quick receivers, and to all others, that have not been sent yet. */
  readonly quickWaiting: number;
  readonly othersWaiting: number;
}

/** How many more attempts a receiver may have now. */
export function freePlaces(
  receiver: { readonly pace: Pace; readonly underWay: number },
  load: Load,
): number {
  const { pace, underWay } = receiver;
  return Math.max(0, Math.min(limitOf(pace, load) - underWay, left(pace, load)));
}

function limitOf(pace: Pace, { slowReceivers }: Load): number {
  switch (pace) {
    case 'quick':
      return MOST_PER_RECEIVER;
    case 'new':
      return MOST_PER_NEWCOMER;
    case 'slow': {
      const share = Math.floor(MOST_SLOW / Math.max(1, slowReceivers));
      return Math.max(1, Math.min(MOST_PER_RECEIVER, share));
    }
  }
}

/** What is left of the part that receivers of this pace share. */
function left(pace: Pace, load: Load): number {
  const { slowAttempts, newAttempts, quickWaiting, othersWaiting } = load;
  if (pace === 'quick') return MOST_QUICK_WAITING - quickWaiting;
  const ofPart = pace === 'slow' ? MOST_SLOW - slowAttempts : MOST_NEW - newAttempts;
  // New receivers that turn out to be slow may bring the slow ones above their part: others then
  // wait, so that the part of the quick ones stays free.
  const ofBoth = MOST_SLOW + MOST_NEW - slowAttempts - newAttempts;
  return Math.min(ofPart, ofBoth, MOST_OTHERS_WAITING - othersWaiting);
}
