/**
 * How many attempts may be under way to one receiver at once. It starts low, grows with every
 * delivery and falls to one when the receiver is silent, so that hundreds of dead receivers hold
 * few places while a healthy one gets as many as it can use.
 */
export interface ReceiverLimit {
  readonly places: number;
}

const FIRST_PLACES = 4;
const MOST_PLACES = 64;

export const NEW_RECEIVER: ReceiverLimit = { places: FIRST_PLACES };
const SILENT_RECEIVER: ReceiverLimit = { places: 1 };

export function afterAttempt(limit: ReceiverLimit, outcome: 'answered' | 'silent'): ReceiverLimit {
  if (outcome === 'silent') return SILENT_RECEIVER;
  return limit.places >= MOST_PLACES ? limit : { places: limit.places + 1 };
}
