import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { FROM_RECENT_NUMBER } from '../transactions/numbers.ts';

// What money that left a line may have been.

interface SentMoney {
  readonly payee: string;
  readonly operator: Operator;
  readonly amountXaf: number;
}

/** The one payout of this number and amount that has no id of the operator yet. */
export async function findNamelessPayout(
  connection: Queryable,
  sent: SentMoney,
): Promise<string | null> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select t.id ${FROM_RECENT_NUMBER}
           where n.msisdn = $1 and operator = $2 and amount_xaf = $3 and direction = 'withdrawal'
             and state = 'succeeded' and provider_tx_id is null
             and state_updated_at > app_now() - interval '24 hours'
           limit 2`,
    values: [sent.payee, sent.operator, sent.amountXaf],
  });
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Whether a payout has this id of the operator, or is under way with this number and amount. */
export async function isOfPayout(
  connection: Queryable,
  sent: Omit<SentMoney, 'payee'> & { readonly payee: string | null; readonly operatorTxId: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `select from operator_ids
           where operator_tx_id = $2 and operator = $1 and not is_deposit
           union all
           select ${FROM_RECENT_NUMBER}
           where n.msisdn = $3 and operator = $1 and amount_xaf = $4 and direction = 'withdrawal'
             and state in ('provider_submitted', 'requires_manual_resolution')
           limit 1`,
    values: [sent.operator, sent.operatorTxId, sent.payee, sent.amountXaf],
  });
  return rows.length > 0;
}

/** The oldest payment that staff gave back to this payer and that no text has confirmed yet. */
export async function findReturned(connection: Queryable, sent: SentMoney): Promise<string | null> {
  const [row] = await connection.query<{ readonly operatorTxId: string }>({
    text: `select r.operator_tx_id as "operatorTxId" from receipts r
           where r.payer_msisdn = $1 and r.operator = $2 and r.amount_xaf = $3
             and r.state = 'dismissed' and r.reason like '%"returned_to_payer"%'
             and not exists (
               select from book_entries e
               where e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
                 and e.rule = 'unmatched_given_back')
           order by r.id limit 1`,
    values: [sent.payee, sent.operator, sent.amountXaf],
  });
  return row?.operatorTxId ?? null;
}
