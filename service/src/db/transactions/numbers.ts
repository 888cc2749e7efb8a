import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';

/** The transactions of a number that were made in the last days; longer than anything reaches. */
export const FROM_RECENT_NUMBER =
  'from recent_numbers n join transactions t on t.id = n.transaction_id';

/** The ids of all transactions of a number, as a table. */
export function idsOfNumber(parameter: string): string {
  return `(select transaction_id from recent_numbers where msisdn = ${parameter}
           union select transaction_id from old_numbers where msisdn = ${parameter})`;
}

/**
 * Files the numbers of transactions before an id with the old ones, in the order of their index,
 * and returns how many there were.
 */
export async function moveToOldNumbers(
  database: Queryable,
  wanted: { readonly before: string; readonly limit: number },
): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: `with due as (
             select msisdn, transaction_id from recent_numbers
             where transaction_id < $1::uuid
             limit $2
             for update skip locked
           ), gone as (
             delete from recent_numbers r using due
             where r.msisdn = due.msisdn and r.transaction_id = due.transaction_id
           ), filed as (
             insert into old_numbers (msisdn, transaction_id)
             select msisdn, transaction_id from due order by 1, 2
           )
           select count(*) from due`,
    values: [wanted.before, wanted.limit],
  });
  return row?.count ?? 0;
}

export interface PhonePayment extends Transaction {
  /** The number or code of the line that a deposit goes to. */
  readonly line: string;
}

/** The last payments of a number in one application. */
export async function listPhonePayments(
  database: Queryable,
  { applicationId, msisdn }: { readonly applicationId: string; readonly msisdn: string },
): Promise<readonly PhonePayment[]> {
  const rows = await database.query<TransactionRow & { readonly line: string | null }>({
    name: 'list-phone-payments',
    text: `select ${TRANSACTION_COLUMNS}, c.merchant_number as line
           ${FROM_RECENT_NUMBER} left join channels c on c.id = t.channel_id
           where n.msisdn = $1 and t.application_id = $2
           order by t.id desc
           limit 20`,
    values: [msisdn, applicationId],
  });
  return rows.map((row) => ({ ...toTransaction(row), line: row.line ?? '' }));
}
