export const DIRECTIONS = ['deposit', 'withdrawal'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const COLLECTION_MODES = ['merchant_initiated', 'customer_initiated'] as const;

export type CollectionMode = (typeof COLLECTION_MODES)[number];

/** Why a payment failed, expired or is held, for programs. Platforms branch on these names. */
export const REASON_CODES = [
  'insufficient_funds',
  'insufficient_funds_or_limit',
  'limit',
  'blocked',
  'not_registered',
  'refused_by_player',
  'no_answer',
  'same_again_too_soon',
  'provider_down',
  'not_sent',
  'rejected_by_staff',
  'lapsed',
  'unknown',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];
