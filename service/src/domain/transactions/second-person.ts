import type { Direction } from '../payment-kinds.ts';
import { asksForSecondPerson, type PayoutMark } from './payment-limits.ts';

/** The amount above which one person alone may not pay out. */
export interface SecondPersonRule {
  readonly secondPersonAboveXaf: number;
}

/** Whether two people have to approve it. */
export function needsSecondPerson(
  { direction, amountXaf, marks }: PayoutFacts,
  { secondPersonAboveXaf }: SecondPersonRule,
): boolean {
  if (direction !== 'withdrawal') return false;
  return amountXaf > secondPersonAboveXaf || marks.some(asksForSecondPerson);
}

interface PayoutFacts {
  readonly direction: Direction;
  readonly amountXaf: number;
  readonly marks: readonly PayoutMark[];
}
