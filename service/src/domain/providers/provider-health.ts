import { assert } from '../assert.ts';
import type { Remark } from '../remarks/remark.ts';

/** How reliable a provider is now, judged by its switch and its last hour. */
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
 * The level that decides between providers. A few refusals say more about players than about the
 * provider, so they do not move payments to the backup.
 */
export function levelForChoice({ level }: ProviderHealth, total1h: number): HealthLevel {
  return level === 'degraded' && total1h < TELLING_COUNT ? 'ok' : level;
}

/** With this many outcomes within the hour the failure rate means something. */
const TELLING_COUNT = 20;

/** The `status` of a provider in the catalogue. */
export function catalogueStatus(level: HealthLevel): CatalogueStatus {
  return level === 'ok' ? 'active' : level;
}

/** The `status` of a provider in the health list, where the good case has another name. */
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
  /** False when a channel has lost its source of confirmations, such as its SMS gateway. */
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
