import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { FROM_RECENT_NUMBER } from '../transactions/numbers.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';

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
