import { firstIdAt } from '../../domain/uuid-time.ts';
import { isTurnedRound, lineOf } from '../books/entries.ts';
import { OVERPAYMENT_HAS_LEFT } from '../books/overpayments.ts';
import type { Queryable } from '../client.ts';
import { idsOfNumber } from '../transactions/numbers.ts';

// What money that moved without a player's payment may have been, if no payout.

interface SentMoney {
  readonly payee: string;
  readonly operator: string;
  readonly amountXaf: number;
}

/** Whether a number is one of our lines or merchant accounts. */
export async function isOwnNumber(connection: Queryable, number: string): Promise<boolean> {
  const rows = await connection.query({
    text: `select from gateway_sims where line = $1
           union all select from channels c where ${lineOf('c.merchant_number')} = $1 limit 1`,
    values: [number],
  });
  return rows.length > 0;
}

/**
 * The oldest deposit, however old, that this payer overpaid by this amount and that has not gone
 * back yet.
 */
export async function findOverpaid(
  connection: Queryable,
  { payee, operator, amountXaf }: SentMoney,
): Promise<string | null> {
  const [row] = await connection.query<{ readonly id: string }>({
    text: `select t.id from ${idsOfNumber('$1')} n join transactions t on t.id = n.transaction_id
           join book_entries e on e.cause = 'transaction:' || t.id and e.rule = 'deposit_overpaid'
           where t.operator = $2 and t.direction = 'deposit'
             and e.amount_cents = $3::bigint * 100
             and not exists (select from book_entries b
                             where b.cause = e.cause and b.rule = 'overpayment_given_back')
             and not ${OVERPAYMENT_HAS_LEFT}
           order by t.id limit 1`,
    values: [payee, operator, amountXaf],
  });
  return row?.id ?? null;
}

/** Makes readers of the same move wait for each other: a text, and a line of a statement. */
export async function lockMove(connection: Queryable, cause: string): Promise<void> {
  await connection.query({
    name: 'lock-move',
    text: `select pg_advisory_xact_lock(hashtextextended('move ' || $1, 0))`,
    values: [cause],
  });
}

/** The oldest payment that staff returned to this payer and that no text has confirmed yet. */
export async function findReturned(connection: Queryable, sent: SentMoney): Promise<string | null> {
  const [row] = await connection.query<{ readonly operatorTxId: string }>({
    text: `select r.operator_tx_id as "operatorTxId" from receipts r
           where r.payer_msisdn = $1 and r.operator = $2 and r.amount_xaf = $3
             and r.state = 'dismissed' and r.dismissed_as = 'returned' and r.returned_by is null
             and not exists (
               select from book_entries e
               where e.cause = 'payment:' || r.operator || ':' || r.operator_tx_id
                 and e.rule in ('unmatched_given_back', 'unmatched_taken_back'))
           order by r.id limit 1`,
    values: [sent.payee, sent.operator, sent.amountXaf],
  });
  return row?.operatorTxId ?? null;
}

/** A transfer that was booked as money moved outside. */
export interface TransferBack {
  readonly operatorTxId: string;
  readonly wallet: string;
  readonly at: Date;
}

/**
 * The oldest transfer of this amount since a moment that a text or a statement says went to this
 * number, and that nothing explains yet. A text of money that left names its id and its payee.
 */
export async function findTransferTo(
  connection: Queryable,
  { payee, operator, amountXaf, since }: SentMoney & { readonly since: Date },
): Promise<TransferBack | null> {
  const [row] = await connection.query<TransferBack>({
    text: `with reported as (
             select rtrim(word, '.') as id
             from sms_messages m, regexp_split_to_table(m.body, '[\\s,;:()]+') as word
             where m.state = 'sent' and m.id >= $5::uuid and m.operator = $2
               and position(right($1, 9) in m.body) > 0
             union
             select l.operator_tx_id from statement_lines l
             where l.operator = $2 and l.direction = 'out' and l.other = $1 and not l.is_failed
               and l.at >= $4
           )
           select reported.id as "operatorTxId", a.key as wallet, e.value_at as at
           from reported
           join book_entries e
             on e.cause = 'payment:' || $2 || ':' || reported.id and e.rule = 'moved_out'
           join book_accounts a on a.id = e.credit
           where e.amount_cents = $3::bigint * 100 and e.value_at >= $4
             and not ${isTurnedRound('e.cause', 'e.rule')}
           order by e.value_at, reported.id limit 1`,
    values: [payee, operator, amountXaf, since, firstIdAt(since)],
  });
  return row ?? null;
}

interface NamedMove {
  readonly operator: string;
  readonly operatorTxId: string;
}

/** Stores, once, the operator's id of returned money under the cause that it answers. */
export async function insertGivenBack(
  connection: Queryable,
  { operator, operatorTxId, cause }: NamedMove & { readonly cause: string },
): Promise<void> {
  await connection.query({
    text: `insert into given_back (operator, operator_tx_id, cause) values ($1, $2, $3)
           on conflict on constraint one_row_per_id do nothing`,
    values: [operator, operatorTxId, cause],
  });
}

/** The cause that returned money with this id answers, or `null`. */
export async function findAnsweredCause(
  connection: Queryable,
  { operator, operatorTxId }: NamedMove,
): Promise<string | null> {
  const [row] = await connection.query<{ readonly cause: string }>({
    text: 'select cause from given_back where operator = $1 and operator_tx_id = $2',
    values: [operator, operatorTxId],
  });
  return row?.cause ?? null;
}
