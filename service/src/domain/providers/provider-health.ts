import { assert } from '../assert.ts';
import type { Remark } from '../remarks/remark.ts';

/** How far a provider can be relied on now, from its switch and its last hour. */
export function healthOf(signs: HealthSigns): ProviderHealth {
  const { flagEnabled, canConfirm, failures1h, total1h } = signs;
  assert(0 <= failures1h && failures1h <= total1h, `${failures1h} of ${total1h} payments failed`);
  const failureRate = total1h === 0 ? 0 : failures1h / total1h;

  if (!flagEnabled) {
    return { level: 'unavailable', failureRate, message: { code: 'provider_switched_off' } };
  }
  if (!canConfirm) {
    return {
      level: 'unavailable',
      failureRate,
      message: { code: 'provider_cannot_confirm' },
    };
  }
  if (failureRate > INSTABILITY_RATE) {
    const percent = Math.round(failureRate * 100);
    return {
      level: 'degraded',
      failureRate,
      message: { code: 'provider_fails_often', params: { percent } },
    };
  }
  return { level: 'ok', failureRate, message: { code: 'provider_works' } };
}

/**
 * What the choice between providers goes by. A handful of refusals says more about players than
 * about the provider, so it moves nobody to the backup.
 */
export function levelForChoice({ level }: ProviderHealth, total1h: number): HealthLevel {
  return level === 'degraded' && total1h < TELLING_COUNT ? 'ok' : level;
}

/** So many outcomes within the hour make its failure rate tell something. */
const TELLING_COUNT = 20;

/** The `status` of a provider in the catalogue. */
export function catalogueStatus(level: HealthLevel): CatalogueStatus {
  return level === 'ok' ? 'active' : level;
}

/** The `status` of a provider in the health list, which has another word for the good case. */
export function healthStatus(level: HealthLevel): HealthStatus {
  return level === 'ok' ? 'operational' : level;
}

/** A rate above this, not at it, is a sign of instability (interface, "Limits"). */
export const INSTABILITY_RATE = 0.1;

export type HealthLevel = 'ok' | 'degraded' | 'unavailable';
export type CatalogueStatus = 'active' | 'degraded' | 'unavailable';
export type HealthStatus = 'operational' | 'degraded' | 'unavailable';

export interface HealthSigns {
  readonly flagEnabled: boolean;
  /** False when a channel has lost what tells us of payments, such as its SMS gateway. */
  readonly canConfirm: boolean;
  readonly failures1h: number;
  readonly total1h: number;
}

export interface ProviderHealth {
  readonly level: HealthLevel;
  /** A fraction from 0 to 1. */
  readonly failureRate: number;
  readonly message: Remark;
}
