import { randomUUIDv7 } from 'node:crypto';
import type { Operator } from '../../domain/operators/operator.ts';
import { type Remark, readRemark, writeRemark } from '../../domain/remarks/remark.ts';
import type { Queryable } from '../client.ts';

/** Money that arrived, as reported by a text. */
export interface StoredReceipt {
  readonly id: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly payer: string;
  readonly line: string;
  readonly amountXaf: number;
  /** When the operator took it, as its text or its id says. */
  readonly operatorTime: Date | null;
  readonly state: 'unmatched' | 'used' | 'dismissed';
  readonly isTrusted: boolean;
  /** Nothing speaks against it but the balances of its line. */
  readonly waitsForLine: boolean;
  /** What the operator kept of it. */
  readonly feeCents: number | null;
}

export interface NewReceipt extends Omit<StoredReceipt, 'id' | 'state'> {
  readonly smsId: string | null;
  readonly payerName: string | null;
  readonly balanceCents: number | null;
  readonly score: number;
  readonly doubts: readonly Remark[];
  readonly reason: Remark;
}

const RECEIPT = `id, operator, operator_tx_id as "operatorTxId", payer_msisdn as payer, line,
  amount_xaf as "amountXaf", operator_time as "operatorTime", state, is_trusted as "isTrusted",
  waits_for_line as "waitsForLine", fee_cents as "feeCents"`;

/** Null: the operator's transaction is known already, so this is the same money again. */
export async function insertReceipt(
  connection: Queryable,
  receipt: NewReceipt,
): Promise<StoredReceipt | null> {
  const [row] = await connection.query<StoredReceipt>({
    name: 'insert-receipt',
    text: `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                 received_at, state, reason, created_at, sms_id, payer_name,
                                 operator_time, fee_cents, balance_cents, is_trusted, score,
                                 doubts, waits_for_line)
           values ($1, $2, $3, $4, $5, $6, app_now(), 'unmatched', $7, app_now(), $8, $9, $10, $11,
                   $12, $13, $14, $15, $16)
           on conflict on constraint one_receipt_per_operator_transaction do nothing
           returning ${RECEIPT}`,
    values: [
      randomUUIDv7(),
      receipt.operator,
      receipt.operatorTxId,
      receipt.payer,
      receipt.line,
      receipt.amountXaf,
      writeRemark(receipt.reason),
      receipt.smsId,
      receipt.payerName,
      receipt.operatorTime,
      receipt.feeCents,
      receipt.balanceCents,
      receipt.isTrusted,
      receipt.score,
      receipt.doubts.map(writeRemark),
      receipt.waitsForLine,
    ],
  });
  return row ?? null;
}

/** The text that reported a payment; null when it is known in another way. */
export async function findReceiptSource(
  connection: Queryable,
  id: string,
): Promise<{ readonly line: string; readonly smsId: string } | null> {
  const [row] = await connection.query<{ readonly line: string; readonly smsId: string }>({
    text: `select line, sms_id as "smsId" from receipts where id = $1 and sms_id is not null`,
    values: [id],
  });
  return row ?? null;
}

/** Locks the receipt of an operator's transaction. */
export async function lockReceiptOf(
  connection: Queryable,
  { operator, operatorTxId }: Pick<StoredReceipt, 'operator' | 'operatorTxId'>,
): Promise<StoredReceipt | null> {
  const [row] = await connection.query<StoredReceipt>({
    name: 'lock-receipt-of',
    text: `select ${RECEIPT} from receipts where operator = $1 and operator_tx_id = $2 for update`,
    values: [operator, operatorTxId],
  });
  return row ?? null;
}

/** Locks the receipts of texts that are believed now, and ends their waiting. */
export function claimWaitingReceipts(
  connection: Queryable,
  smsIds: readonly string[],
): Promise<StoredReceipt[]> {
  return connection.query<StoredReceipt>({
    name: 'claim-waiting-receipts',
    text: `update receipts set waits_for_line = false, is_trusted = true
           where sms_id = any($1::uuid[]) and not is_trusted and state = 'unmatched'
             -- Two texts that are both believed and tell differently are for a person.
             and not exists (
               select from rival_texts v join balance_steps s on s.sms_id = v.sms_id
               where v.receipt_id = receipts.id and v.sms_id <> receipts.sms_id
                 and s.state = 'believed')
           returning ${RECEIPT}`,
    values: [smsIds],
  });
}

/** A true text about money that only a doubtful one had reported: its facts replace those. */
export async function confirmReceipt(
  connection: Queryable,
  id: string,
  facts: NewReceipt,
): Promise<StoredReceipt | null> {
  const [row] = await connection.query<StoredReceipt>({
    text: `update receipts
           set payer_msisdn = $2, line = $3, amount_xaf = $4, sms_id = $5, payer_name = $6,
               operator_time = $7, fee_cents = $8, balance_cents = $9, is_trusted = $10,
               score = $11, doubts = $12, reason = $13, waits_for_line = $14
           where id = $1 and state = 'unmatched'
           returning ${RECEIPT}`,
    values: [
      id,
      facts.payer,
      facts.line,
      facts.amountXaf,
      facts.smsId,
      facts.payerName,
      facts.operatorTime,
      facts.feeCents,
      facts.balanceCents,
      facts.isTrusted,
      facts.score,
      facts.doubts.map(writeRemark),
      writeRemark(facts.reason),
      facts.waitsForLine,
    ],
  });
  return row ?? null;
}

export async function holdReceipt(
  connection: Queryable,
  { id, reason }: { readonly id: string; readonly reason: Remark },
): Promise<void> {
  await connection.query({
    name: 'hold-receipt',
    text: 'update receipts set reason = $2 where id = $1',
    values: [id, writeRemark(reason)],
  });
}

export interface UnusedReceipt extends StoredReceipt {
  readonly receivedAt: Date;
  /** Why it is held. */
  readonly reason: Remark;
}

/** Locks the unused payments of a number and amount since a moment. */
export async function lockUnusedReceipts(
  connection: Queryable,
  wanted: Pick<StoredReceipt, 'operator' | 'payer' | 'amountXaf'> & { readonly since: Date },
): Promise<UnusedReceipt[]> {
  const rows = await connection.query<Omit<UnusedReceipt, 'reason'> & { readonly reason: string }>({
    text: `select ${RECEIPT}, received_at as "receivedAt", reason from receipts
           where payer_msisdn = $1 and received_at >= $4 and operator = $2 and amount_xaf = $3
             and state = 'unmatched'
           order by id
           limit 100
           for update`,
    values: [wanted.payer, wanted.operator, wanted.amountXaf, wanted.since],
  });
  return rows.map((row) => ({ ...row, reason: readRemark(row.reason) }));
}

/**
 * Binds receipts to the one deposit that they paid. Whoever used them vouches for them: nothing
 * about their texts is in doubt any more. Returns them, since they belong into the books now: only
 * `bindPayments` calls this.
 */
export function bindReceipts(
  connection: Queryable,
  use: {
    readonly ids: readonly string[];
    readonly transactionId: string;
    readonly reason: Remark;
  },
): Promise<StoredReceipt[]> {
  return connection.query<StoredReceipt>({
    name: 'bind-receipts',
    text: `with used as (
             update receipts set state = 'used', reason = $3, is_trusted = true
             where id = any($1::uuid[]) returning ${RECEIPT}),
           use as (
             insert into receipt_uses (receipt_id, transaction_id, used_at)
             select id, $2, app_now() from used)
           select * from used`,
    values: [use.ids, use.transactionId, writeRemark(use.reason)],
  });
}
