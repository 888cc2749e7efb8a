import type { StatementPreview } from '../api/types.ts';
import { formatBalance } from './money.ts';
import type { Words } from './words.tsx';

/** What came in or went out, and how far the line can be relied on. */
export function sayMovement(line: Movement, words: Words['finance']): string {
  const amount = `${line.direction === 'in' ? '+' : '−'}${formatBalance(line.amount_xaf)}`;
  const failed = line.is_failed ? ` (${words.failed})` : '';
  return `${amount}${failed}${line.is_computed ? ` (${words.formula})` : ''}`;
}

type Movement = Pick<
  NonNullable<StatementPreview['preview']>['first'][number],
  'direction' | 'amount_xaf' | 'is_failed' | 'is_computed'
>;
