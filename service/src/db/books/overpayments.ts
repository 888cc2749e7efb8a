import { OWN_APPLICATIONS } from '../../domain/access/own-application.ts';
import type { RuleName } from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';

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
    text: `with payments as materialized (
             select r.is_trusted, 'payment:' || r.operator || ':' || r.operator_tx_id as cause
             from receipt_uses u join receipts r on r.id = u.receipt_id
             where u.transaction_id = $1
           ), facts as (
             select coalesce(bool_and(p.is_trusted and ${hasEntry('p', 'payment_in')}), false)
                      as proven,
                    coalesce(bool_or(${hasEntry('p', 'payment_reversed')}
                                     and not ${hasEntry('p', 'dispute_returned')}), false) as taken
             from payments p
           )
           select (e.amount_cents / 100)::float8 as "amountXaf",
                  case when f.taken or ${hasEntry('e', 'overpayment_given_back')} then 0
                       else e.amount_cents / 100 end::float8 as "owedXaf",
                  f.proven as "isProven", f.taken as "isTakenBack"
           from book_entries e, facts f
           where e.cause = 'transaction:' || $1::uuid and e.rule = 'deposit_overpaid'`,
    values: [depositId],
  });
  return row ?? null;
}

function hasEntry(row: 'p' | 'e', rule: RuleName): string {
  return `exists (select from book_entries b where b.cause = ${row}.cause and b.rule = '${rule}')`;
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
  where w.refund_of = t.id and w.application_id = '${OWN_APPLICATIONS.overpayments.id}'
    and not exists (select from book_entries f
                    where f.cause = s.cause and f.rule = 'overpayment_failed'))`;
