import { COLLECTION_MODES, type CollectionMode } from '../payment-kinds.ts';
import type { State, Transaction } from '../transactions/transaction.ts';
import type { Trigger } from '../transactions/transition.ts';

/**
 * Says which ordinary triggers lead to a simulated outcome. The sandbox has no rules of its own:
 * the triggers go through `decideSequence` like any others, and only the last move of a plan has an
 * event.
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

/** What can be simulated now. */
export function reachableOutcomes({
  state,
  collectionMode,
}: Pick<Transaction, 'state' | 'collectionMode'>): readonly SimulatedOutcome[] {
  return OUTCOMES.filter(
    (outcome) => planSimulation({ state, collectionMode }, outcome).kind === 'planned',
  );
}

/** Used instead of the operator's id where no operator was asked. */
export function sandboxProviderTxId({ id }: Pick<Transaction, 'id'>): string {
  return `SANDBOX-${id.replaceAll('-', '').toUpperCase()}`;
}

/** A tester may simulate a late payment at any time, so this window has no limit. */
export const SIMULATION_LATE_WINDOW_MS = Number.POSITIVE_INFINITY;

/** The outcomes of the interface. */
export const SIMULATED_OUTCOMES = ['succeeded', 'failed', 'expired'] as const;

/** Our own: every other state that a platform meets in live. */
export const FURTHER_OUTCOMES = [
  'acknowledged',
  'refused_at_initiation',
  'held',
  'approved',
  'lapsed',
  'submitted',
  'transfer_succeeded',
  'transfer_failed',
  'stuck',
  'staff_confirmed',
  'staff_rejected',
] as const;

export const OUTCOMES = [...SIMULATED_OUTCOMES, ...FURTHER_OUTCOMES] as const;

export type SimulatedOutcome = (typeof OUTCOMES)[number];

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
const SIMULATIONS: readonly SimulationRow[] = [
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

  {
    from: 'pending',
    mode: 'merchant_initiated',
    outcome: 'acknowledged',
    triggers: ['prompt_sent'],
  },
  {
    from: 'pending',
    mode: 'any',
    outcome: 'refused_at_initiation',
    triggers: ['initiation_refused'],
  },
  { from: 'expired', mode: 'merchant_initiated', outcome: 'held', triggers: ['late_confirmation'] },
  // Named by their modes, because a withdrawal fails too and has none.
  ...COLLECTION_MODES.map((mode) => ({
    from: 'failed' as const,
    mode,
    outcome: 'held' as const,
    triggers: ['late_confirmation' as const],
  })),

  ...afterApproval('approved', []),
  ...(
    [
      ['pending_approval', ['approved', 'approval_lapsed']],
      ['approved', ['approval_lapsed']],
    ] as const
  ).map(([from, triggers]) => ({
    from,
    mode: 'any' as const,
    outcome: 'lapsed' as const,
    triggers,
  })),
  ...afterApproval('submitted', ['transfer_sent']),
  ...afterApproval('transfer_succeeded', ['transfer_sent', 'transfer_succeeded']),
  ...afterApproval('transfer_failed', ['transfer_sent', 'transfer_refused']),
  ...afterApproval('stuck', ['transfer_sent', 'stuck']),

  ...(['staff_confirmed', 'staff_rejected'] as const).map((outcome) => ({
    from: 'requires_manual_resolution' as const,
    mode: 'any' as const,
    outcome,
    triggers: [outcome],
  })),
];

/** From every state of a payout that is not settled, as far as something is left to do. */
function afterApproval(
  outcome: SimulatedOutcome,
  triggers: readonly Trigger[],
): readonly SimulationRow[] {
  const ways = [
    ['pending_approval', ['approved', ...triggers]],
    ['approved', triggers],
    ['provider_submitted', triggers.slice(1)],
  ] as const;
  return ways
    .filter(([, way]) => way.length > 0)
    .map(([from, way]) => ({ from, mode: 'any', outcome, triggers: way }));
}
