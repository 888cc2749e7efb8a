import type { WithdrawalState } from '../transactions/transaction.ts';

/** Payouts that a restore makes doubtful: money may have moved after the restored moment. */
export const DOUBTFUL_STATES = [
  'pending_approval',
  'approved',
  'provider_submitted',
] as const satisfies readonly WithdrawalState[];

/** What staff may have decided about in quarantine, without knowing what was paid meanwhile. */
type DecidedState = Extract<WithdrawalState, 'succeeded' | 'failed'>;
export type DoubtfulState = (typeof DOUBTFUL_STATES)[number] | DecidedState;

/**
 * What asking about a payout has shown.
 * `known`: a provider knows the transfer and its status.
 * `not_sent`: as far as the database knows, it was never sent, and every provider that could have
 * it says that it does not.
 * `unanswered`: no call can show it.
 */
export type ProviderKnowledge = 'known' | 'not_sent' | 'unanswered';

/**
 * How long ago the last payout may have been sent that a restored database does not know as sent:
 * nothing leaves in quarantine.
 */
export function quietMs(quarantinedAt: Date | null, at: Date): number {
  return quarantinedAt === null ? 0 : at.getTime() - quarantinedAt.getTime();
}

/**
 * What becomes of a payout when a restored database is accepted.
 * `follow`: it counts as sent, and follows its provider's status.
 * `hold_known`: the same, but it was not approved, so staff decide.
 * `hold`: staff compare it with the operator's statement.
 * `leave`: it goes on as if nothing had happened.
 * `compare`: staff have decided; what the provider says against it is a contradiction.
 * `contradict`: staff have called it failed, and the list of sent payouts has it.
 */
export type Treatment = 'follow' | 'hold_known' | 'hold' | 'leave' | 'compare' | 'contradict';

export function treatmentOf(
  state: DoubtfulState,
  { findings, isListed }: { readonly findings: ProviderKnowledge; readonly isListed: boolean },
): Treatment {
  const isDenied = state === 'failed' && findings === 'unanswered' && isListed;
  return isDenied ? 'contradict' : TREATMENTS[state][findings];
}

const TREATMENTS = {
  pending_approval: { known: 'hold_known', not_sent: 'leave', unanswered: 'hold' },
  approved: { known: 'follow', not_sent: 'leave', unanswered: 'hold' },
  provider_submitted: { known: 'follow', not_sent: 'leave', unanswered: 'hold' },
  succeeded: { known: 'compare', not_sent: 'leave', unanswered: 'leave' },
  failed: { known: 'compare', not_sent: 'leave', unanswered: 'leave' },
} as const satisfies Record<DoubtfulState, Record<ProviderKnowledge, Treatment>>;
