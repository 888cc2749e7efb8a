import type { PolicyName } from '../../api/types.ts';

/** The money policy: what each value is called, and what its screen says. */
export const enRules = {
  rules: {
    title: 'Rules',
    about: 'What the company allows: limits, waiting times and how long data is kept.',
    liveHint:
      'A change that loosens a rule waits for a second administrator. One that tightens it applies at once.',
    name: 'Rule',
    value: 'Value',
    off: {
      limit: 'no limit',
      alert: 'no alert',
      duplicate: 'no mark',
      kept: 'kept for ever',
      never: 'never',
    },
    inXaf: 'in FCFA',
    change: 'Change',
    takes: (form: string) => `Accepted: ${form}`,
    holdsAt: 'The rule applies within a second.',
    holdsOrWaits:
      'A tighter rule applies within a second; a looser one waits for a second administrator.',
    saved: 'The rules have been changed.',
    same: 'Nothing was changed.',
    waiting: 'A change is waiting for a second approval.',
    history: 'Changes so far',
    agreedBy: 'Approved by',
    first: 'The first rules of this installation',
    revision: (number: number) => `Revision ${number}`,
    names: {
      amount_max_xaf: 'Largest amount of a transaction',
      approval_second_person_xaf: 'Two people approve above',
      approval_sum_per_day_xaf: 'One person approves and completes in 24 hours',
      unproven_sum_per_day_xaf: 'One person completes in 24 hours without a balance that proves it',
      approval_valid_hours: 'An approval is valid for (hours)',
      accounts_need_vouching:
        'A new account or key has no vote of its own until another administrator vouches for it',
      changes_second_person: 'Two people change the set-up',
      payouts_per_number_and_day: 'Withdrawals to a number in 24 hours',
      payouts_per_player_and_day: 'Withdrawals of a player in 24 hours',
      payout_duplicate_minutes: 'Same amount to the same number within (minutes)',
      payouts_wait_for_float: 'Withdrawals wait for the balance',
      open_prompts_per_number: 'Open payment requests on a phone',
      requests_per_second: 'Requests of an application in a second',
      http_callbacks: 'New webhook addresses may be http',
      deposit_window_seconds: 'A player confirms a deposit within (seconds)',
      late_payment_window_hours: 'A late payment is still accepted for (hours)',
      float_low_xaf: 'A wallet counts as low below',
      operator_prefixes: 'Prefixes of the operators',
      keep_text_months: 'SMS texts are kept for (months)',
      keep_evidence_months: 'Exchanges with operators are kept for (months)',
      keep_webhook_months: 'Contents of webhook attempts are kept for (months)',
      keep_session_months: 'Ended sessions are kept for (months)',
      archive_after_months: 'Histories can be archived after (months)',
    } satisfies Record<PolicyName, string>,
  },
};

export type RuleWords = typeof enRules;
