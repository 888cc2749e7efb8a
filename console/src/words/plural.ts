import { formatCount } from './money.ts';

export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** In French zero is singular too. */
export function frenchPlural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count < 2 ? one : many}`;
}
