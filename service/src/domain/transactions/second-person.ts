import type { Direction } from '../payment-kinds.ts';

/** The amount above which one person alone may not pay out. */
export interface SecondPersonRule {
  readonly secondPersonAboveXaf: number;
}

/** Whether two people have to approve it. */
export function needsSecondPerson(
  { direction, amountXaf }: { readonly direction: Direction; readonly amountXaf: number },
  { secondPersonAboveXaf }: SecondPersonRule,
): boolean {
  return direction === 'withdrawal' && amountXaf > secondPersonAboveXaf;
}
