import type { EarlierPayouts, PayoutMark } from '../../domain/transactions/payment-limits.ts';
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

/** Prompts to a number that the player has not answered and whose time is not over. */
export async function countOpenPrompts(connection: Queryable, msisdn: string): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>({
    name: 'count-open-prompts',
    text: `select count(*) ${FROM_RECENT_NUMBER}
           where n.msisdn = $1 and t.collection_mode = 'merchant_initiated'
             and t.state in ('pending', 'provider_acknowledged') and t.expires_at > app_now()`,
    values: [msisdn],
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
    text: 'select mark from payout_marks where transaction_id = $1 order by mark',
    values: [transactionId],
  });
  return rows.map(({ mark }) => mark);
}
