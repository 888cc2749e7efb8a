import { type Deadline, deadlineIn } from '../jobs/deadline.ts';
import type { Job, JobEnd } from '../jobs/job.ts';
import { PIN_VERDICTS, type PinVerdict } from '../jobs/wallet-pin.ts';
import { type Fields, fieldsOf, listOf, parseJson } from '../json.ts';
import { ACTIONS } from '../scenario/scenario.ts';
import { exchange, type ServiceAddress } from './post.ts';

/** What the gateway reports about a SIM. */
export interface SimReport {
  readonly sim: string;
  readonly registration: string;
  readonly signal: number | null;
  readonly used: number | null;
  readonly size: number | null;
  /** The code of what stops its payouts, or `null`. */
  readonly trouble: string | null;
  /** The screen that led to it, without the PIN. */
  readonly screen: string | null;
  /** When the PIN was said that a person is asked about. */
  readonly since: string | null;
  readonly actions: readonly string[];
}

export type Taken =
  | { readonly kind: 'taken'; readonly until: Deadline }
  | { readonly kind: 'gone' }
  | { readonly kind: 'away' };

export interface JobsOffice {
  /**
   * Waits for jobs for a while; `null` if the service could not be asked. `news` ends the wait,
   * because the reported state of the SIMs is out of date.
   */
  readonly ask: (sims: readonly SimReport[], news: AbortSignal) => Promise<readonly Job[] | null>;
  readonly take: (job: Job) => Promise<Taken>;
  /** Returns whether the service knows it now. */
  readonly report: (job: Job, end: JobEnd) => Promise<boolean>;
}

const HOLD_MS = 20_000;
const DEADLINE_MS = 20_000;
/** The service answers within the time that it may hold the question, or not at all. */
const ASK_DEADLINE_MS = HOLD_MS + 15_000;

/** What a person says of a PIN in the console. */
export interface PinMeant {
  readonly sim: string;
  /** Which saying of it is meant. */
  readonly since: string;
  readonly meant: PinVerdict;
}

/** Where jobs are asked for: next to the address that receives texts. */
export function officeOf(service: ServiceAddress): ServiceAddress {
  return { ...service, url: service.url.replace(/\/sms\/([^/]+)$/, '/gateways/$1') };
}

export function createJobsOffice(
  service: ServiceAddress,
  stopping: AbortSignal,
  onPinMeant: (word: PinMeant) => Promise<void> = async () => {},
): JobsOffice {
  const say = async (
    fields: Fields,
    limits: { readonly deadlineMs: number; readonly stopping: AbortSignal } = {
      deadlineMs: DEADLINE_MS,
      stopping,
    },
  ) => {
    const answer = await exchange(officeOf(service), fields, limits);
    const isDone = answer.kind === 'answered' && answer.status === 200;
    return isDone ? fieldsOf(parseJson(answer.text)) : {};
  };
  return {
    ask: async (sims, news) => {
      const limits = { deadlineMs: ASK_DEADLINE_MS, stopping: news };
      const { jobs, pins } = await say({ type: 'poll', sims, hold_ms: HOLD_MS }, limits);
      for (const word of listOf(pins).flatMap(readPinMeant)) await onPinMeant(word);
      return Array.isArray(jobs) ? jobs.flatMap(readJob) : null;
    },
    take: async ({ id, offer }) => {
      // From before the question: the answer's way back is not our time.
      const asked = deadlineIn(0);
      const { status, left_ms: leftMs } = await say({ type: 'take', job: id, offer });
      if (status === 'taken' && typeof leftMs === 'number') {
        return {
          kind: 'taken',
          until: { steady: asked.steady + leftMs, wall: asked.wall + leftMs },
        };
      }
      return { kind: status === 'gone' ? 'gone' : 'away' };
    },
    report: async ({ id, offer }, { outcome, problem, screens, txId, name, balanceCents }) => {
      const end = { outcome, problem, screens, tx_id: txId, name, balance_cents: balanceCents };
      const { status } = await say({ type: 'report', job: id, offer, ...end });
      return status === 'ended';
    },
  };
}

function readPinMeant(json: unknown): readonly PinMeant[] {
  const { sim, since, meant } = fieldsOf(json);
  const verdict = PIN_VERDICTS.find((one) => one === meant);
  const isWhole = typeof sim === 'string' && typeof since === 'string' && verdict !== undefined;
  return isWhole ? [{ sim, since, meant: verdict }] : [];
}

function readJob(json: unknown): readonly Job[] {
  const {
    job,
    offer: reported,
    sim,
    operator,
    action,
    number,
    amount_xaf: amountXaf,
    name: shown,
  } = fieldsOf(json);
  const offer = typeof reported === 'string' ? reported : null;
  const name = typeof shown === 'string' ? shown : null;
  const known = ACTIONS.find((one) => one === action);
  const isWhole =
    typeof job === 'string' &&
    typeof sim === 'string' &&
    typeof operator === 'string' &&
    known !== undefined &&
    (number === null || typeof number === 'string') &&
    (amountXaf === null || typeof amountXaf === 'number');
  return isWhole ? [{ id: job, offer, sim, operator, action: known, number, amountXaf, name }] : [];
}
