import { assert } from '../assert.ts';
import type { Message } from '../messages/message.ts';
import { DIRECTIONS, type Direction, type ReasonCode } from '../payment-kinds.ts';

/**
 * How reliable a provider is, which decides between providers. A few failures among a few payments
 * say little, so they neither move payments to the backup nor count as a degradation.
 */
export function levelOf({ isUp, failures1h, total1h }: HealthSigns): HealthLevel {
  assert(0 <= failures1h && failures1h <= total1h, `${failures1h} of ${total1h} payments failed`);
  if (!isUp) return 'unavailable';
  const isTelling = total1h >= TELLING_COUNT;
  return isTelling && failures1h / total1h > INSTABILITY_RATE ? 'degraded' : 'ok';
}

/**
 * The bounds by which the time from creation to outcome is counted. Sums of the old ones are kept,
 * so a bound may be added, and none taken away.
 */
export const SETTLED_WITHIN_SECONDS = [2, 5, 10, 30, 60, 120, 300, 900, 3_600, 86_400] as const;

/**
 * Whose trouble a failure tells of. Only the provider's make it unstable: however many players
 * refuse, another provider changes nothing. What may be the provider's counts as its own.
 */
const TELLS_OF = {
  insufficient_funds: 'player',
  insufficient_funds_or_limit: 'player',
  limit: 'player',
  blocked: 'player',
  not_registered: 'player',
  refused_by_player: 'player',
  // No player takes part in a transfer. A prompt may have stayed unanswered for either's sake, and
  // counts like a deposit that expired without a word of the provider.
  no_answer: { deposit: 'player', withdrawal: 'provider' },
  same_again_too_soon: 'player',
  provider_down: 'provider',
  not_sent: 'provider',
  rejected_by_staff: 'staff',
  lapsed: 'staff',
  unknown: 'provider',
} as const satisfies Record<ReasonCode, Culprit | Readonly<Record<Direction, Culprit>>>;

type Culprit = 'player' | 'provider' | 'staff';

/** Failures of before release 0.3 have no code, and count. */
export function countsAgainstProvider(direction: Direction, code: ReasonCode | null): boolean {
  const culprit = TELLS_OF[code ?? 'unknown'];
  return (typeof culprit === 'string' ? culprit : culprit[direction]) === 'provider';
}

/** With this many outcomes within the hour the failure rate means something (interface). */
export const TELLING_COUNT = 10;

/**
 * The reported health of a provider. It is unavailable when it would take nothing now, and degraded
 * when it would refuse one of its directions, or when too much fails.
 */
export function healthOf(
  signs: HealthSigns,
  directions: readonly DirectionState[],
): ProviderHealth {
  const { failures1h, total1h } = signs;
  const failureRate = total1h === 0 ? 0 : failures1h / total1h;
  const refused = directions.flatMap(({ direction, refusal }) =>
    refusal === null ? [] : [{ direction, refusal }],
  );
  const [first] = refused;
  if (first !== undefined) {
    const { direction, refusal } = first;
    if (refused.length === directions.length) {
      return { level: 'unavailable', failureRate, message: refusal };
    }
    const message: Message = { code: REFUSED[direction], params: { because: refusal } };
    return { level: 'degraded', failureRate, message };
  }
  const level = levelOf(signs);
  if (level === 'ok') return { level, failureRate, message: { code: 'provider_works' } };
  const percent = Math.round(failureRate * 100);
  const message: Message =
    level === 'degraded'
      ? { code: 'provider_fails_often', params: { percent } }
      : { code: 'provider_cannot_confirm' };
  return { level: 'degraded', failureRate, message };
}

/** Directions in which a provider that works does not accept our credentials, and what it said. */
export type RefusedDirections = Readonly<Partial<Record<Direction, Message>>>;

export function describeRefusals(refusals: RefusedDirections): readonly Message[] {
  return DIRECTIONS.flatMap((direction) => {
    const because = refusals[direction];
    return because === undefined ? [] : [{ code: REFUSED[direction], params: { because } }];
  });
}

/** A provider whose payouts have to wait is degraded, however well it takes deposits. */
export function withPayouts(health: ProviderHealth, because: Message | null): ProviderHealth {
  if (because === null || health.level !== 'ok') return health;
  return { ...health, level: 'degraded', message: { code: 'payouts_wait', params: { because } } };
}

const REFUSED = {
  deposit: 'deposits_not_accepted',
  withdrawal: 'withdrawals_not_accepted',
} as const satisfies Record<Direction, Message['code']>;

/** A direction of a provider, and why it would not be accepted now. */
export interface DirectionState {
  readonly direction: Direction;
  readonly refusal: Message | null;
}

/** The `status` of a provider in the catalogue. */
export function catalogueStatus(level: HealthLevel): CatalogueStatus {
  return level === 'ok' ? 'active' : level;
}

/** The `status` of a provider in the health list, where the good case has another name. */
export function healthStatus(level: HealthLevel): HealthStatus {
  return level === 'ok' ? 'operational' : level;
}

/** A rate above this, not at it, is a sign of instability (interface, "Limits"). */
const INSTABILITY_RATE = 0.1;

export type HealthLevel = 'ok' | 'degraded' | 'unavailable';
export type CatalogueStatus = 'active' | 'degraded' | 'unavailable';
export type HealthStatus = 'operational' | 'degraded' | 'unavailable';

export interface HealthSigns {
  /** False if the last check or the last calls got no answer. */
  readonly isUp: boolean;
  readonly failures1h: number;
  readonly total1h: number;
}

export interface ProviderHealth {
  readonly level: HealthLevel;
  /** A fraction from 0 to 1. */
  readonly failureRate: number;
  readonly message: Message;
}
