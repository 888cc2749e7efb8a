import { shareOf } from '../share.ts';

/**
 * How many attempts may be under way. An attempt takes a slot for as long as it lasts, so what
 * counts is how long a receiver takes, not what it answers: quick receivers get as many as they can
 * use, slow ones share a part, and new ones have a separate part until they are known. So no number
 * of dead receivers can take the slots of the others. Several processes of one start have equal
 * shares.
 */
export const MAX_UNDER_WAY = 2_000;
const MAX_SLOW = 1_000;
const MAX_NEW = 600;

/** A burst to one receiver that does not answer can still be retried on time. */
export const MAX_PER_RECEIVER = 512;
const MAX_PER_NEWCOMER = 16;

/**
 * Attempts that are claimed but not sent yet wait to be signed. None may wait so long that its
 * lease runs out, so there are never more than can be signed in `SIGN_WITHIN_MS`.
 */
const MAX_WAITING = 256;
const LEAST_WAITING = 16;
const OTHERS_PART = 4;

/** A part of the time that a lease leaves for it: a busy process may become slower still. */
export const SIGN_WITHIN_MS = 1_000;

/** An attempt that lasts longer makes its receiver a slow one. */
export const QUICK_MS = 1_000;

export type Pace = 'quick' | 'new' | 'slow';

/** What is under way to all receivers. */
export interface Load {
  readonly slowAttempts: number;
  readonly slowReceivers: number;
  readonly newAttempts: number;
  /** Attempts to quick receivers, and to all others, that have not been sent yet. */
  readonly quickWaiting: number;
  readonly othersWaiting: number;
  /** How many can be signed within `SIGN_WITHIN_MS`. */
  readonly signable: number;
  /** How many processes share the slots. */
  readonly processes: number;
}

/** How many more may be claimed for any receiver; a quarter of it for those not quick. */
export function freeToClaim(load: Load): number {
  return Math.max(0, leftForQuick(load), OTHERS_PART * leftForOthers(load));
}

/**
 * Enough wait to be signed that no more need be claimed: each claim looks through the backlog,
 * whether it takes many or few.
 */
export function isSupplied(load: Load): boolean {
  return load.quickWaiting + load.othersWaiting > mostWaiting(load) / 2;
}

/** How many more attempts a receiver may have now. */
export function freeSlots(
  receiver: { readonly pace: Pace; readonly underWay: number },
  load: Load,
): number {
  const { pace, underWay } = receiver;
  return Math.max(0, Math.min(limitOf(pace, load) - underWay, left(pace, load)));
}

function limitOf(pace: Pace, { slowReceivers, processes }: Load): number {
  switch (pace) {
    case 'quick':
      return shareOf(MAX_PER_RECEIVER, processes);
    case 'new':
      return shareOf(MAX_PER_NEWCOMER, processes);
    case 'slow': {
      const share = shareOf(MAX_SLOW, processes * Math.max(1, slowReceivers));
      return Math.min(shareOf(MAX_PER_RECEIVER, processes), share);
    }
  }
}

/** What is left of the part for receivers of this pace. */
function left(pace: Pace, load: Load): number {
  const { slowAttempts, newAttempts, processes } = load;
  if (pace === 'quick') return leftForQuick(load);
  const [mostSlow, mostNew] = [shareOf(MAX_SLOW, processes), shareOf(MAX_NEW, processes)];
  const ofPart = pace === 'slow' ? mostSlow - slowAttempts : mostNew - newAttempts;
  // New receivers that turn out to be slow may bring the slow ones above their part: others then
  // wait, so that the part of the quick ones stays free.
  const ofBoth = mostSlow + mostNew - slowAttempts - newAttempts;
  return Math.min(ofPart, ofBoth, leftForOthers(load));
}

function leftForQuick(load: Load): number {
  return mostWaiting(load) - load.quickWaiting;
}

function leftForOthers(load: Load): number {
  return Math.ceil(mostWaiting(load) / OTHERS_PART) - load.othersWaiting;
}

function mostWaiting({ signable }: Load): number {
  return Math.max(LEAST_WAITING, Math.min(MAX_WAITING, signable));
}
