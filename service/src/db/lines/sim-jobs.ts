import { randomUUID } from 'node:crypto';
import type { JobReport } from '../../domain/lines/agent-messages.ts';
import {
  DENIALS,
  isPassing,
  type JobAction,
  type JobOffer,
  type JobStanding,
  type JobState,
  type PaymentJob,
  sealedOffer,
  wasNotBegun,
} from '../../domain/lines/sim-job.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { fitsSeal } from '../../domain/seals/seal.ts';
import type { Queryable } from '../client.ts';

export interface NewJob {
  readonly reference: string;
  readonly gatewayId: string;
  readonly sim: string;
  readonly operator: Operator;
  readonly line: string;
  readonly action: JobAction;
  readonly msisdn: PaymentJob['msisdn'] | null;
  readonly amountXaf: number | null;
  readonly takeMs: number;
  readonly finishMs: number;
}

/**
 * Leaves a job that a SIM has taken under this reference as it is. A withdrawn one has moved no
 * money, so it may be tried again.
 */
export async function insertJob(connection: Queryable, job: NewJob): Promise<void> {
  const offer = randomUUID();
  await connection.query({
    name: 'insert-sim-job',
    text: `insert into sim_jobs (reference, gateway_id, sim, operator, line, action, msisdn,
                                 amount_xaf, created_at, take_until, finish_until, offer, seal)
           select $1, $2, $3, $4, $5, $6, $7, $8, now, now + $9 * interval '1 millisecond',
                  now + $10 * interval '1 millisecond', $11, $12::uuid
           from (select app_now() as now) n
           on conflict (reference) do update
             set state = 'waiting', gateway_id = excluded.gateway_id, sim = excluded.sim,
                 operator = excluded.operator, line = excluded.line, action = excluded.action,
                 msisdn = excluded.msisdn, amount_xaf = excluded.amount_xaf, problem = null,
                 created_at = excluded.created_at, take_until = excluded.take_until,
                 finish_until = excluded.finish_until, tries = 0, offer_from = null,
                 offer = excluded.offer, seal = excluded.seal
             where sim_jobs.state = 'withdrawn'`,
    values: [
      job.reference,
      job.gatewayId,
      job.sim,
      job.operator,
      job.line,
      job.action,
      job.msisdn,
      job.amountXaf,
      job.takeMs,
      job.finishMs,
      offer,
      connection.seal?.(sealedOffer({ ...job, offer })) ?? null,
    ],
  });
}

/** The columns of an offer. */
export const OFFERED = `reference, offer, gateway_id as "gatewayId", sim, operator, line, action,
  msisdn, amount_xaf as "amountXaf"`;

/** What the operator called this number on the screen of an earlier payout. */
export async function findShownName(database: Queryable, msisdn: string): Promise<string | null> {
  const [row] = await database.query<{ readonly name: string }>({
    text: `select shown_name as name from sim_jobs
           where msisdn = $1 and shown_name is not null
           order by created_at desc limit 1`,
    values: [msisdn],
  });
  return row?.name ?? null;
}

/**
 * Gives the job to the SIM; `null` if it is no longer available. A repeated request gets it again,
 * with the time that is left: an answer may be lost, and the agent may have restarted.
 */
export async function takeJob(
  database: Queryable,
  taken: { readonly reference: string; readonly gatewayId: string; readonly offer: string | null },
): Promise<{ readonly leftMs: number } | null> {
  const [row] = await database.query<{ readonly leftMs: number }>({
    name: 'take-sim-job',
    text: `update sim_jobs set state = 'taken', taken_at = coalesce(taken_at, app_now())
           where reference = $1 and gateway_id = $2 and finish_until > app_now()
             and coalesce($3, offer) = offer
             and (state = 'taken' or (state = 'waiting' and take_until > app_now()))
             and (taken_at is null or (${hasNoText('sim_jobs')}))
           returning (extract(epoch from finish_until - app_now()) * 1000)::float8 as "leftMs"`,
    values: [taken.reference, taken.gatewayId, taken.offer],
  });
  return row ?? null;
}

/**
 * Once a text says that money left to this number and amount, a job that met trouble is not done
 * again, whatever the screens said and whether the text is believed yet or not.
 */
function hasNoText(job: string): string {
  return `${job}.operator_tx_id is null and not exists (
    select from sms_messages m
    cross join regexp_replace(m.body, '[^0-9]', '', 'g') as digits
    where m.state = 'sent' and m.line = ${job}.line and m.at >= ${job}.taken_at
      and m.id >= first_id_of((${job}.taken_at - interval '1 hour') at time zone 'utc')
      and strpos(digits, right(${job}.msisdn, 9)) > 0
      and strpos(digits, ${job}.amount_xaf::text) > 0)`;
}

/** True if no SIM has taken it: then none will. */
export async function withdrawJob(database: Queryable, reference: string): Promise<boolean> {
  const rows = await database.query({
    name: 'withdraw-sim-job',
    text: `update sim_jobs set state = 'withdrawn'
           where reference = $1 and state in ('waiting', 'withdrawn')
           returning reference`,
    values: [reference],
  });
  return rows.length > 0;
}

export interface EndedJob {
  /** `waiting` if it is to be offered again. */
  readonly state: JobState;
  readonly action: JobAction;
  readonly line: string;
  readonly takenAt: Date;
}

/**
 * Ends a job, or offers it again after a pause if nothing was confirmed and there is time for it.
 * `null` if it ended before or was never taken, or if another offer has ended.
 */
export async function endJob(
  connection: Queryable,
  gatewayId: string,
  report: JobReport,
): Promise<EndedJob | null> {
  const { reference, offer, outcome, problem, screens, shownTxId, balanceCents } = report;
  const next =
    outcome === 'stopped' && isPassing(problem) ? await sealNext(connection, report) : null;
  const [row] = await connection.query<EndedJob>({
    name: 'end-sim-job',
    text: `with reported as (
             select *, app_now() as now,
                    app_now() + (${PAUSES})[least(tries + 1, 3)] as next_offer,
                    greatest(finish_until, taken_at + $11 * interval '1 millisecond') as finish_by
             from sim_jobs
             where reference = $1 and gateway_id = $2 and state = 'taken'
               and coalesce($8, offer) = offer
             for update
           ), judged as (
             select reference, now, next_offer, finish_by,
                    $9::text is not null and action <> 'balance'
                    and next_offer + ${SESSION} < finish_by and ${hasNoText('r')} as is_again
             from reported r
           ), ended as (
             update sim_jobs j
             set state = case when is_again then 'waiting' else 'ended' end,
                 ended_at = case when not is_again then now end,
                 problem = $4, screens = $5::jsonb, shown_tx_id = $6, balance_cents = $7,
                 shown_name = coalesce($12, shown_name),
                 -- An outcome that does not fit the action is unknown.
                 outcome = case when is_again then null
                                when $3 = 'told' and action <> 'balance' then 'unknown'
                                when $3 = 'accepted' and action = 'balance' then 'unknown'
                                else $3 end,
                 tries = tries + 1,
                 offer = case when is_again then $9 else offer end,
                 -- Without its seal one that has ended is offered to no SIM again.
                 seal = case when is_again then $10::uuid end,
                 offer_from = case when is_again then next_offer end,
                 finish_until = case when is_again then finish_by else finish_until end,
                 take_until = case when is_again then finish_by - ${SESSION} else take_until end
             from judged where j.reference = judged.reference
             returning j.*
           ), hastened as (
             -- Its end is known now: the payment need not wait for the next question.
             update submissions s set next_step_at = app_now()
             from ended where s.reference = ended.reference and ended.state = 'ended'
               and s.sent_at is not null and s.next_step_at is not null
           )
           select state, action, line, taken_at as "takenAt" from ended`,
    values: [
      reference,
      gatewayId,
      outcome,
      problem,
      JSON.stringify(screens),
      shownTxId,
      balanceCents,
      offer,
      next?.offer,
      next?.seal,
      wasNotBegun(problem) ? IN_ORDER_WITHIN_MS : 0,
      report.shownName,
    ],
  });
  return row ?? null;
}

/**
 * The next offer of a job with its seal, or `null` if there may be none: a report that names no
 * offer may be about an earlier one, and a row that was changed is not sealed again.
 */
async function sealNext(
  connection: Queryable,
  report: JobReport,
): Promise<{ readonly offer: string; readonly seal: string | null } | null> {
  const [job] = await connection.query<JobOffer & { readonly seal: string | null }>({
    name: 'find-taken-sim-job',
    text: `select ${OFFERED}, seal from sim_jobs
           where reference = $1 and offer = $2 and state = 'taken'`,
    values: [report.reference, report.offer],
  });
  const { seal } = connection;
  if (job === undefined) return null;
  if (seal !== undefined && !fitsSeal(seal, sealedOffer(job), job.seal)) return null;
  const offer = randomUUID();
  return { offer, seal: seal?.(sealedOffer({ ...job, offer })) ?? null };
}

/** Before the first, the second and every later new offer. */
const PAUSES = `array[interval '10 seconds', '30 seconds', '60 seconds']`;
/** A SIM needs about so long for a job: with less time left it would refuse to begin. */
const SESSION = `interval '60 seconds'`;
/** A person has so long to put a line in order: staff are asked about its payouts after an hour. */
const IN_ORDER_WITHIN_MS = 3_000_000;

/** An agent that is silent for so long after the end of a job will hardly report it. */
const REPORT_MS = 120_000;

export async function findJob(database: Queryable, reference: string): Promise<JobStanding | null> {
  const [row] = await database.query<JobStanding>({
    name: 'find-sim-job',
    text: `select action, state, take_until <= app_now() as "isTooLateToTake",
                  finish_until + $2 * interval '1 millisecond' <= app_now() as "isOverdue",
                  outcome, problem, tries > 0 as "wasTried",
                  not (${hasNoText('sim_jobs')}) as "isReported",
                  coalesce(ended_at > app_now() - interval '10 minutes', false) as "isNews",
                  coalesce(screens, '[]') as screens,
                  operator_tx_id as "operatorTxId"
           from sim_jobs where reference = $1`,
    values: [reference, REPORT_MS],
  });
  return row ?? null;
}

/** A text of the operator about money that left a line. */
export interface SentText {
  readonly line: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly msisdn: string;
  readonly amountXaf: number;
}

/**
 * Gives the operator's id to the one transfer that a text can be about: the one whose screen showed
 * that id, or the only one of this number and amount without an id. One whose screens denied it
 * counts only if there is no other. Between two equal ones it chooses none.
 */
export async function nameJob(connection: Queryable, sent: SentText): Promise<void> {
  await connection.query({
    name: 'name-sim-job',
    text: `with fitting as (
             select reference, case when upper(shown_tx_id) = upper($3) then 1
                                    when outcome = any($6::text[]) then 3
                                    else 2 end as rank
             from sim_jobs
             where line = $1 and operator = $2 and action = 'transfer' and msisdn = $4
               and amount_xaf = $5 and operator_tx_id is null and taken_at is not null
               and created_at > app_now() - interval '48 hours'
               and (shown_tx_id is null or upper(shown_tx_id) = upper($3))
             for update
           ), named as (
             -- One that is to be offered again has moved money after all: its screens denied it.
             update sim_jobs
             set operator_tx_id = $3,
                 state = case when state = 'waiting' then 'ended' else state end,
                 ended_at = case when state = 'waiting' then app_now() else ended_at end,
                 outcome = case when state = 'waiting' then 'stopped' else outcome end
             where reference = (select (array_agg(reference))[1] from fitting
                                where rank = (select min(rank) from fitting)
                                having count(*) = 1)
               and not exists (select from sim_jobs where operator = $2 and operator_tx_id = $3)
             returning reference
           )
           -- The text may decide the payment, which need not wait for the next question.
           update submissions s set next_step_at = app_now()
           from named where s.reference = named.reference and s.sent_at is not null
             and s.next_step_at is not null`,
    values: [sent.line, sent.operator, sent.operatorTxId, sent.msisdn, sent.amountXaf, DENIALS],
  });
}
