import { MAX_AMOUNT_XAF, MIN_AMOUNT_XAF } from '../money.ts';
import { DEFAULT_PREFIXES } from '../msisdn.ts';
import { formatPrefixTable } from '../prefix-table.ts';
import {
  type Field,
  flag,
  LOOSER,
  limit,
  lowFloats,
  months,
  prefixes,
  whole,
} from './policy-kinds.ts';

/**
 * An expired deposit may be paid within a year (late_payment_window_hours), and its history has to
 * be there then.
 */
export const FIRST_ARCHIVE_MONTHS = 14;

/**
 * Everything that a company decides about its money: what it means, which change of it is looser,
 * and what holds where nobody has decided. `unset` is what release 0.2 did without the setting.
 */
export const POLICY_FIELDS = {
  amountMaxXaf: whole(
    { min: MIN_AMOUNT_XAF, max: MAX_AMOUNT_XAF, unit: 'XAF' },
    {
      description: 'Largest amount of one transaction.',
      looser: LOOSER.higher,
      unset: MAX_AMOUNT_XAF,
      newLive: 1_000_000,
    },
  ),
  approvalSecondPersonXaf: whole(
    { min: 0, max: MAX_AMOUNT_XAF, unit: 'XAF' },
    {
      description:
        'Two different people approve a withdrawal above this amount, and complete such a deposit from payments in doubt.',
      looser: LOOSER.higher,
      unset: 1_000_000,
      newLive: 250_000,
    },
  ),
  approvalSumPerDayXaf: limit('XAF', {
    description:
      'What one person approves within 24 hours; above this sum a second person approves as well.',
    looser: LOOSER.higher,
    newLive: 5_000_000,
  }),
  approvalValidHours: whole(
    { min: 1, max: 8_760, unit: 'hours' },
    {
      description:
        'An approved withdrawal that no provider has taken after this long waits for a decision.',
      looser: LOOSER.higher,
      unset: 24,
    },
  ),
  approvalSetUpDays: whole(
    { min: 0, max: 365, unit: 'days' },
    {
      description:
        'For so many days an account counts as the same person as the one who added or reset it.',
      looser: LOOSER.lower,
      unset: { sandbox: 0, live: 7 },
    },
  ),
  changesSecondPerson: flag({
    description:
      'Whether changing a merchant number or dial code, switching a channel on and adding an administrator wait for a second person.',
    looser: LOOSER.lower,
    unset: { sandbox: false, live: true },
  }),
  payoutsPerNumberAndDay: limit('withdrawals', {
    description: 'Withdrawals to one number within 24 hours; more are marked and take two people.',
    looser: LOOSER.higher,
    newLive: 5,
  }),
  payoutsPerPlayerAndDay: limit('withdrawals', {
    description: 'Withdrawals of one player within 24 hours; more are marked and take two people.',
    looser: LOOSER.higher,
    newLive: 5,
  }),
  payoutDuplicateMinutes: limit('minutes', {
    description:
      'A withdrawal of the same amount to the same number within so many minutes is marked for the approver.',
    looser: LOOSER.lowerOrOff,
    newLive: 30,
  }),
  payoutsWaitForFloat: flag({
    description:
      'Whether an approved payout waits while the balance that its provider reported last does not cover it, instead of being refused there.',
    looser: LOOSER.lower,
    unset: false,
  }),
  openPromptsPerNumber: limit('prompts', {
    description: 'Payment requests that may be open on one phone; the next deposit is a 429.',
    looser: LOOSER.higher,
    newLive: 3,
  }),
  requestsPerSecond: limit('requests', {
    description:
      'Requests that one application may make in a second, at each start of the service; more are a 429, unless their reference is known.',
    looser: LOOSER.higher,
  }),
  depositWindowSeconds: whole(
    { min: 1, max: 86_400, unit: 'seconds' },
    {
      description: 'Time that a player has to confirm a deposit.',
      looser: LOOSER.higher,
      unset: { sandbox: 900, live: 600 },
    },
  ),
  latePaymentWindowHours: whole(
    { min: 0, max: 8_760, unit: 'hours' },
    {
      description: 'How long after its expiry a customer-initiated deposit is still completed.',
      looser: LOOSER.higher,
      unset: 24,
    },
  ),
  floatLowXaf: lowFloats({
    description:
      'Below how many free XAF a wallet counts as low: one figure for all, <operator>:<number>=<XAF> for one, or both with commas between.',
  }),
  operatorPrefixes: prefixes({
    description: 'National number prefixes of each operator, for the prefix check and detection.',
    unset: formatPrefixTable(DEFAULT_PREFIXES),
  }),
  keepTextMonths: months(1, {
    description:
      'After so many whole months `momo retention run` empties the words of texts (SMS) about which nothing is open.',
  }),
  keepEvidenceMonths: months(1, {
    description:
      'The same for what operators were asked and answered, of transactions that are not open.',
  }),
  keepWebhookMonths: months(1, {
    description:
      'The same for headers of webhooks and answers to them; when and how each attempt ended stays.',
  }),
  keepSessionMonths: months(1, {
    description:
      'The same for sessions of staff that have ended, with address and browser; the audit log stays.',
  }),
  archiveAfterMonths: months(FIRST_ARCHIVE_MONTHS, {
    description:
      'After so many whole months `momo retention run --archive FOLDER` puts histories, attempts and evidence of a month into files.',
  }),
} as const satisfies Record<string, Field<unknown>>;

export type PolicyKey = keyof typeof POLICY_FIELDS;

export const POLICY_KEYS = Object.keys(POLICY_FIELDS) as readonly PolicyKey[];

/** What the service works with. */
export type Policy = {
  readonly [K in PolicyKey]: (typeof POLICY_FIELDS)[K] extends Field<infer T> ? T : never;
};
