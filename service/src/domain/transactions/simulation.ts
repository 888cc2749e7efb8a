import type { CollectionMode } from '../payment-kinds.ts';
import type { State, Transaction } from './transaction.ts';
import type { Trigger } from './transition.ts';

/**
 * Says which ordinary triggers lead to a simulated outcome. The sandbox has no rules of its own:
 * the triggers go through `decideSequence` like any others, and of every plan only the last move
 * has an event.
 */
export function planSimulation(
  transaction: Pick<Transaction, 'state' | 'collectionMode'>,
  outcome: SimulatedOutcome,
): SimulationPlan {
  const { state, collectionMode } = transaction;
  const row = SIMULATIONS.find(
    (row) =>
      row.from === state &&
      row.outcome === outcome &&
      (row.mode === 'any' || row.mode === collectionMode),
  );
  if (row === undefined) return { kind: 'unreachable', state, outcome };
  return { kind: 'planned', triggers: row.triggers };
}

/** Used instead of the operator's id where no operator was asked. */
export function sandboxProviderTxId({ id }: Pick<Transaction, 'id'>): string {
  return `SANDBOX-${id.replaceAll('-', '').toUpperCase()}`;
}

/** A tester may simulate a late payment at any time, so this window has no limit. */
export const SIMULATION_LATE_WINDOW_MS = Number.POSITIVE_INFINITY;

export const SIMULATED_OUTCOMES = ['succeeded', 'failed', 'expired'] as const;
export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number];

export type SimulationPlan =
  | { readonly kind: 'planned'; readonly triggers: readonly Trigger[] }
  | { readonly kind: 'unreachable'; readonly state: State; readonly outcome: SimulatedOutcome };

export interface SimulationRow {
  readonly from: State;
  readonly mode: CollectionMode | 'any';
  readonly outcome: SimulatedOutcome;
  readonly triggers: readonly Trigger[];
}

/** The interface's "Sandbox simulation moves", one row per collection mode where they differ. */
export const SIMULATIONS: readonly SimulationRow[] = [
  {
    from: 'pending',
    mode: 'merchant_initiated',
    outcome: 'succeeded',
    triggers: ['prompt_sent', 'payment_confirmed'],
  },
  {
    from: 'pending',
    mode: 'customer_initiated',
    outcome: 'succeeded',
    triggers: ['payment_confirmed'],
  },
  {
    from: 'pending',
    mode: 'merchant_initiated',
    outcome: 'failed',
    triggers: ['prompt_sent', 'payment_refused'],
  },
  {
    from: 'pending',
    mode: 'customer_initiated',
    outcome: 'failed',
    triggers: ['initiation_refused'],
  },
  { from: 'pending', mode: 'any', outcome: 'expired', triggers: ['window_closed'] },

  // An acknowledged deposit is a pending one whose prompt has already gone out.
  {
    from: 'provider_acknowledged',
    mode: 'any',
    outcome: 'succeeded',
    triggers: ['payment_confirmed'],
  },
  { from: 'provider_acknowledged', mode: 'any', outcome: 'failed', triggers: ['payment_refused'] },
  { from: 'provider_acknowledged', mode: 'any', outcome: 'expired', triggers: ['window_closed'] },

  // A late merchant-initiated payment is never credited without staff, so staff are simulated too.
  {
    from: 'expired',
    mode: 'merchant_initiated',
    outcome: 'succeeded',
    triggers: ['late_confirmation', 'staff_confirmed'],
  },
  {
    from: 'expired',
    mode: 'customer_initiated',
    outcome: 'succeeded',
    triggers: ['matching_payment_received'],
  },

  {
    from: 'pending_approval',
    mode: 'any',
    outcome: 'succeeded',
    triggers: ['approved', 'transfer_sent', 'transfer_succeeded'],
  },
  { from: 'pending_approval', mode: 'any', outcome: 'failed', triggers: ['rejected'] },
];
