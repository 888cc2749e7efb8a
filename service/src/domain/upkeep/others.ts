import { ERASED_NUMBER } from '../msisdn.ts';
import type { Direction } from '../payment-kinds.ts';
import type { State } from '../transactions/transaction.ts';

/** A create that a client was answered, by the interface's names; it may have only some. */
export interface Acknowledged {
  readonly service_tx_id: string;
  readonly direction?: Direction;
  readonly reference?: string;
  readonly player_id?: string;
  readonly operator?: string;
  readonly msisdn?: string;
  readonly amount_xaf?: number;
}

/** What is compared with it, by the same names. */
export type StoredFacts = Required<Acknowledged>;

const FACTS = ['direction', 'reference', 'player_id', 'operator', 'msisdn', 'amount_xaf'] as const;

export function judgeAcknowledged(
  reported: Acknowledged,
  stored: StoredFacts | null,
): string | null {
  if (stored === null) return 'it was acknowledged, and is not there';
  const changed = FACTS.filter(
    (fact) =>
      reported[fact] !== undefined &&
      reported[fact] !== stored[fact] &&
      // An erased number cannot be compared any more; its seal can.
      stored[fact] !== ERASED_NUMBER,
  );
  if (changed.length === 0) return null;
  return `it was acknowledged with another ${changed.join(', ')}`;
}

/** Money that an operator has moved, under our reference or its own handle. */
export interface OperatorMove {
  readonly reference: string;
  readonly direction: 'collection' | 'transfer';
  readonly msisdn: string;
  readonly amount: number;
}

/** The transaction that has the reference. */
export interface MovedTransaction {
  readonly id: string;
  readonly direction: Direction;
  readonly state: State;
  readonly msisdn: string;
  readonly amountXaf: number;
}

const DIRECTIONS = { collection: 'deposit', transfer: 'withdrawal' } as const;

/** A transfer may be known only to the operator yet; it never belongs to a payout that failed. */
const PAID: ReadonlySet<State> = new Set([
  'succeeded',
  'requires_manual_resolution',
  'provider_submitted',
]);

export function judgeMove(
  move: OperatorMove,
  found: MovedTransaction | null,
  times: number,
): string | null {
  if (found === null) return 'money moved that belongs to no transaction';
  if (found.direction !== DIRECTIONS[move.direction]) return `it is no ${move.direction}`;
  if (found.amountXaf !== move.amount) return `the operator moved ${move.amount} XAF`;
  const isKnown = found.msisdn !== ERASED_NUMBER;
  if (isKnown && digitsOf(found.msisdn) !== digitsOf(move.msisdn))
    return 'another number had the money';
  if (times > 1) return `the operator moved its money ${times} times`;
  if (move.direction === 'collection' || PAID.has(found.state)) return null;
  return `it is ${found.state}, and the operator has paid it`;
}

function digitsOf(msisdn: string): string {
  return msisdn.replace('+', '');
}
