import type { Operator } from '../operators/operator.ts';

/** What a SIM can be told to do by USSD. */
export const JOB_ACTIONS = ['collect', 'transfer', 'balance'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** How it ended, as the screens said. */
export const JOB_OUTCOMES = [
  'accepted',
  'refused',
  'pin_refused',
  'told',
  /** Ended before anything was confirmed: no money moved. */
  'stopped',
  /** Confirmed, and no screen said what came of it. */
  'unknown',
] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Of a transfer: its screens say that no money moved. */
export const DENIALS: readonly JobOutcome[] = ['refused', 'pin_refused', 'stopped'];

/** What a payment by USSD needs. */
export interface PaymentJob {
  /** The reference of the submission. */
  readonly reference: string;
  readonly operator: Operator;
  /** In one spelling (`normaliseLine`). */
  readonly line: string;
  readonly action: Exclude<JobAction, 'balance'>;
  /** E.164. */
  readonly msisdn: string;
  readonly amountXaf: number;
}

export type JobState = 'waiting' | 'taken' | 'withdrawn' | 'ended';

/** What was said to the operator, and what it showed. */
export interface JobScreen {
  readonly said: string;
  readonly screen: string | null;
}

/** A job as far as somebody may ask what became of it. */
export interface JobStanding {
  readonly action: JobAction;
  readonly state: JobState;
  /** Nobody can take it any more. */
  readonly isTooLateToTake: boolean;
  /** So long ago that the program beside the modem should have said how it ended. */
  readonly isOverdue: boolean;
  readonly outcome: JobOutcome | null;
  /** It has ended a short while ago. */
  readonly isNews: boolean;
  readonly problem: string | null;
  readonly screens: readonly JobScreen[];
  /** The operator's id, as its own text told it. */
  readonly operatorTxId: string | null;
}

/** What a job comes to: the same words as of any outside system, without what they mean for money. */
export type JobResult =
  | 'pending'
  | 'succeeded'
  | 'refused'
  | 'never_taken'
  | 'unknown'
  | 'overdue'
  /** Its screens say that no money moved, and a text of the operator says that it did. */
  | 'contradicted';

/**
 * A transfer that a screen called done has succeeded. One whose end nobody saw has when the
 * operator's text tells of it. What a player pays is known by the operator's text alone, so a
 * prompt that was accepted stays open.
 */
export function resultOf(job: JobStanding): JobResult {
  const { action, state, outcome, operatorTxId } = job;
  if (state === 'withdrawn') return 'never_taken';
  if (state === 'waiting') return job.isTooLateToTake ? 'never_taken' : 'pending';
  if (outcome === null) return job.isOverdue ? 'overdue' : 'pending';
  const isNamed = operatorTxId !== null;
  switch (outcome) {
    case 'accepted':
      return action === 'transfer' ? 'succeeded' : 'pending';
    case 'unknown':
      if (action !== 'transfer') return 'pending';
      return isNamed ? 'succeeded' : 'unknown';
    case 'refused':
    case 'pin_refused':
    case 'stopped':
    case 'told':
      return isNamed ? 'contradicted' : 'refused';
  }
}
