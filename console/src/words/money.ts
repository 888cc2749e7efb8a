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
