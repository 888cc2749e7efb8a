import type { Operator } from '../operators/operator.ts';

/** What a SIM can do by USSD. */
const JOB_ACTIONS = ['collect', 'transfer', 'balance'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** How a job ended, according to its screens. */
export const JOB_OUTCOMES = [
  'accepted',
  'refused',
  'pin_refused',
  'told',
  /** Ended before anything was confirmed: no money moved. */
  'stopped',
  /** Confirmed, and no screen showed the result. */
  'unknown',
] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** For a transfer: its screens say that no money moved. */
export const DENIALS: readonly JobOutcome[] = ['refused', 'pin_refused', 'stopped'];

/**
 * Trouble of the network, the modem or the agent before anything was confirmed: the next try may
 * work. A screen that is not the scenario's is no such trouble.
 */
const PASSING: ReadonlySet<string | null> = new Set([
  'refused',
  'not_supported',
  'timed_out',
  'silent',
  'not_kept',
]);

/** Something stopped the line before a job that it had taken was begun: nothing was dialled. */
const NOT_BEGUN: ReadonlySet<string | null> = new Set(['no_pin', 'menu_changed', 'codes_unproven']);

export function isPassing(problem: string | null): boolean {
  return PASSING.has(problem) || NOT_BEGUN.has(problem);
}

/** Such a job waits for a person to put the line in order, and fails for nothing that it did. */
export function wasNotBegun(problem: string | null): boolean {
  return NOT_BEGUN.has(problem);
}

/** What a payment by USSD needs. */
export interface PaymentJob {
  /** The reference of the provider request. */
  readonly reference: string;
  readonly operator: Operator;
  /** In one spelling (`normaliseLine`). */
  readonly line: string;
  readonly action: Exclude<JobAction, 'balance'>;
  /** E.164. */
  readonly msisdn: string;
  readonly amountXaf: number;
}

/** One offer of a job to the SIM of a gateway. */
export interface JobOffer {
  readonly reference: string;
  /** A new try is another offer. */
  readonly offer: string;
  readonly gatewayId: string;
  readonly sim: string;
  readonly operator: Operator;
  readonly line: string;
  readonly action: JobAction;
  readonly msisdn: string | null;
  readonly amountXaf: number | null;
}

/** The text that the seal of an offer is made of: one that has ended cannot be made again. */
export function sealedOffer(job: JobOffer): string {
  return JSON.stringify([
    'sim_job',
    job.reference,
    job.offer,
    job.gatewayId,
    job.sim,
    job.operator,
    job.line,
    job.action,
    job.msisdn,
    job.amountXaf,
  ]);
}

export type JobState = 'waiting' | 'taken' | 'withdrawn' | 'ended';

/** What was sent to the operator, and what it showed. */
export interface JobScreen {
  readonly said: string;
  readonly screen: string | null;
}

/** What is known of a job when its result is asked for. */
export interface JobStanding {
  readonly action: JobAction;
  readonly state: JobState;
  /** It can no longer be taken. */
  readonly isTooLateToTake: boolean;
  /** The modem agent should have reported its end by now. */
  readonly isOverdue: boolean;
  readonly outcome: JobOutcome | null;
  /** A SIM has met trouble with it, and it is offered again. */
  readonly wasTried: boolean;
  /** A text reports money to this number and amount since a SIM took it, believed or not. */
  readonly isReported: boolean;
  /** It ended a short while ago. */
  readonly isNews: boolean;
  readonly problem: string | null;
  readonly screens: readonly JobScreen[];
  /** The operator's id, from its own text. */
  readonly operatorTxId: string | null;
}

/** The result of a job: a status as of any outside system, without its effect on money. */
export type JobResult =
  | 'pending'
  | 'succeeded'
  | 'refused'
  | 'never_taken'
  /** A transfer that a SIM took and gave back, since its line was stopped. */
  | 'not_begun'
  | 'unknown'
  | 'overdue'
  /** Its screens say that no money moved, and a text of the operator says that it did. */
  | 'contradicted';

/**
 * A transfer that a screen called done has succeeded. One without a last screen has succeeded once
 * the operator's text reports it. Only the operator's text shows what a player pays, so an accepted
 * prompt stays open.
 */
export function resultOf(job: JobStanding): JobResult {
  const { action, state, outcome, operatorTxId } = job;
  const isNamed = operatorTxId !== null;
  if (state === 'waiting' && !job.isTooLateToTake) return 'pending';
  if (state === 'waiting' || state === 'withdrawn') {
    if (isNamed) return 'contradicted';
    if (job.isReported) return 'unknown';
    return isGivenBack(job) ? 'not_begun' : 'never_taken';
  }
  if (outcome === null) return job.isOverdue ? 'overdue' : 'pending';
  switch (outcome) {
    case 'accepted':
      return action === 'transfer' ? 'succeeded' : 'pending';
    case 'unknown':
      if (action !== 'transfer') return 'pending';
      return isNamed ? 'succeeded' : 'unknown';
    case 'stopped':
      // It would have been tried again, had no text come.
      if (!isNamed && job.isReported && isPassing(job.problem)) return 'unknown';
      if (isNamed) return 'contradicted';
      return isGivenBack(job) ? 'not_begun' : 'refused';
    case 'refused':
    case 'pin_refused':
    case 'told':
      return isNamed ? 'contradicted' : 'refused';
  }
}

/** A prompt is not worth waiting for: its player is there now. */
function isGivenBack({ action, problem }: JobStanding): boolean {
  return action === 'transfer' && wasNotBegun(problem);
}
