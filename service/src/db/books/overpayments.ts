import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { Queryable } from '../client.ts';
import { isBookedAs, transactionOf } from './entries.ts';

/** What was paid above the amount of a deposit: it is owed to the payer. */
export interface Overpayment {
  readonly amountXaf: number;
  /** All of it, or nothing once it has gone back. */
  readonly owedXaf: number;
  /** A balance, the provider or a line of a statement proves each payment of the deposit. */
  readonly isProven: boolean;
  /** The operator took one of the payments back. */
  readonly isTakenBack: boolean;
}

/** `null` if nothing was overpaid. */
export async function findOverpayment(
  database: Queryable,
  depositId: string,
): Promise<Overpayment | null> {
  const [row] = await database.query<Overpayment>({
    text: `select ${OVERPAYMENT} from ${OVERPAID} and e.cause = 'transaction:' || $1::uuid`,
    values: [depositId],
  });
  return row ?? null;
}

/**
 * The entry `e` of each overpaid deposit `t`, with what its payments prove (`f`) and what the books
 * still owe (`b`). Only what a query takes of these is read.
 */
export const OVERPAID = `book_entries e
  join transactions t on t.id = ${transactionOf('e.cause')}
  join applications a on a.id = t.application_id
  cross join lateral (
    select coalesce(bool_and(p.is_trusted and ${isBookedAs('p.cause', 'payment_in')}), false)
             as proven,
           coalesce(bool_or(${isBookedAs('p.cause', 'payment_reversed')}
                            and not ${isBookedAs('p.cause', 'dispute_returned')}), false) as taken
    from (select r.is_trusted, 'payment:' || r.operator || ':' || r.operator_tx_id as cause
          from receipt_uses u join receipts r on r.id = u.receipt_id
          where u.transaction_id = t.id offset 0) p) f
  cross join lateral (
    select e.amount_cents
           - coalesce((select g.amount_cents from book_entries g
                       where g.cause = e.cause and g.rule = 'overpayment_given_back'), 0)
           - coalesce((select sum(case s.rule when 'overpayment_sent' then s.amount_cents
                                              else - s.amount_cents end)
                       from transactions w
                       join book_entries s on s.cause = 'transaction:' || w.id
                        and s.rule in ('overpayment_sent', 'overpayment_failed')
                       where ${isReturnOf('w', 't.id')}), 0) as cents) b
  where e.rule = 'deposit_overpaid'`;

export const OVERPAYMENT = `(e.amount_cents / 100)::float8 as "amountXaf",
  case when f.taken or ${isBookedAs('e.cause', 'overpayment_given_back')} then 0
       else e.amount_cents / 100 end::float8 as "owedXaf",
  f.proven as "isProven", f.taken as "isTakenBack"`;

/** Whether the withdrawal sends back what was overpaid for the deposit. */
export function isReturnOf(withdrawal: string, depositId: string): string {
  return `${withdrawal}.refund_of = ${depositId}
    and ${withdrawal}.application_id = '${OWN_APPLICATIONS.overpayments.id}'`;
}

/**
 * Lets a text of money that left and a person's word that it was returned wait for each other,
 * until the database transaction ends: the later of the two finds the earlier one.
 */
export async function lockReturns(connection: Queryable, payee: string): Promise<void> {
  await connection.query({
    text: `select pg_advisory_xact_lock(hashtextextended('returns to ' || $1, 0))`,
    values: [payee],
  });
}

/** Whether a return of what was overpaid for the deposit `t` has left, and has not failed. */
export const OVERPAYMENT_HAS_LEFT = `exists (
  select from transactions w
  join book_entries s on s.cause = 'transaction:' || w.id and s.rule = 'overpayment_sent'
  where ${isReturnOf('w', 't.id')} and not ${isBookedAs('s.cause', 'overpayment_failed')})`;
