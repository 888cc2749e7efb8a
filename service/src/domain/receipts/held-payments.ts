import type { BalanceReading } from '../lines/balance-reading.ts';

/** A payment whose text connects to its line, and that waits for a balance to be read. */
export interface HeldPayment {
  readonly smsId: string;
  /** The person whose typed balance alone leads to it. */
  readonly typedBy: string | null;
  /** When its text says that the money came. */
  readonly time: Date;
}

/**
 * Which payments that wait a reading lets go of, and no other ever does: one that waits for proof
 * if the reading proves it, and one that rests on a person's word if the reading lies on the chain
 * behind it. A reading beside the chain refutes them.
 */
export function isLetGo({ smsId, typedBy }: HeldPayment, reading: BalanceReading): boolean {
  return (typedBy === null ? reading.proven : reading.confirmed).has(smsId);
}

/**
 * Whose word alone a payment rests on, now that its text is believed: that of the person who typed
 * the balance, until a reading confirms it from another person or from the operator.
 */
export function wordOn(
  { smsId, typedBy }: Pick<HeldPayment, 'smsId' | 'typedBy'>,
  reading: BalanceReading,
  now: { readonly typedBy: string | null; readonly areTwo: boolean },
): string | null {
  if (typedBy === null) return now.typedBy;
  const isSecond = now.typedBy === null || now.areTwo;
  return isSecond && reading.confirmed.has(smsId) ? null : typedBy;
}
