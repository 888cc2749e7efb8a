import type { Action } from '../scenario/scenario.ts';
import type { Exchange } from '../ussd/run-scenario.ts';

/** What the service wants a SIM to do. */
export interface Job {
  readonly id: string;
  /** Which offer of it; the service may offer it again. Null: it does not say. */
  readonly offer: string | null;
  readonly sim: string;
  readonly operator: string;
  readonly action: Action;
  /** Nine digits; null where nobody is paid. */
  readonly number: string | null;
  readonly amountXaf: number | null;
}

export const OUTCOMES = [
  'accepted',
  'refused',
  'pin_refused',
  'told',
  /** Ended before anything was confirmed: no money moved. */
  'stopped',
  /** Confirmed, and nobody saw what came of it. */
  'unknown',
] as const;

/** How a job ended. */
export interface JobEnd {
  readonly outcome: (typeof OUTCOMES)[number];
  /** Why it stopped. */
  readonly problem: string | null;
  /** What was said and shown; the PIN is in neither. */
  readonly screens: readonly Exchange[];
  /** The operator's id, where the screen showed one. */
  readonly txId: string | null;
  readonly balanceCents: number | null;
}

export function stopped(problem: string, screens: readonly Exchange[] = []): JobEnd {
  return { outcome: 'stopped', problem, screens, txId: null, balanceCents: null };
}

/** It was confirmed, and what came of it was not seen. */
export function unseen(problem: string | null, screens: readonly Exchange[] = []): JobEnd {
  return { outcome: 'unknown', problem, screens, txId: null, balanceCents: null };
}
