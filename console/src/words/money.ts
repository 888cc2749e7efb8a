// XAF has no sub-unit, and both languages separate thousands by a space, so money looks the same in
// both.

export const NO_BREAK_SPACE = '\u00a0';

export function formatMoney(amountXaf: number): string {
  return `${formatCount(amountXaf)}${NO_BREAK_SPACE}FCFA`;
}

/**
 * Balances have hundredths although amounts have none. With a point, as in the operators' texts,
 * so that the two can be compared by eye.
 */
export function formatBalance(xaf: number): string {
  const cents = Math.round(Math.abs(xaf) * 100);
  const whole = formatCount(Math.floor(cents / 100));
  const rest = cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`;
  return `${xaf < 0 ? '-' : ''}${whole}${rest}${NO_BREAK_SPACE}FCFA`;
}

export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

/**
 * A balance as a person types it, in hundredths: `50500.25`, `50 500,25`. Null for anything that
 * could be read in two ways, such as `7,943`.
 */
export function readBalance(typed: string): number | null {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/(?:FCFA|XAF)$/i, '');
  const found = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(plain);
  if (found === null) return null;
  const [, whole = '', rest = ''] = found;
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}
