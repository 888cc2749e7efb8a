import { assert } from './assert.ts';

/** XAF has no sub-unit, so every amount is a whole number. */
export const MIN_AMOUNT_XAF = 100;

/** The largest amount that JavaScript and JSON carry exactly; a business limit may be lower. */
export const MAX_AMOUNT_XAF = Number.MAX_SAFE_INTEGER;

/** `12500` → `12 500 FCFA`, with no-break spaces so that no amount is split between two lines. */
export function formatXaf(amountXaf: number): string {
  assertExact(amountXaf);
  let first = String(amountXaf);
  let rest = `${NO_BREAK_SPACE}FCFA`;
  while (first.length > 3) {
    rest = `${NO_BREAK_SPACE}${first.slice(-3)}${rest}`;
    first = first.slice(0, -3);
  }
  return first + rest;
}

/** Throws instead of returning a sum that is no longer exact. */
export function sumXaf(amountsXaf: Iterable<number>): number {
  let sumXaf = 0;
  for (const amountXaf of amountsXaf) {
    assertExact(amountXaf);
    sumXaf += amountXaf;
    assertExact(sumXaf);
  }
  return sumXaf;
}

/** For figures that people see: beyond the largest amount a sum stays there. */
export function cappedSumXaf(amountsXaf: Iterable<number>): number {
  let sumXaf = 0;
  for (const amountXaf of amountsXaf) sumXaf = Math.min(sumXaf + amountXaf, MAX_AMOUNT_XAF);
  return sumXaf;
}

const NO_BREAK_SPACE = '\u00A0';

function assertExact(amountXaf: number): void {
  assert(
    Number.isSafeInteger(amountXaf) && amountXaf >= 0,
    `${amountXaf} is not an exact amount of XAF`,
  );
}

/** `-4448` → `-44.48`. */
export function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
