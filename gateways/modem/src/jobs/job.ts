import type { Action } from '../scenario/scenario.ts';
import type { Exchange } from '../ussd/run-scenario.ts';

/** An action that the service wants a SIM to do. */
export interface Job {
  readonly id: string;
  /** The number of the offer, since the service may offer a job again; `null` if it sends none. */
  readonly offer: string | null;
  readonly sim: string;
  readonly operator: string;
  readonly action: Action;
  /** Nine digits, or `null` if the job pays no one. */
  readonly number: string | null;
  readonly amountXaf: number | null;
  /** The name that the approver saw, or `null` if the service knows none. */
  readonly name: string | null;
}

export const OUTCOMES = [
  'accepted',
  'refused',
  'pin_refused',
  'told',
  /** Ended before anything was confirmed: no money moved. */
  'stopped',
  /** Confirmed, and its outcome was not seen. */
  'unknown',
] as const;

export interface JobEnd {
  readonly outcome: (typeof OUTCOMES)[number];
  /** Why it stopped. */
  readonly problem: string | null;
  /** The input and the screens, both without the PIN. */
  readonly screens: readonly Exchange[];
  /** The operator's id, if the screen showed one. */
  readonly txId: string | null;
  /** The name on the screens before the confirmation, if they showed one. */
  readonly name: string | null;
  readonly balanceCents: number | null;
}

export function stopped(problem: string, screens: readonly Exchange[] = []): JobEnd {
  return { outcome: 'stopped', problem, screens, txId: null, name: null, balanceCents: null };
}

/** It was confirmed, and its outcome was not seen. */
export function unseen(problem: string | null, screens: readonly Exchange[] = []): JobEnd {
  return { outcome: 'unknown', problem, screens, txId: null, name: null, balanceCents: null };
}
