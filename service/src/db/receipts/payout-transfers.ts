import { DENIALS } from '../../domain/lines/sim-job.ts';
import {
  CLOCKS_DIFFER_MS,
  PAYOUT_REPORTED_WITHIN_MS,
  type PossiblePayout,
} from '../../domain/receipts/reported-move.ts';
import { isSameWallet } from '../books/accounts.ts';
import type { Queryable } from '../client.ts';
import { interval } from '../clock.ts';
import { unseen } from '../rows.ts';
import { idsOfNumber } from '../transactions/numbers.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';
import type { TimedTransaction } from '../transactions/transactions.ts';

// Money out that believed texts and statements report, and the payouts that it was.

/** Money out, as it is reported. */
export interface MoneyOut {
  readonly operator: string;
  readonly operatorTxId: string;
  /** `null` if the report does not say who got it. */
  readonly payee: string | null;
  readonly amountXaf: number;
  readonly operatorTime: Date | null;
  /** The account that it left. */
  readonly wallet: string;
}

const CLOCKS_DIFFER = interval(CLOCKS_DIFFER_MS);
const REPORTED_WITHIN = interval(PAYOUT_REPORTED_WITHIN_MS);

/**
 * When a payout was sent: also one that only the list outside the database knows as sent, or that
 * staff called paid, which was sent at some time.
 */
const SENT_AT = `coalesce(s.sent_at, (select l.sent_at from lost_sends l
                                      where l.transaction_id = t.id limit 1),
                          case when t.state = 'succeeded' then t.created_at end)`;

/** Whether the request `s`, or its SIM job `j`, pays from a wallet, or is not known to pay. */
function isPaidFrom(wallet: string): string {
  return isSameWallet(`coalesce(j.operator || ':' || j.line, s.wallet, ${wallet})`, wallet);
}

/**
 * Locks the payouts that money out may be: those with its id, and those of its number and amount
 * without one that the same wallet pays, from sending until `PAYOUT_REPORTED_WITHIN_MS` after
 * their end, however old their number is. In the order of ids, so that two readers never wait for
 * each other.
 */
export function lockPossiblePayouts(
  connection: Queryable,
  { operator, operatorTxId, payee, amountXaf, operatorTime, wallet }: MoneyOut,
): Promise<Omit<PossiblePayout, 'isTaken'>[]> {
  return connection.query<Omit<PossiblePayout, 'isTaken'>>({
    name: 'lock-possible-payouts',
    text: `with possible as materialized (
             select transaction_id as id from operator_ids
             where operator_tx_id = $2 and operator = $1 and not is_deposit
             union
             select s.transaction_id from sim_jobs j
             join submissions s on s.reference = j.reference
             where j.operator = $1 and j.operator_tx_id = $2
             union
             select transaction_id from ${idsOfNumber('$3')} n
           )
           select t.id, t.state, t.state_updated_at as "endedAt",
                  coalesce(t.provider_tx_id = $2 or j.operator_tx_id = $2, false) as "isNamed"
           from possible
           join transactions t on t.id = possible.id
           left join submissions s on s.transaction_id = t.id
           left join sim_jobs j on j.reference = s.reference
           where t.operator = $1 and t.direction = 'withdrawal'
             and (t.provider_tx_id = $2 or j.operator_tx_id = $2
                  or (t.amount_xaf = $4 and t.provider_tx_id is null and j.operator_tx_id is null
                      and ${isPaidFrom('$6')}
                      and ${SENT_AT} <= coalesce($5, app_now()) + ${CLOCKS_DIFFER}
                      and (t.state not in ('succeeded', 'failed')
                           or t.state_updated_at > coalesce($5, app_now()) - ${REPORTED_WITHIN})))
           order by t.id
           for update of t`,
    values: [operator, operatorTxId, payee, amountXaf, operatorTime, wallet],
  });
}

/** Those of some locked payouts that reported money out is taken for. */
export async function listTransferred(
  connection: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ readonly id: string }>({
    name: 'list-transferred',
    text: `select transaction_id as id from payout_transfers
           where transaction_id = any(${unseen(1, 'uuid[]')})`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface StoredTransfer {
  readonly operator: string;
  readonly operatorTxId: string;
  readonly wallet: string;
  readonly smsId: string | null;
  readonly operatorTime: Date | null;
}

/** Takes reported money out for a payout. */
export async function insertTransfer(
  connection: Queryable,
  { transactionId, ...transfer }: StoredTransfer & { readonly transactionId: string },
): Promise<void> {
  const { operator, operatorTxId, wallet, smsId, operatorTime } = transfer;
  await connection.query({
    name: 'insert-payout-transfer',
    text: `insert into payout_transfers (operator, operator_tx_id, transaction_id, wallet, sms_id,
                                         operator_time, seen_at)
           values ($1, $2, $3, $4, $5, $6, app_now())
           on conflict on constraint one_payout_per_transfer do nothing`,
    values: [operator, operatorTxId, transactionId, wallet, smsId, operatorTime],
  });
}

export async function isKnownTransfer(
  connection: Queryable,
  { operator, operatorTxId }: Pick<StoredTransfer, 'operator' | 'operatorTxId'>,
): Promise<boolean> {
  const rows = await connection.query({
    name: 'is-known-transfer',
    text: 'select from payout_transfers where operator = $1 and operator_tx_id = $2',
    values: [operator, operatorTxId],
  });
  return rows.length > 0;
}

/**
 * The transfers `p` that a payout `t` can no longer explain, now that it failed or has the id of
 * another one, and that of its own id, if it was taken for another payout.
 */
const LOOSE = `((p.transaction_id = t.id
                 and (t.state = 'failed' or p.operator_tx_id <> t.provider_tx_id))
                or (p.operator = t.operator and p.operator_tx_id = t.provider_tx_id
                    and p.transaction_id <> t.id))
               and not exists (select from given_back g where g.operator = p.operator
                                 and g.operator_tx_id = p.operator_tx_id)`;

export async function hasLooseTransfers(database: Queryable, payoutId: string): Promise<boolean> {
  const rows = await database.query({
    name: 'has-loose-transfers',
    text: `select from transactions t join payout_transfers p on ${LOOSE} where t.id = $1 limit 1`,
    values: [payoutId],
  });
  return rows.length > 0;
}

/** Its own comes first: then the payout that had it is free for another one. */
export function removeLooseTransfers(
  connection: Queryable,
  payoutId: string,
): Promise<StoredTransfer[]> {
  return connection.query<StoredTransfer>({
    name: 'remove-loose-transfers',
    text: `with gone as (
             delete from payout_transfers p using transactions t
             where t.id = $1 and ${LOOSE}
             returning p.*, p.operator_tx_id = t.provider_tx_id as is_own)
           select operator, operator_tx_id as "operatorTxId", wallet, sms_id as "smsId",
                  operator_time as "operatorTime"
           from gone order by is_own desc nulls last, seen_at`,
    values: [payoutId],
  });
}

/** Reported money out that may be a given payout. */
export interface PayoutEvidence {
  readonly operatorTxId: string;
  readonly wallet: string;
  readonly smsId: string | null;
  readonly at: Date;
}

/**
 * The reports that a payout was paid, oldest first: of its own transfer, and of those that are
 * taken for another payout of its number and amount without an id but may be its own as well.
 */
export function listPayoutEvidence(
  database: Queryable,
  payout: { readonly id: string; readonly msisdn: string },
): Promise<PayoutEvidence[]> {
  return database.query<PayoutEvidence>({
    text: `select p.operator_tx_id as "operatorTxId", p.wallet, p.sms_id as "smsId",
                  p.seen_at as at
           from (select $1::uuid as id
                 union select transaction_id from ${idsOfNumber('$2')} n) possible
           join payout_transfers p on p.transaction_id = possible.id
           join transactions o on o.id = possible.id
           join transactions t on t.id = $1
           left join submissions s on s.transaction_id = t.id
           left join sim_jobs j on j.reference = s.reference
           where o.direction = 'withdrawal'
             and (o.id = t.id
                  or (o.operator = t.operator and o.amount_xaf = t.amount_xaf
                      and ${isPaidFrom('p.wallet')}
                      and o.state <> 'failed'
                      and num_nonnulls(o.provider_tx_id, t.provider_tx_id) = 0
                      and coalesce(p.operator_time, p.seen_at) >= ${SENT_AT} - ${CLOCKS_DIFFER}))
           order by p.seen_at, p.operator_tx_id
           limit 20`,
    values: [payout.id, payout.msisdn],
  });
}

interface SimPayout extends TimedTransaction {
  /** The screens of the SIM said that no money moved. */
  readonly isDenied: boolean;
}

/** Locks the payout whose transfer a text has named, so that no other process settles it. */
export async function lockSimPayout(
  connection: Queryable,
  transfer: { readonly operator: string; readonly operatorTxId: string },
): Promise<SimPayout | null> {
  const [row] = await connection.query<
    TransactionRow & { readonly now: Date; readonly isDenied: boolean }
  >({
    name: 'lock-sim-payout',
    text: `select ${TRANSACTION_COLUMNS}, app_now() as now,
                  coalesce(j.outcome = any($3::text[]), false) as "isDenied"
           from sim_jobs j
           join submissions s on s.reference = j.reference
           join transactions t on t.id = s.transaction_id
           where j.operator = $1 and j.operator_tx_id = $2
           for update of t`,
    values: [transfer.operator, transfer.operatorTxId, DENIALS],
  });
  if (row === undefined) return null;
  return { transaction: toTransaction(row), now: row.now, isDenied: row.isDenied };
}
