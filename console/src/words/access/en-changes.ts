import type { ChangedField, PendingChange, ReversalRuling } from '../../api/types.ts';
import { enRules } from './en-rules.ts';

type RecordedAs = 'receipt' | 'move' | 'paid_failure' | 'reversal';

/** The texts about changes that wait for a second person. */
export const enChanges = {
  changes: {
    title: 'Changes to approve',
    about:
      'It takes two people to change who receives the money, who may decide, the books, or a rule so that it protects less.',
    kinds: {
      channel: 'Channel',
      staff: 'Staff',
      adjustment: 'Correction of the books',
      statement_line: 'Line of a statement',
      line: 'SIM line',
      receipt: 'Payment filled in',
      reversal: 'Reversal without proof',
      policy: 'Rules',
      dismissal: 'Payment to dismiss',
      explanation: 'Explanation of a difference',
    } satisfies Record<PendingChange['kind'], string>,
    states: {
      open: 'Awaiting a second approval',
      approved: 'Approved',
      withdrawn: 'Withdrawn',
      expired: 'Expired',
    } satisfies Record<PendingChange['state'], string>,
    field: {
      enabled: 'Switched on',
      collection_mode: 'How it collects',
      merchant_number: 'Merchant number',
      merchant_display_name: 'Merchant name',
      ussd_template: 'Dial code',
      illustration_url: 'Picture',
      illustration_alt: 'Text of the picture',
      min_amount_xaf: 'Smallest amount',
      max_amount_xaf: 'Largest amount',
      role: 'Role',
      disabled: 'Locked out',
      account: 'Account',
      change_xaf: 'Change in XAF',
      evidence: 'Evidence',
      wallet: 'Wallet',
      operator_tx_id: 'Operator’s ID',
      recorded_as: 'Recorded as',
      amount_xaf: 'Amount',
      tells_balances: 'Texts name its balance',
      other: 'Other party',
      dismissed_as: 'What it was',
      deposit: 'Deposit',
      difference: 'What differs',
      expects_fees: 'Such fees are expected',
      ruling: 'Decision',
      ...enRules.rules.names,
    } satisfies Record<ChangedField, string>,
    records: {
      receipt: 'a player’s payment',
      move: 'a move of the wallet',
      paid_failure: 'a withdrawal that was paid after all',
      reversal: 'a reversal',
    } satisfies Record<RecordedAs, string>,
    rulings: {
      reversed: 'it is a reversal',
      not_reversed: 'it is not a reversal',
    } satisfies Record<ReversalRuling, string>,
    what: 'What changes',
    before: 'Before',
    after: 'After',
    askedBy: 'Requested by',
    until: 'Waits until',
    decidedBy: 'Decided by',
    own: 'You requested this change: somebody else has to approve it.',
    approve: 'Approve the change',
    approveTitle: 'Approve this change?',
    approveMeans: 'It takes effect at once.',
    approved: 'The change has been made.',
    withdraw: 'Withdraw',
    reject: 'Reject',
    withdrawTitle: 'Withdraw this change?',
    rejectTitle: 'Reject this change?',
    withdrawn: 'Nothing was changed, and the request is closed.',
    waits: 'Nothing has changed yet: it is waiting for a second approval.',
    adminWaits: 'Added as a viewer: the role of administrator is waiting for a second approval.',
  },
};

export type ChangeWords = typeof enChanges;
