import { type Fields, fieldsOf, listOf } from '../json.ts';
import { JOB_OUTCOMES, type JobOutcome, type JobScreen } from './sim-job.ts';
import { storable } from './sms-dialects.ts';

/** What the modem agent says of one of its SIMs. */
export interface SimState {
  readonly sim: string;
  readonly registration: string;
  readonly signal: number | null;
  readonly used: number | null;
  readonly size: number | null;
  /** The code of what stops its payouts, or `null`. */
  readonly trouble: string | null;
  /** The screen that led to it, without the PIN. */
  readonly screen: string | null;
  /** Which saying of its PIN a person is asked about. */
  readonly since: string | null;
  readonly actions: readonly string[];
}

/** A SIM that nothing stops, and what it does. */
export type ReadySim = Pick<SimState, 'sim' | 'actions'>;

/** The agent leaves alone what is offered to any other of its SIMs. */
export function readySims(sims: readonly SimState[]): readonly ReadySim[] {
  return sims.filter(({ trouble }) => trouble === null);
}

/** Which offer of a job is meant, or `null` from an agent that knows only one per job. */
type Offer = string | null;

/** How a job ended, as the modem agent reports it. */
export interface JobReport {
  readonly reference: string;
  readonly offer: Offer;
  readonly outcome: JobOutcome;
  readonly problem: string | null;
  readonly screens: readonly JobScreen[];
  readonly shownTxId: string | null;
  readonly shownName: string | null;
  readonly balanceCents: number | null;
}

export type AgentMessage =
  /** The agent asks for jobs and waits for some. */
  | { readonly kind: 'poll'; readonly sims: readonly SimState[]; readonly holdMs: number }
  /** The agent has the job on its disk and asks whether it may begin. */
  | { readonly kind: 'take'; readonly reference: string; readonly offer: Offer }
  | ({ readonly kind: 'report' } & JobReport)
  | { readonly kind: 'invalid'; readonly problem: string };

/** More than any scenario has screens, and more than a screen has letters. */
const MAX_SCREENS = 40;
const LONGEST_SCREEN = 1_000;
const LONGEST_CODE = 60;
const MAX_SIMS = 64;
const MAX_HOLD_MS = 25_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function readAgentMessage(json: unknown): AgentMessage {
  const fields = fieldsOf(json);
  switch (fields['type']) {
    case 'poll':
      return {
        kind: 'poll',
        sims: listOf(fields['sims']).slice(0, MAX_SIMS).flatMap(readSim),
        holdMs: Math.min(countOf(fields['hold_ms']) ?? 0, MAX_HOLD_MS),
      };
    case 'take':
      return isUuid(fields['job'])
        ? { kind: 'take', reference: fields['job'], offer: offerOf(fields) }
        : NO_JOB;
    case 'report':
      return readReport(fields);
    default:
      return { kind: 'invalid', problem: 'type must be poll, take or report' };
  }
}

const NO_JOB: AgentMessage = { kind: 'invalid', problem: 'job must be the reference of a job' };

function readSim(json: unknown): readonly SimState[] {
  const { sim, registration, signal, used, size, trouble, screen, since, actions } = fieldsOf(json);
  const name = textOf(sim, 100);
  if (name === null) return [];
  const level = countOf(signal);
  const room = countOf(size);
  return [
    {
      sim: name,
      registration: textOf(registration, LONGEST_CODE) ?? 'none',
      signal: level === null || level > 31 ? null : level,
      used: room === null || room === 0 ? null : countOf(used),
      size: room === 0 ? null : room,
      trouble: textOf(trouble, LONGEST_CODE),
      screen: textOf(screen, LONGEST_SCREEN),
      since: textOf(since, LONGEST_CODE),
      actions: listOf(actions)
        .slice(0, 10)
        .flatMap((one) => textOf(one, LONGEST_CODE) ?? []),
    },
  ];
}

function readReport(fields: Fields): AgentMessage {
  const { job, outcome, problem, screens, tx_id: txId, name, balance_cents: balance } = fields;
  if (!isUuid(job)) return NO_JOB;
  const known = JOB_OUTCOMES.find((one) => one === outcome);
  if (known === undefined) {
    return { kind: 'invalid', problem: `outcome must be one of ${JOB_OUTCOMES.join(', ')}` };
  }
  return {
    kind: 'report',
    reference: job,
    offer: offerOf(fields),
    outcome: known,
    problem: textOf(problem, LONGEST_CODE),
    screens: listOf(screens).slice(0, MAX_SCREENS).map(readJobScreen),
    shownTxId: textOf(txId, LONGEST_CODE),
    shownName: textOf(name, LONGEST_CODE),
    balanceCents: countOf(balance),
  };
}

function offerOf({ offer }: Fields): Offer {
  return textOf(offer, LONGEST_CODE);
}

function readJobScreen(json: unknown): JobScreen {
  const { said, screen } = fieldsOf(json);
  return { said: textOf(said, LONGEST_SCREEN) ?? '', screen: textOf(screen, LONGEST_SCREEN) };
}

function textOf(value: unknown, longest: number): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return storable(value).slice(0, longest).toWellFormed();
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 1e12
    ? value
    : null;
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
