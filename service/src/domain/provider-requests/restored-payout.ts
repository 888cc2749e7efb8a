import type { WithdrawalState } from '../transactions/transaction.ts';

/** Payouts that a restore makes doubtful: money may have moved after the restored moment. */
export const DOUBTFUL_STATES = [
  'pending_approval',
  'approved',
  'provider_submitted',
] as const satisfies readonly WithdrawalState[];
export type DoubtfulState = (typeof DOUBTFUL_STATES)[number];

/**
 * What asking about a payout has shown.
 * `known`: a provider knows the transfer and its status.
 * `not_sent`: as far as the database knows, it was never sent, and every provider that could have
 * it says that it does not.
 * `unanswered`: no call can show it.
 */
export type ProviderKnowledge = 'known' | 'not_sent' | 'unanswered';

/**
 * What becomes of a payout when a restored database is accepted.
 * `follow`: it counts as sent, and follows its provider's status.
 * `hold_known`: the same, but it was not approved, so staff decide.
 * `hold`: staff compare it with the operator's statement.
 * `leave`: it goes on as if nothing had happened.
 */
export type Treatment = 'follow' | 'hold_known' | 'hold' | 'leave';

export function treatmentOf(state: DoubtfulState, findings: ProviderKnowledge): Treatment {
  return TREATMENTS[findings][state];
}

const TREATMENTS = {
  known: { pending_approval: 'hold_known', approved: 'follow', provider_submitted: 'follow' },
  not_sent: { pending_approval: 'leave', approved: 'leave', provider_submitted: 'leave' },
  unanswered: { pending_approval: 'hold', approved: 'hold', provider_submitted: 'hold' },
} as const satisfies Record<ProviderKnowledge, Record<DoubtfulState, Treatment>>;
