import { type Message, readMessage, writeMessage } from '../../domain/messages/message.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import type { DismissedAs } from '../../domain/receipts/dismissal.ts';
import { type OpenField, UNREAD_FIELDS } from '../../domain/receipts/open-payment.ts';
import type { SearchKeys } from '../../domain/transactions/search/search-text.ts';
import { JOIN_LINE_OF_DEPOSIT, LINE_OF_DEPOSIT } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { isOvertaken, type WaitingText, waitingTextOf } from '../lines/overtaken-text.ts';
import { idsOfNumber } from '../transactions/numbers.ts';
import { TRANSACTION_COLUMNS, type TransactionRow } from '../transactions/transaction-row.ts';
import { toNameQuery } from '../transactions/transaction-search.ts';

export interface ListedReceiptRow {
  readonly id: string;
  readonly operator: Operator;
  readonly operator_tx_id: string;
  readonly payer_msisdn: string;
  readonly payer_name: string | null;
  readonly line: string;
  readonly amount_xaf: number;
  readonly received_at: Date;
  readonly operator_time: Date | null;
  readonly state: 'unmatched' | 'used' | 'dismissed';
  /** What staff dismissed it as; `null` if release 0.2 did not ask. */
  readonly dismissed_as: DismissedAs | null;
  readonly reason: Message;
  readonly score: number;
  readonly doubts: readonly Message[];
  readonly is_trusted: boolean;
  readonly waits_for_line: boolean;
  /** It waits for its line, which went on without it. */
  readonly is_left_behind: boolean;
  readonly sms_text: string | null;
  /** The deposit that it paid. */
  readonly used_for: string | null;
  /** What its text left open: these fields are empty. */
  readonly open_fields: readonly OpenField[];
  /** The deposit that staff confirmed while its text was not believed. */
  readonly reserved_for: string | null;
  /** Texts with its id that report different payments, its own among them. */
  readonly rivals: readonly RivalText[];
}

export interface RivalText {
  readonly sms_id: string;
  readonly at: string;
  readonly amount_xaf: number;
  readonly payer_msisdn: string;
  readonly text: string;
  readonly is_believed: boolean;
}

interface StoredRow extends Omit<ListedReceiptRow, 'reason' | 'doubts' | 'is_left_behind'> {
  readonly reason: string;
  readonly doubts: readonly string[];
  readonly waiting: WaitingText | null;
}

function toListed({ reason, doubts, waiting, ...row }: StoredRow): ListedReceiptRow {
  return {
    ...row,
    reason: readMessage(reason),
    doubts: doubts.map(readMessage),
    is_left_behind: row.waits_for_line && isOvertaken(waiting),
  };
}

const OPEN_FIELDS_OF = `array_remove(array[${UNREAD_FIELDS.map(
  (field) => `case when r.${field} is null then '${field}' end`,
).join(', ')}], null)`;

/** As JavaScript writes a time. */
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

// A used or dismissed receipt no longer waits for its line, even if it did before.
const RECEIPT = `r.id, r.operator, coalesce(r.operator_tx_id, '') as operator_tx_id,
  coalesce(r.payer_msisdn, '') as payer_msisdn, r.payer_name, r.line,
  coalesce(r.amount_xaf, 0) as amount_xaf, ${OPEN_FIELDS_OF} as open_fields, r.received_at,
  r.operator_time, r.state, r.dismissed_as, r.reason, r.score, r.doubts,
  r.is_trusted, r.reserved_for, r.waits_for_line and r.state = 'unmatched' as waits_for_line,
  case when r.waits_for_line then ${waitingTextOf('r')} end as waiting,
  (select s.body from sms_messages s where s.id = r.sms_id) as sms_text,
  (select u.transaction_id from receipt_uses u where u.receipt_id = r.id) as used_for,
  (select coalesce(json_agg(json_build_object(
            'sms_id', v.sms_id, 'at', to_char(v.at at time zone 'utc', '${ISO}'),
            'amount_xaf', v.amount_xaf, 'payer_msisdn', v.payer_msisdn, 'text', m.body,
            'is_believed', exists (select from balance_steps s
                                   where s.sms_id = v.sms_id and s.state = 'believed'))
          order by m.at, m.id), '[]')
   from rival_texts v join sms_messages m on m.id = v.sms_id
   where v.receipt_id = r.id) as rivals`;

/** Locks the receipts, so that none is used twice. */
export async function lockReceipts(
  connection: Queryable,
  ids: readonly string[],
): Promise<ListedReceiptRow[]> {
  const rows = await connection.query<StoredRow>({
    text: `select ${RECEIPT} from receipts r where r.id = any($1::uuid[])
           order by r.id for update`,
    values: [ids],
  });
  return rows.map(toListed);
}

/**
 * Sets aside a receipt that the caller has locked; a forged one loses its trust. One that is bound
 * to a deposit stays bound, so that nothing else can use it.
 */
export async function markReceiptDismissed(
  connection: Queryable,
  {
    id,
    as,
    reason = null,
  }: { readonly id: string; readonly as: DismissedAs; readonly reason?: Message | null },
): Promise<void> {
  await connection.query({
    text: `update receipts set state = 'dismissed', dismissed_as = $2,
                               is_trusted = is_trusted and $2 <> 'forged',
                               reason = coalesce($3, reason)
           where id = $1`,
    values: [id, as, reason === null ? null : writeMessage(reason)],
  });
}

/** The receipts that paid a transaction, and unmatched ones of its number. */
export async function listReceiptsFor(
  database: Queryable,
  transaction: { readonly id: string; readonly msisdn: string },
): Promise<ListedReceiptRow[]> {
  const rows = await database.query<StoredRow>({
    text: `select ${RECEIPT} from receipts r
           where r.id in (select receipt_id from receipt_uses where transaction_id = $1)
              or (r.payer_msisdn = $2 and r.state = 'unmatched')
           order by r.received_at desc limit 50`,
    values: [transaction.id, transaction.msisdn],
  });
  return rows.map(toListed);
}

export async function listReceipts(
  database: Queryable,
  wanted: {
    readonly state: ListedReceiptRow['state'];
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<ListedReceiptRow[]> {
  const rows = await database.query<StoredRow>({
    text: `select ${RECEIPT} from receipts r
           where r.state = $1 and ($2::uuid is null or r.id > $2)
           order by r.id limit $3`,
    values: [wanted.state, wanted.after, wanted.limit],
  });
  return rows.map(toListed);
}

export async function findReceipt(
  database: Queryable,
  id: string,
): Promise<ListedReceiptRow | null> {
  const [row] = await database.query<StoredRow>({
    text: `select ${RECEIPT} from receipts r where r.id = $1`,
    values: [id],
  });
  return row === undefined ? null : toListed(row);
}

/** A search for an amount or the end of a number reads this many of the newest payments. */
const READ_RECEIPTS = 50_000;

/** By the paying number or its end, the operator's id, the payer's name or the amount, in any state. */
export async function listReceiptsBySearch(
  database: Queryable,
  search: SearchKeys,
  limit: number,
): Promise<ListedReceiptRow[]> {
  const rows = await database.query<StoredRow>({
    text: `select ${RECEIPT}
           from (select id from receipts where payer_msisdn = $1
                 union select id from receipts
                   where operator = any($4::text[]) and operator_tx_id in ($2, upper($2))
                 union (select id from receipts
                   where payer_name is not null and name_words(payer_name) @@ $5::tsquery
                   order by id desc limit $3)
                 union (select id
                   from (select id, amount_xaf, payer_msisdn from receipts
                         where num_nonnulls($6::bigint, $7::text, $8::text) > 0
                         order by id desc limit ${READ_RECEIPTS}) newest
                   where amount_xaf = $6 or right(payer_msisdn, length($7)) = $7
                      or (amount_xaf = $9::bigint and right(payer_msisdn, length($8)) = $8)
                   limit $3)) found
           join receipts r using (id)
           order by r.received_at desc, r.id desc limit $3`,
    values: [
      search.msisdn,
      search.text,
      limit,
      // The index of ids begins with the operator, so every operator is named.
      OPERATORS,
      search.name.length === 0 ? null : toNameQuery(search.name),
      search.amountXaf,
      search.lastDigits,
      search.digitsAndAmount?.lastDigits ?? null,
      search.digitsAndAmount?.amountXaf ?? null,
    ],
  });
  return rows.map(toListed);
}

/** A deposit that a payment may have been meant for. */
export interface CandidateRow extends TransactionRow {
  readonly application: string;
  readonly merchant_number: string;
}

/** Deposits of the paying number, from the days before the payment. */
export function listCandidates(
  database: Queryable,
  receipt: Pick<ListedReceiptRow, 'payer_msisdn' | 'received_at'>,
): Promise<CandidateRow[]> {
  return database.query<CandidateRow>({
    text: `select ${TRANSACTION_COLUMNS}, a.name as application,
                  coalesce(${LINE_OF_DEPOSIT}, '') as merchant_number
           from transactions t
           join applications a on a.id = t.application_id
           ${JOIN_LINE_OF_DEPOSIT}
           where t.id in ${idsOfNumber('$1')} and t.direction = 'deposit'
             and t.state in ('pending', 'expired', 'failed', 'requires_manual_resolution')
             and t.created_at > $2::timestamptz - interval '3 days'
           order by t.id desc limit 5`,
    values: [receipt.payer_msisdn, receipt.received_at],
  });
}
