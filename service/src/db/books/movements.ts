import type { RuleName } from '../../domain/books/rules.ts';
import type { ReasonCode } from '../../domain/payment-kinds.ts';
import type { Queryable } from '../client.ts';

export interface Movement {
  readonly cause: string;
  readonly rule: RuleName;
  /** Positive if we owe the application more. */
  readonly changeXaf: number;
  readonly bookedAt: Date;
  readonly valueAt: Date;
  readonly reference: string | null;
  readonly operatorTxId: string | null;
  /** Only of a payout that came back: movements of days that are over stay as they are. */
  readonly reasonCode: ReasonCode | null;
  /** The deposit that the payout gives back. */
  readonly refundOf: string | null;
}

/** The movement after which a page begins. */
export interface MovementPosition {
  readonly bookedAt: string;
  readonly cause: string;
  readonly rule: string;
}

/** Days of Douala, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** What changed what we owe an application, in the order in which it was booked. */
export function listMovements(
  database: Queryable,
  applicationId: string,
  page: Days & { readonly after: MovementPosition | null; readonly limit: number },
): Promise<Movement[]> {
  const { from, to, after, limit } = page;
  return database.query<Movement>({
    name: 'list-movements',
    text: `with account as materialized (
             select id from book_accounts where name = 'application ' || $1)
           select e.cause, e.rule,
                  (case when e.credit = a.id then e.amount_cents else - e.amount_cents end / 100)
                    ::float8 as "changeXaf",
                  e.booked_at as "bookedAt", e.value_at as "valueAt",
                  coalesce(t.reference, case when e.cause like 'settlement:%'
                                             then substr(e.cause, 49) end) as reference,
                  t.provider_tx_id as "operatorTxId",
                  case when e.rule = 'payout_failed' then coalesce(t.reason_code, 'unknown') end
                    as "reasonCode",
                  t.refund_of as "refundOf"
           from book_entries e
           join account a on a.id in (e.debit, e.credit)
           left join transactions t
             on t.id = case when e.cause like 'transaction:%' then substr(e.cause, 13)::uuid end
           where e.booked_at >= $2::date::timestamp at time zone 'Africa/Douala'
             and e.booked_at < ($3::date + 1)::timestamp at time zone 'Africa/Douala'
             and ($4::timestamptz is null
                  or (e.booked_at >= $4::timestamptz
                      and (e.booked_at, e.cause, e.rule) > ($4::timestamptz, $5, $6)))
           order by e.booked_at, e.cause, e.rule
           limit $7`,
    values: [
      applicationId,
      from,
      to,
      after?.bookedAt ?? null,
      after?.cause ?? null,
      after?.rule ?? null,
      limit,
    ],
  });
}

/** What we owed an application before the first of some days, and after the last. */
export async function findOwed(
  database: Queryable,
  applicationId: string,
  { from, to }: Days,
): Promise<{ readonly beforeXaf: number; readonly afterXaf: number }> {
  const [row] = await database.query<{ readonly beforeXaf: number; readonly afterXaf: number }>({
    name: 'find-owed',
    text: `with account as materialized (
             select id from book_accounts where name = 'application ' || $1
           ), change as (
             select day, credit_cents - debit_cents as cents
             from book_totals where account = (select id from account)
             union all
             select (e.booked_at at time zone 'Africa/Douala')::date,
                    case when e.credit = a.id then e.amount_cents else - e.amount_cents end
             from book_entries e join account a on a.id in (e.debit, e.credit)
             where e.xact >= (select rolled_to from books)
           )
           select coalesce(sum(cents) filter (where day < $2::date), 0)::float8 / 100
                    as "beforeXaf",
                  coalesce(sum(cents) filter (where day <= $3::date), 0)::float8 / 100 as "afterXaf"
           from change`,
    values: [applicationId, from, to],
  });
  return row ?? { beforeXaf: 0, afterXaf: 0 };
}

/** The first payment to us that was booked in a time, by its cause. */
export async function findPaymentBetween(
  connection: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<string | null> {
  const [row] = await connection.query<{ readonly cause: string }>({
    text: `select cause from book_entries
           where rule = 'payment_in' and booked_at >= $1 and booked_at <= $2
           order by booked_at, cause limit 1`,
    values: [from, until],
  });
  return row?.cause ?? null;
}
