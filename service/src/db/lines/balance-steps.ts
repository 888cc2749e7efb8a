import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Step } from '../../domain/lines/balance-chain.ts';
import { type Message, readMessage } from '../../domain/messages/message.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';
import { dropChain } from './lines.ts';

export type StepState = 'waiting' | 'believed' | 'set_aside';

export interface StoredStep extends Step {
  readonly id: string;
  readonly state: StepState;
}

export interface NewSteps {
  readonly line: string;
  readonly steps: readonly Step[];
  readonly state: StepState;
  /** What makes two texts the same one. */
  readonly content: string;
}

/** Adds the steps of texts that are new on their lines, which the caller has locked. */
export async function insertSteps(
  connection: Queryable,
  texts: readonly NewSteps[],
): Promise<void> {
  const steps = texts.flatMap(({ steps, line, state, content }) => {
    const fingerprint = fingerprintOf(content);
    return steps.map((step) => ({ ...step, line, state, fingerprint }));
  });
  if (steps.length === 0) return;
  await connection.query({
    name: 'insert-steps',
    text: `insert into balance_steps (${NEW_STEPS.names}, at)
           select n.*, (select app_now()) from ${NEW_STEPS.unnest('n')}
           -- A text may name one balance twice.
           on conflict on constraint one_step_per_reading do nothing`,
    values: NEW_STEPS.values(steps),
  });
}

interface NewStep extends Step, Pick<NewSteps, 'line' | 'state'> {
  readonly fingerprint: Buffer;
}

const NEW_STEPS = rowsWith<NewStep>({
  id: ['uuid', () => randomUUIDv7()],
  line: ['text', ({ line }) => line],
  sms_id: ['uuid', ({ smsId }) => smsId],
  time: ['timestamptz', ({ time }) => time],
  before_cents: ['bigint', ({ beforeCents }) => beforeCents],
  after_cents: ['bigint', ({ afterCents }) => afterCents],
  fingerprint: ['bytea', ({ fingerprint }) => fingerprint],
  state: ['text', ({ state }) => state],
  tells_time: ['boolean', ({ tellsTime }) => tellsTime],
  // Only texts that wait are compared by it, and it could be traced back to a number.
  about: ['int', ({ about, state }) => (state === 'waiting' ? about : null)],
});

/** What a line knows before a text is added to it. */
export interface StepsBefore {
  /** Other texts of the line wait for a balance that they connect to. */
  readonly lineWaits: boolean;
  /**
   * Whether the same text was believed when it was read before, from another gateway or in another
   * wording of its template; `null` if it is new.
   */
  readonly wasBelieved: boolean | null;
}

const LINE_TEXTS = rowsWith<Pick<NewSteps, 'line' | 'content'>>({
  line: ['text', ({ line }) => line],
  fingerprint: ['bytea', ({ content }) => fingerprintOf(content)],
});

/** For each of some texts whose lines the caller has locked. */
export function listStepsBefore(
  connection: Queryable,
  texts: readonly Pick<NewSteps, 'line' | 'content'>[],
): Promise<StepsBefore[]> {
  return connection.query<StepsBefore>({
    name: 'list-steps-before',
    text: `select exists (select from balance_steps s
                          where s.line = t.line and s.state = 'waiting') as "lineWaits",
                  (select bool_or(s.state = 'believed') from balance_steps s
                   where s.line = t.line and s.fingerprint = t.fingerprint) as "wasBelieved"
           from ${LINE_TEXTS.unnestInOrder('t')}
           order by t.place`,
    values: LINE_TEXTS.values(texts),
  });
}

const STEP = `s.id, s.sms_id as "smsId", s.before_cents as "beforeCents",
  s.after_cents as "afterCents", s.time, s.tells_time as "tellsTime", s.at as "cameAt", s.about,
  s.state`;

function fingerprintOf(content: string): Buffer {
  return createHash('sha256').update(content).digest();
}

/** More than a gateway brings after a day without power; the rest is forged. */
const MAX_WAITING = 2_000;

/** The texts of a line that connect to nothing yet, the newest first. */
export function listWaitingSteps(connection: Queryable, line: string): Promise<StoredStep[]> {
  return connection.query<StoredStep>({
    name: 'list-waiting-steps',
    text: `select ${STEP} from balance_steps s
           where s.line = $1 and s.state = 'waiting' order by s.at desc limit $2`,
    values: [line, MAX_WAITING],
  });
}

/** The steps that have come since an id and connect. */
export function listNewestSteps(
  connection: Queryable,
  { line, sinceId }: { readonly line: string; readonly sinceId: string },
): Promise<StoredStep[]> {
  return connection.query<StoredStep>({
    name: 'list-newest-steps',
    text: `select ${STEP} from balance_steps s
           where s.line = $1 and s.state = 'believed' and s.id >= $2`,
    values: [line, sinceId],
  });
}

/** One reading of a text has connected: its other readings were never true. */
export async function markBelieved(
  connection: Queryable,
  steps: readonly StoredStep[],
): Promise<void> {
  await connection.query({
    text: `with others as (
             delete from balance_steps where sms_id = any($1::uuid[]) and id <> all($2::uuid[])
               and state = 'waiting')
           update balance_steps set state = 'believed', about = null where id = any($2::uuid[])`,
    values: [steps.map(({ smsId }) => smsId), steps.map(({ id }) => id)],
  });
}

/** A text that staff set aside connects to nothing any more; one that was believed, only if forged. */
export async function setStepsAside(
  connection: Queryable,
  { line, smsId }: { readonly line: string; readonly smsId: string },
  { isForged }: { readonly isForged: boolean },
): Promise<void> {
  const rows = await connection.query<{ readonly wasBelieved: boolean }>({
    text: `update balance_steps s set state = 'set_aside', about = null from balance_steps before
           where s.sms_id = $1 and before.id = s.id
             and (s.state = 'waiting' or (s.state = 'believed' and $2))
           returning before.state = 'believed' as "wasBelieved"`,
    values: [smsId, isForged],
  });
  if (rows.some(({ wasBelieved }) => wasBelieved)) return dropChain(connection, line);
  await connection.query({
    text: `update lines set gap_at = null
           where line = $1 and not exists (
             select from balance_steps s where s.line = $1 and s.state = 'waiting'
               and s.at >= gap_at)`,
    values: [line],
  });
}

export interface LooseStep {
  readonly id: string;
  readonly line: string;
  readonly smsId: string;
  readonly at: Date;
  readonly beforeCents: number;
  readonly afterCents: number;
  readonly sender: string;
  readonly text: string;
  /** The payment that the text reported, or `null`. */
  readonly receiptId: string | null;
  /** What its text names of that payment. */
  readonly amountXaf: number | null;
  readonly payer: string | null;
  /** What spoke against the text when it came. */
  readonly stored: readonly Message[];
}

/** More than a person reads on one screen. */
const MAX_LOOSE = 50;

/**
 * Texts that connect to nothing, oldest first, of one line or of all: those of unused payments, and
 * in a gap all others too.
 */
export async function listLooseSteps(
  database: Queryable,
  line: string | null,
): Promise<LooseStep[]> {
  const rows = await database.query<
    Omit<LooseStep, 'stored'> & { readonly stored: readonly string[] }
  >({
    text: `select s.id, l.line, s."smsId", s.at, s."beforeCents", s."afterCents", m.sender,
                  m.body as text, s."receiptId", s."amountXaf", s.payer,
                  array_remove(coalesce(s.doubts, '{}') || m.reason, null) as stored
           from lines l
           cross join lateral (
             select s.id, s.sms_id as "smsId", s.at, s.before_cents as "beforeCents",
                    s.after_cents as "afterCents", r.id as "receiptId", r.doubts,
                    r.amount_xaf as "amountXaf", r.payer_msisdn as payer
             from balance_steps s left join receipts r on r.sms_id = s.sms_id
             where s.line = l.line and s.state = 'waiting'
               and (r.state = 'unmatched' or (r.id is null and s.at >= l.gap_at))
             order by s.at desc, s.id desc limit $2) s
           join sms_messages m on m.id = s."smsId"
           where $1::text is null or l.line = $1
           order by l.line, s.at, s.id`,
    values: [line, MAX_LOOSE],
  });
  return rows.map((row) => ({ ...row, stored: row.stored.map(readMessage) }));
}
