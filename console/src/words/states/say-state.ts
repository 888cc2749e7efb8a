import type { State, TransactionRow } from '../../api/types.ts';
import type { Words } from '../words.tsx';

/** The state of a payment with its reason: who shows the one has to know the other. */
export interface ReasonedState {
  readonly state: State;
  readonly reason: TransactionRow['reason_code'];
}

/** What staff refused is no failure, although it ends in the same state. */
export function sayState(
  { state, reason }: ReasonedState,
  { states, rejected }: Pick<Words, 'states' | 'rejected'>,
): string {
  return state === 'failed' && reason === 'rejected_by_staff' ? rejected : states[state];
}
