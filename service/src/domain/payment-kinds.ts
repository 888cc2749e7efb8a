export const DIRECTIONS = ['deposit', 'withdrawal'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const COLLECTION_MODES = ['merchant_initiated', 'customer_initiated'] as const;

export type CollectionMode = (typeof COLLECTION_MODES)[number];
