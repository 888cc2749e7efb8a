import type { RuleName } from '../../domain/books/rules.ts';
import type { Queryable } from '../client.ts';

export interface TransactionEntry {
  readonly rule: RuleName;
  readonly debit: string;
  readonly credit: string;
  readonly cents: string;
  readonly bookedAt: Date;
  readonly valueAt: Date;
}

/** What is in the books about a transaction and about the operator's payments that it was. */
export function listTransactionEntries(
  database: Queryable,
  transactionId: string,
): Promise<TransactionEntry[]> {
  return database.query<TransactionEntry>({
    text: `with cause as (
             select 'transaction:' || $1::uuid as name
             union
             select 'payment:' || n.operator || ':' || n.operator_tx_id
             from operator_ids n where n.transaction_id = $1::uuid
             union
             select 'payment:' || r.operator || ':' || r.operator_tx_id
             from receipt_uses u join receipts r on r.id = u.receipt_id
             where u.transaction_id = $1::uuid
           )
           select e.rule, trim(d.name) as debit, trim(c.name) as credit,
                  e.amount_cents::text as cents, e.booked_at as "bookedAt", e.value_at as "valueAt"
           from cause join book_entries e on e.cause = cause.name
           join book_accounts d on d.id = e.debit
           join book_accounts c on c.id = e.credit
           order by e.booked_at, e.cause, e.rule`,
    values: [transactionId],
  });
}
