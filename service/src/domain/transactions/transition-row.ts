import type { PlainMessageCode } from '../messages/message.ts';
import type { CollectionMode } from '../payment-kinds.ts';
import type { PaymentEvent, State } from './transaction.ts';

/** One legal move. A move without a row is refused. */
export interface TransitionRow<S extends State = State, T extends string = string> {
  readonly from: S;
  readonly trigger: T;
  readonly modes: readonly CollectionMode[] | 'any';
  readonly when: Timing;
  readonly to: S;
  readonly event: PaymentEvent | null;
  readonly outcome: ProviderOutcome | null;
  /** Its sentence is the `state_reason` when the caller has nothing more exact. */
  readonly remark: PlainMessageCode;
}

/**
 * `before_deadline`: strictly before `expiresAt`.
 * `within_late_window`: at most the late-payment window after the deposit expired.
 * `never_sent`: no request of it was ever handed to a provider.
 */
export type Timing = 'always' | 'before_deadline' | 'within_late_window' | 'never_sent';

/**
 * How a move counts in the provider's one-hour figures; `null` does not count at all. An expiry is
 * `neither`: it counts as a transaction, but it is unknown whose fault it was. No path through the
 * tables counts a transaction twice, so the figures are numbers of transactions.
 */
export type ProviderOutcome = 'success' | 'failure' | 'neither';

export function allowsMode(row: TransitionRow, mode: CollectionMode | null): boolean {
  if (row.modes === 'any') return true;
  return mode !== null && row.modes.includes(mode);
}
