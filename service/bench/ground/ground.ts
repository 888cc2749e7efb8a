import { hash } from 'node:crypto';

/**
 * What is stored when a case begins. Stored transactions are numbered from 0, and ids and players
 * follow from the number, so the processes need not exchange lists.
 */
export interface Ground {
  /** Settled transactions 0 to stored - 1. */
  readonly stored: number;
  /** Deposits that wait for an outcome, each to be settled once. */
  readonly open: { readonly first: number; readonly count: number };
  /** Different for every measurement, so that no reference comes twice. */
  readonly run: number;
  readonly busyPlayerTotal: number;
}

/** Stored even for the "empty" database: something must be there to be read and listed. */
export const SMALL_GROUND = 30_000;
export const TRANSACTIONS_PER_PLAYER = 30;
/** Numbers of deposits that wait for an outcome start here. */
export const FIRST_OPEN = 1_000_000_000;

/** What canned answers stand for: they never run out. */
export const CANNED_GROUND: Ground = {
  stored: SMALL_GROUND,
  open: { first: FIRST_OPEN, count: Number.MAX_SAFE_INTEGER },
  run: 0,
  busyPlayerTotal: 0,
};

/** The time in the ids; new ids are younger, so they go to the right edge of the index. */
export const BASE_MS = 1_700_000_000_000;

export function transactionId(number: number): string {
  const time = (BASE_MS + number).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Hashed, so that players are spread over the whole index like real ones. */
export function playerId(player: number | 'busy'): string {
  const digits = hash('md5', `player ${player}`);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The same two in SQL, of a column `n`. */
export const SQL_TRANSACTION_ID = `(lpad(to_hex(${BASE_MS} + n), 12, '0') || '70008000'
  || lpad(to_hex(n), 12, '0'))::uuid`;
export const SQL_PLAYER_ID = `md5('player ' || case
    when n >= ${SMALL_GROUND} and n < ${FIRST_OPEN} and n % 10 = 4 then 'busy'
    else (n / ${TRANSACTIONS_PER_PLAYER})::text end)::uuid`;
export const SQL_CREATED_AT = `to_timestamp((${BASE_MS} + n) / 1000.0)`;

/** How many of the first `stored` transactions belong to the busy player. */
export function busyPlayerTotal(stored: number): number {
  return Math.max(0, Math.ceil((stored - SMALL_GROUND - 4) / 10));
}
