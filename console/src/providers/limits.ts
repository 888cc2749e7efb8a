import type { Channel } from '../api/types.ts';
import { formatMoney } from '../words/money.ts';
import type { Words } from '../words/words.tsx';

// Whether a channel is used, and the limits of one payment through it.

/** Reads what was typed: whole XAF, null for no limit, undefined if it is not an amount. */
export function parseLimit(text: string): number | null | undefined {
  const digits = text.replaceAll(/\s/g, '');
  if (digits === '') return null;
  const amountXaf = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  return amountXaf > 0 && Number.isSafeInteger(amountXaf) ? amountXaf : undefined;
}

export type LimitProblem = 'smallest' | 'largest' | 'crossed';

export function findLimitProblem(typed: {
  readonly smallest: string;
  readonly largest: string;
}): LimitProblem | null {
  const smallest = parseLimit(typed.smallest);
  const largest = parseLimit(typed.largest);
  if (smallest === undefined) return 'smallest';
  if (largest === undefined) return 'largest';
  return smallest !== null && largest !== null && smallest > largest ? 'crossed' : null;
}

export function describeLimits(
  { min_amount_xaf: smallest, max_amount_xaf: largest }: LimitsOfChannel,
  words: Words['actions']['providers'],
): string {
  const parts = [
    ...(smallest === null ? [] : [words.from(formatMoney(smallest))]),
    ...(largest === null ? [] : [words.upTo(formatMoney(largest))]),
  ];
  return parts.length === 0 ? words.noLimits : parts.join(' ');
}

type LimitsOfChannel = Pick<Channel, 'min_amount_xaf' | 'max_amount_xaf'>;

/** Nothing of a provider that is switched off is used, whatever its channels say. */
export function channelUse({ enabled }: Pick<Channel, 'enabled'>, isProviderOn: boolean) {
  if (!enabled) return 'off';
  return isProviderOn ? 'used' : 'provider_off';
}
