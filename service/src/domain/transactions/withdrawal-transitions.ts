import type { WithdrawalState } from './transaction.ts';
import type { TransitionRow } from './transition-row.ts';

export const WITHDRAWAL_TRIGGERS = [
  'approved',
  'rejected',
  'transfer_sent',
  'transfer_succeeded',
  'transfer_refused',
  'stuck',
  'restored',
  'staff_confirmed',
  'staff_rejected',
] as const;
export type WithdrawalTrigger = (typeof WITHDRAWAL_TRIGGERS)[number];

/** The section "Withdrawal transitions" of the interface, row for row; a test compares the two. */
export const WITHDRAWAL_TRANSITIONS: readonly TransitionRow<WithdrawalState, WithdrawalTrigger>[] =
  [
    {
      from: 'pending_approval',
      trigger: 'approved',
      modes: 'any',
      when: 'always',
      to: 'approved',
      event: null,
      outcome: null,
      remark: 'withdrawal_approved',
    },
    {
      from: 'pending_approval',
      trigger: 'rejected',
      modes: 'any',
      when: 'always',
      to: 'failed',
      event: 'payment.failed',
      // An outcome of the transaction that says nothing about the provider.
      outcome: 'neither',
      remark: 'withdrawal_rejected',
    },
    {
      from: 'approved',
      trigger: 'transfer_sent',
      modes: 'any',
      when: 'always',
      to: 'provider_submitted',
      event: null,
      outcome: null,
      remark: 'transfer_sent',
    },
    {
      from: 'provider_submitted',
      trigger: 'transfer_succeeded',
      modes: 'any',
      when: 'always',
      to: 'succeeded',
      event: 'payment.succeeded',
      outcome: 'success',
      remark: 'transfer_confirmed',
    },
    {
      from: 'provider_submitted',
      trigger: 'transfer_refused',
      modes: 'any',
      when: 'always',
      to: 'failed',
      event: 'payment.failed',
      outcome: 'failure',
      remark: 'transfer_refused',
    },
    {
      // An hour without an answer is the provider's failure: no player takes part in a transfer.
      from: 'provider_submitted',
      trigger: 'stuck',
      modes: 'any',
      when: 'always',
      to: 'requires_manual_resolution',
      event: null,
      outcome: 'failure',
      remark: 'transfer_unanswered',
    },
    ...(['pending_approval', 'approved', 'provider_submitted'] as const).map((from) => ({
      // After a restore, when no call can tell whether it was paid: not the provider's fault.
      from,
      trigger: 'restored' as const,
      modes: 'any' as const,
      when: 'always' as const,
      to: 'requires_manual_resolution' as const,
      event: null,
      outcome: null,
      remark: 'restored_unanswered' as const,
    })),
    {
      from: 'requires_manual_resolution',
      trigger: 'staff_confirmed',
      modes: 'any',
      when: 'always',
      to: 'succeeded',
      event: 'payment.succeeded',
      outcome: null,
      remark: 'staff_confirmed_transfer',
    },
    {
      from: 'requires_manual_resolution',
      trigger: 'staff_rejected',
      modes: 'any',
      when: 'always',
      to: 'failed',
      event: 'payment.failed',
      outcome: null,
      remark: 'staff_rejected_transfer',
    },
  ];
