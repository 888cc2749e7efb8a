import { ADJUSTABLE, type Adjustable } from '../../domain/books/posting.ts';
import type { ReportedEntry } from '../../domain/books/report.ts';
import type { RuleName } from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';
import { accountOf } from './accounts.ts';
import { feeOf, feeUnder, isTurnedRound, transactionOf, transfersFor } from './entries.ts';
import type { Days, MovementPosition } from './movements.ts';

export interface ReportedAccount {
  readonly kind: 'wallet' | 'application';
  /** The wallet, or the id of the application. */
  readonly key: string;
}

const ACCOUNT = `select a.id from book_accounts a where a.id = ${accountOf("$1 || ' ' || $2")}`;
const IN_DAYS = `e.booked_at >= $3::date::timestamp at time zone 'Africa/Douala'
  and e.booked_at < ($4::date + 1)::timestamp at time zone 'Africa/Douala'`;

/** What the money itself moved by: rows of a fee, and answers to other rows, repeat none. */
const HAVE_FEES = [
  'payment_in',
  'deposit_credited',
  'payout_sent',
  'payout_succeeded',
  'failed_payout_paid',
  'left_for_own_wallet',
  'came_from_own_wallet',
  'topped_up',
  'moved_out',
] as const satisfies readonly RuleName[];

/** The fee beside the money that it was kept of, once: the column may be added up. */
const FEE_OF_ROW = `case
  when p.rule in ('unmatched_given_back', 'overpayment_given_back')
  then ${feeUnder(transfersFor('p.cause'))}
  when p.rule not in ('${HAVE_FEES.join("', '")}') or ${isTurnedRound('p.cause', 'p.rule')}
  then null
  when p.operator is not null then ${feeUnder('p.cause')}
  else ${feeOf('t')} end`;

/** Debits less credits before the first day, and how many entries; `null` without an account. */
export async function findReportStart(
  database: Queryable,
  { kind, key }: ReportedAccount,
  { from, to }: Days,
): Promise<{ readonly openingCents: bigint; readonly count: number } | null> {
  const [row] = await database.query<{
    readonly id: number | null;
    readonly cents: string;
    readonly count: number;
  }>({
    text: `with account as materialized (${ACCOUNT})
           select (select id from account) as id,
                  (select count(*)::int from book_entries e join account a
                     on a.id in (e.debit, e.credit) where ${IN_DAYS}) as count,
                  (coalesce((select sum(t.debit_cents - t.credit_cents) from book_totals t
                             where t.account = (select id from account) and t.day < $3::date), 0)
                   + coalesce((select sum(case when e.debit = a.id then e.amount_cents
                                               else - e.amount_cents end)
                               from book_entries e join account a on a.id in (e.debit, e.credit)
                               where e.xact >= (select rolled_to from books)
                                 and e.booked_at
                                     < $3::date::timestamp at time zone 'Africa/Douala'), 0)
                  )::text as cents`,
    values: [kind, key, from, to],
  });
  if (row === undefined || row.id === null) return null;
  return { openingCents: BigInt(row.cents), count: row.count };
}

/** A page of the entries of an account, in the order in which they were booked. */
export function listReportedEntries(
  database: Queryable,
  { kind, key }: ReportedAccount,
  page: Days & { readonly after: MovementPosition | null; readonly limit: number },
): Promise<ReportedEntry[]> {
  const { from, to, after, limit } = page;
  return database.query<ReportedEntry>({
    text: `with account as materialized (${ACCOUNT}), page as materialized (
             select e.*, case when e.debit = a.id then e.amount_cents else - e.amount_cents end
                      as cents,
                    case when e.debit = a.id then e.credit else e.debit end as other,
                    case when e.cause like 'payment:%' then split_part(e.cause, ':', 2) end
                      as operator,
                    substr(e.cause, length('payment:' || split_part(e.cause, ':', 2)) + 2) as name
             from book_entries e join account a on a.id in (e.debit, e.credit)
             where ${IN_DAYS}
               and ($5::timestamptz is null
                    or (e.booked_at >= $5::timestamptz
                        and (e.booked_at, e.cause, e.rule) > ($5::timestamptz, $6, $7)))
             order by e.booked_at, e.cause, e.rule limit $8
           )
           select p.booked_at as "bookedAt", p.value_at as "valueAt", p.rule, p.cause,
                  p.cents::text as cents, o.name as "otherAccount",
                  coalesce(case when p.operator is not null then p.name end, t.provider_tx_id)
                    as "operatorTxId",
                  t.id as "transactionId", t.reference, a.name as application, t.direction,
                  t.state, t.player_id as "playerId", t.created_at as "createdAt",
                  case when t.state in ('succeeded', 'failed', 'expired', 'rejected', 'cancelled')
                       then t.state_updated_at end as "settledAt",
                  (${FEE_OF_ROW})::text as "feeCents",
                  (select string_agg(who, ', ' order by who)
                   from (select s.name || ' <' || s.email || '>' as who from agreements y
                         join staff s on s.id = y.said_by
                         where y.subject = t.id::text and y.act in ('approve', 'confirm')
                         union
                         select h.actor from transitions h
                         where h.transaction_id = t.id
                           and h.trigger in ('approved', 'approved_anew', 'staff_confirmed',
                                             'staff_completed')) deciders) as "approvedBy"
           from page p
           join book_accounts o on o.id = p.other
           left join transactions t on t.id = case
             when p.cause like 'transaction:%' then ${transactionOf('p.cause')}
             when p.operator is not null then coalesce(
               (select u.transaction_id from receipts r
                join receipt_uses u on u.receipt_id = r.id
                where r.operator = p.operator and r.operator_tx_id = p.name),
               (select n.transaction_id from operator_ids n
                where n.operator_tx_id = p.name and n.operator = p.operator
                order by n.transaction_id limit 1)) end
           left join applications a on a.id = t.application_id
           order by p.booked_at, p.cause, p.rule`,
    values: [
      kind,
      key,
      from,
      to,
      after?.bookedAt ?? null,
      after?.cause ?? null,
      after?.rule ?? null,
      limit,
    ],
  });
}

/** Every account that two people may correct, by the name that people know and as the books do. */
export function listAdjustable(
  database: Queryable,
): Promise<{ readonly kind: Adjustable; readonly name: string; readonly account: string }[]> {
  return database.query({
    text: `select a.kind, coalesce(p.name, a.key) as name,
                  a.kind || case a.key when '' then '' else ':' || a.key end as account
           from book_accounts a
           left join applications p on a.kind = 'application' and p.id::text = a.key
           where a.kind = any($1::text[]) and a.same_as is null
           order by array_position($1::text[], a.kind), name`,
    values: [ADJUSTABLE],
  });
}
