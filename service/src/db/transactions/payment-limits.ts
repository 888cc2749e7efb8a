import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { RuleName } from '../../domain/books/rules.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { ReasonCode } from '../../domain/payment-kinds.ts';
import { PAID_THOUGH_FAILED, PROVEN_REVERSAL } from '../../domain/transactions/contradiction.ts';
import {
  type EarlierPayouts,
  OLD_DEPOSIT_DAYS,
  type PayoutMark,
} from '../../domain/transactions/payment-limits.ts';
import { CHECKOUT_ACTOR, type State } from '../../domain/transactions/transaction.ts';
import { isBookedAs } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { FROM_RECENT_NUMBER } from './numbers.ts';
import type { NewTransaction } from './transactions.ts';

type Payment = Pick<NewTransaction, 'applicationId' | 'playerId' | 'msisdn' | 'amountXaf'>;

/**
 * Lets payments of one number, and those of one player, be created one after the other until the
 * caller's database transaction ends. Otherwise simultaneous ones would not count each other.
 */
export async function lockPayments(
  connection: Queryable,
  { applicationId, playerId, msisdn }: Payment,
): Promise<void> {
  await connection.query({
    name: 'lock-payments',
    // One order for every process, so that two of them never wait for each other.
    text: `select pg_advisory_xact_lock(key)
           from (select hashtextextended(name, 0) as key from unnest($1::text[]) as n (name)
                 order by 1) k`,
    values: [[`payments to ${msisdn}`, `payments of ${applicationId} ${playerId}`]],
  });
}

/**
 * Prompts to a number that the player has not answered and whose time is not over. Those of pages
 * count for pages only: a person who types a number there has not proved that it is theirs.
 */
export async function countOpenPrompts(
  connection: Queryable,
  { msisdn, actor }: Pick<NewTransaction, 'msisdn' | 'actor'>,
): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>({
    name: 'count-open-prompts',
    text: `select count(*) ${FROM_RECENT_NUMBER}
           where n.msisdn = $1 and t.collection_mode = 'merchant_initiated'
             and t.state in ('pending', 'provider_acknowledged') and t.expires_at > app_now()
             and ($2 = '${CHECKOUT_ACTOR}' or t.created_by is distinct from '${CHECKOUT_ACTOR}')`,
    values: [msisdn, actor],
  });
  return row?.count ?? 0;
}

/** Of the last 24 hours. */
export async function countEarlierPayouts(
  connection: Queryable,
  payment: Payment,
  { duplicateMinutes }: { readonly duplicateMinutes: number | null },
): Promise<EarlierPayouts> {
  const { applicationId, playerId, msisdn, amountXaf } = payment;
  const [row] = await connection.query<EarlierPayouts>({
    name: 'count-earlier-payouts',
    text: `select n.payouts as "toNumber", p.payouts as "toPlayer", n.alike
           from (select count(*) as payouts,
                        count(*) filter (
                          where amount_xaf = $4
                            and created_at > app_now() - $5::float8 * interval '1 minute') as alike
                 ${FROM_RECENT_NUMBER}
                 where n.msisdn = $1 and created_at > app_now() - interval '24 hours'
                   and direction = 'withdrawal' and state <> 'failed') n,
                (select count(*) as payouts from transactions
                 where application_id = $2 and player_id = $3
                   and created_at > app_now() - interval '24 hours'
                   and direction = 'withdrawal' and state <> 'failed') p`,
    values: [msisdn, applicationId, playerId, amountXaf, duplicateMinutes],
  });
  return row ?? { toNumber: 0, toPlayer: 0, alike: 0 };
}

export async function insertMarks(
  connection: Queryable,
  { id, marks }: { readonly id: string; readonly marks: readonly PayoutMark[] },
): Promise<void> {
  if (marks.length === 0) return;
  await connection.query({
    text: `insert into payout_marks (transaction_id, mark, at)
           select $1, mark, app_now() from unnest($2::text[]) as m (mark)`,
    values: [id, marks],
  });
}

export async function listMarks(
  database: Queryable,
  transactionId: string,
): Promise<readonly PayoutMark[]> {
  const rows = await database.query<{ readonly mark: PayoutMark }>({
    name: 'list-marks',
    text: `select unnest(${MARKS}) as mark from transactions t where t.id = $1`,
    values: [transactionId],
  });
  return rows.map(({ mark }) => mark);
}

/** Something is said against the deposit, or an operator took it back. */
const IS_DISPUTED = `(c.closed_at is null or c.kind = '${PROVEN_REVERSAL.code}')`;

/**
 * The marks of `transactions t`: those that it has kept, and what is true now of the deposit that
 * it gives back, or is.
 */
export const MARKS = `array(
    select m.mark from payout_marks m where m.transaction_id = t.id
    union
    select 'deposit_disputed' from contradictions c
    where c.transaction_id = case t.direction when 'deposit' then t.id else t.refund_of end
      and ${IS_DISPUTED}
    union
    select 'deposit_old' from transactions d
    where d.id = t.refund_of and d.created_at < app_now() - interval '${OLD_DEPOSIT_DAYS} days'
    order by 1)`;

/** The refunds of a deposit, and the newest payouts to its player since: one may hide its deposit. */
export async function listPossibleRefunds(
  database: Queryable,
  depositId: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    name: 'list-possible-refunds',
    text: `select id from transactions where refund_of = $1
           union
           (select t.id from transactions t
            join transactions d on d.id = $1
              and t.application_id = d.application_id and t.player_id = d.player_id
            where t.direction = 'withdrawal' and t.created_at >= d.created_at
            order by t.created_at desc limit ${MAX_PAYOUTS_COMPARED})`,
    values: [depositId],
  });
  return rows.map(({ id }) => id);
}

const MAX_PAYOUTS_COMPARED = 50;

/** Those of these failed payouts whose money may have left, as someone says or the books have it. */
export async function listPerhapsPaid(
  database: Queryable,
  failedIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (failedIds.length === 0) return new Set();
  const isBooked = (rule: RuleName) => `exists (
    select from book_entries e where e.cause = 'transaction:' || f.id and e.rule = '${rule}')`;
  const rows = await database.query<{ readonly id: string }>({
    name: 'list-perhaps-paid',
    text: `select f.id from unnest($1::uuid[]) as f (id)
           where exists (select from contradictions c
                         where c.transaction_id = f.id and c.closed_at is null)
              or ((${isBooked('failed_payout_paid')}
                   or exists (select from contradictions c
                              where c.transaction_id = f.id and c.kind = any($2)))
                  and not ${isBooked('failed_payout_returned')})`,
    values: [failedIds, PAID_THOUGH_FAILED],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface LostPayout {
  /** At the operator. */
  readonly reference: string;
  readonly refundOf: string | null;
  /** `null` if it is no refund. */
  readonly amountXaf: number | null;
}

/** What a restored database did not have: the refunds of a deposit, and what has a reference. */
export function listLostPayouts(
  database: Queryable,
  asked: { readonly depositId: string | null; readonly reference: string | null },
): Promise<LostPayout[]> {
  return database.query<LostPayout>({
    name: 'list-lost-payouts',
    text: `select reference, refund_of as "refundOf", amount_xaf as "amountXaf" from lost_sends
           where refund_of = $1 or reference = $2`,
    values: [asked.depositId, asked.reference],
  });
}

/** What is said against a deposit and the payouts that give it back, and what makes it impossible. */
export interface RefundObstacles {
  readonly isErased: boolean;
  /** Of the deposit, and not closed. */
  readonly isDisputed: boolean;
  /** How much was ever said, open or closed, a claim and its proof apart: it only grows. */
  readonly disputes: number;
  readonly disputedAt: Date | null;
}

export async function findRefundObstacles(
  connection: Queryable,
  { depositId, refundIds }: { readonly depositId: string; readonly refundIds: readonly string[] },
): Promise<RefundObstacles> {
  const [row] = await connection.query<RefundObstacles>({
    name: 'find-refund-obstacles',
    text: `select exists (select from erased_numbers where transaction_id = $1) as "isErased",
                  coalesce(bool_or(c.transaction_id = $1 and c.closed_at is null), false)
                    as "isDisputed",
                  count(*) + count(*) filter (where c.kind = '${PROVEN_REVERSAL.code}') as disputes,
                  max(c.recorded_at) as "disputedAt"
           from contradictions c where c.transaction_id = $1 or c.transaction_id = any($2::uuid[])`,
    values: [depositId, refundIds],
  });
  return row ?? { isErased: false, isDisputed: false, disputes: 0, disputedAt: null };
}

export interface RefundedRow {
  readonly id: string;
  readonly amount_xaf: number;
  readonly created_at: Date;
  /** As the operator reported who paid, or `null` if it did not. */
  readonly payer_name: string | null;
}

/** The deposit that a withdrawal gives back. */
export async function findRefunded(
  database: Queryable,
  depositId: string,
): Promise<RefundedRow | null> {
  const [row] = await database.query<RefundedRow>({
    text: `select d.id, d.amount_xaf, d.created_at,
                  (select r.payer_name from receipt_uses u join receipts r on r.id = u.receipt_id
                   where u.transaction_id = d.id and r.payer_name is not null
                   order by u.used_at limit 1) as payer_name
           from transactions d where d.id = $1`,
    values: [depositId],
  });
  return row ?? null;
}

/** The newest withdrawals that give a deposit back, or what was overpaid for it. */
export function listRefunds(
  database: Queryable,
  { depositId, limit }: { readonly depositId: string; readonly limit: number },
): Promise<(StoredReturn & { readonly isOverpaid: boolean })[]> {
  return database.query({
    text: `select id, amount_xaf, state, reason_code, application_id = $3 as "isOverpaid"
           from transactions where refund_of = $1 order by id desc limit $2`,
    values: [depositId, limit, OWN_APPLICATIONS.overpayments.id],
  });
}

// Payments that belong to no platform, and the withdrawals that send them back.

/** What decides, besides its row, whether a payment can be sent back. */
export interface ReturnFacts {
  readonly id: string;
  /** What came with it is in the books. */
  readonly isBooked: boolean;
  /** The operator took it back, or a text says so. */
  readonly isTakenBack: boolean;
  /** The deposit whose provider says that it was paid with it. */
  readonly paidDeposit: string | null;
  /** The withdrawals that send it back, or tried to, newest first. */
  readonly returns: readonly StoredReturn[];
}

export interface StoredReturn {
  readonly id: string;
  readonly state: State;
  readonly reason_code: ReasonCode | null;
  readonly amount_xaf: number;
}

/** A withdrawal as a `StoredReturn`. */
export function storedReturn(withdrawal: string): string {
  return `json_build_object('id', ${withdrawal}.id, 'state', ${withdrawal}.state,
    'reason_code', ${withdrawal}.reason_code, 'amount_xaf', ${withdrawal}.amount_xaf)`;
}

const PAYMENT = `'payment:' || r.operator || ':' || r.operator_tx_id`;

/** Of `r`, with the columns `operator` and `operator_tx_id` of a payment. */
export const RETURN_FACTS = `${isBookedAs(PAYMENT, 'payment_in')} as "isBooked",
  ${isBookedAs(PAYMENT, 'payment_reversed')}
    or exists (select from sms_messages m
               where m.operator = r.operator and m.reversed_tx_id = r.operator_tx_id)
    as "isTakenBack",
  (select n.transaction_id from operator_ids n
   where n.operator = r.operator and n.operator_tx_id = r.operator_tx_id and n.is_deposit)
    as "paidDeposit"`;

export function listReturnFacts(
  database: Queryable,
  ids: readonly string[],
): Promise<ReturnFacts[]> {
  return database.query<ReturnFacts>({
    text: `select r.id, ${RETURN_FACTS},
                  (select coalesce(json_agg(${storedReturn('t')} order by t.id desc), '[]')
                   from transactions t where t.refund_of = r.id) as returns
           from receipts r where r.id = any($1::uuid[])`,
    values: [ids],
  });
}

/** The payment that a return sends back, as it is stored. */
export interface ReturnedPayment {
  readonly operator: Operator;
  readonly payer: string | null;
  readonly amountXaf: number | null;
  readonly returnedBy: string | null;
}

export async function lockReturnedPayment(
  connection: Queryable,
  id: string,
): Promise<ReturnedPayment | null> {
  const [row] = await connection.query<ReturnedPayment>({
    text: `select operator, payer_msisdn as payer, amount_xaf as "amountXaf",
                  returned_by as "returnedBy"
           from receipts where id = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

/** Sets aside a payment that the caller has locked, as long as its return has not failed. */
export async function markReturned(
  connection: Queryable,
  { id, returnedBy }: { readonly id: string; readonly returnedBy: string },
): Promise<void> {
  await connection.query({
    text: `update receipts set state = 'dismissed', dismissed_as = 'returned', returned_by = $2
           where id = $1`,
    values: [id, returnedBy],
  });
}
