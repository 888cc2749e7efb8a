import { randomUUIDv7 } from 'node:crypto';
import type { Operator } from '../../domain/operators/operator.ts';
import { type Remark, readRemark, writeRemark } from '../../domain/remarks/remark.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

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

/** An operator's transaction, which is known by its id. */
export type NamedPayment = Pick<StoredReceipt, 'operator' | 'operatorTxId'>;

/** What two reports of one payment have in common. */
export function nameOf({ operator, operatorTxId }: NamedPayment): string {
  return `${operator} ${operatorTxId}`;
}

export const NAMED_PAYMENTS = rowsWith<NamedPayment>({
  operator: ['text', ({ operator }) => operator],
  id: ['text', ({ operatorTxId }) => operatorTxId],
});

const NEW_RECEIPTS = rowsWith<NewReceipt & { readonly id: string | null }>({
  id: ['uuid', ({ id }) => id ?? randomUUIDv7()],
  operator: ['text', ({ operator }) => operator],
  operator_tx_id: ['text', ({ operatorTxId }) => operatorTxId],
  payer: ['text', ({ payer }) => payer],
  line: ['text', ({ line }) => line],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
  reason: ['text', ({ reason }) => writeRemark(reason)],
  sms_id: ['uuid', ({ smsId }) => smsId],
  payer_name: ['text', ({ payerName }) => payerName],
  operator_time: ['timestamptz', ({ operatorTime }) => operatorTime],
  fee_cents: ['bigint', ({ feeCents }) => feeCents],
  balance_cents: ['bigint', ({ balanceCents }) => balanceCents],
  is_trusted: ['boolean', ({ isTrusted }) => isTrusted],
  score: ['int', ({ score }) => score],
  // An array of arrays would have to be a rectangle.
  doubts: ['json', ({ doubts }) => JSON.stringify(doubts.map(writeRemark))],
  waits_for_line: ['boolean', ({ waitsForLine }) => waitsForLine],
});

const RECEIPT = `id, operator, operator_tx_id as "operatorTxId", payer_msisdn as payer, line,
  amount_xaf as "amountXaf", operator_time as "operatorTime", state, is_trusted as "isTrusted",
  waits_for_line as "waitsForLine", fee_cents as "feeCents"`;

/**
 * Stores payments, and returns by `nameOf` those that nobody has reported before: any other is the
 * same money again. With the id of a receipt that is known and not used yet, a payment gives it its
 * facts: only a doubtful text had reported it.
 */
export async function storeReceipts(
  connection: Queryable,
  batch: readonly (NewReceipt & { readonly id: string | null })[],
): Promise<ReadonlyMap<string, StoredReceipt>> {
  if (batch.length === 0) return new Map();
  const rows = await connection.query<StoredReceipt>({
    name: 'store-receipts',
    text: `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                 received_at, state, reason, created_at, sms_id, payer_name,
                                 operator_time, fee_cents, balance_cents, is_trusted, score,
                                 doubts, waits_for_line)
           select n.id, n.operator, n.operator_tx_id, n.payer, n.line, n.amount_xaf,
                  (select app_now()), 'unmatched', n.reason, (select app_now()), n.sms_id,
                  n.payer_name, n.operator_time, n.fee_cents, n.balance_cents, n.is_trusted,
                  n.score, array(select json_array_elements_text(n.doubts)), n.waits_for_line
           from ${NEW_RECEIPTS.unnest('n')}
           -- One order for every process, so that two of them never wait for each other.
           order by n.operator, n.operator_tx_id
           on conflict on constraint one_receipt_per_operator_transaction do update
             set payer_msisdn = excluded.payer_msisdn, line = excluded.line,
                 amount_xaf = excluded.amount_xaf, reason = excluded.reason,
                 sms_id = excluded.sms_id, payer_name = excluded.payer_name,
                 operator_time = excluded.operator_time, fee_cents = excluded.fee_cents,
                 balance_cents = excluded.balance_cents, is_trusted = excluded.is_trusted,
                 score = excluded.score, doubts = excluded.doubts,
                 waits_for_line = excluded.waits_for_line
             where receipts.id = excluded.id and receipts.state = 'unmatched'
           returning ${RECEIPT}`,
    values: NEW_RECEIPTS.values(batch),
  });
  return new Map(rows.map((row) => [nameOf(row), row]));
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
  named: NamedPayment,
): Promise<StoredReceipt | null> {
  const known = await lockKnownReceipts(connection, [named]);
  return known.get(nameOf(named)) ?? null;
}

/** Locks the receipts that there are of operators' transactions; by `nameOf`. */
export async function lockKnownReceipts(
  connection: Queryable,
  payments: readonly NamedPayment[],
): Promise<ReadonlyMap<string, StoredReceipt>> {
  const rows = await connection.query<StoredReceipt>({
    name: 'lock-known-receipts',
    text: `select ${RECEIPT} from receipts
           where (operator, operator_tx_id) in (
             select w.operator, w.id from ${NAMED_PAYMENTS.unnest('w')})
           order by id for update`,
    values: NAMED_PAYMENTS.values(payments),
  });
  return new Map(rows.map((row) => [nameOf(row), row]));
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

interface HeldReceipt {
  readonly id: string;
  readonly reason: Remark;
}

const HELD_RECEIPTS = rowsWith<HeldReceipt>({
  id: ['uuid', ({ id }) => id],
  reason: ['text', ({ reason }) => writeRemark(reason)],
});

/** Leaves payments to staff, who see why. */
export async function holdReceipts(
  connection: Queryable,
  held: readonly HeldReceipt[],
): Promise<void> {
  if (held.length === 0) return;
  await connection.query({
    name: 'hold-receipts',
    text: `update receipts r set reason = h.reason
           from ${HELD_RECEIPTS.unnest('h')} where r.id = h.id`,
    values: HELD_RECEIPTS.values(held),
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

/** A receipt and the deposit that it paid. */
export interface ReceiptUse {
  readonly id: string;
  readonly transactionId: string;
  readonly reason: Remark;
}

const RECEIPT_USES = rowsWith<ReceiptUse>({
  id: ['uuid', ({ id }) => id],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
  why: ['text', ({ reason }) => writeRemark(reason)],
});

/**
 * Binds each receipt to the one deposit that it paid. Who uses it vouches for it: nothing about its
 * text is in doubt any more. Returns them, since they belong into the books now: only
 * `bindPayments` calls this.
 */
export function bindReceipts(
  connection: Queryable,
  uses: readonly ReceiptUse[],
): Promise<StoredReceipt[]> {
  return connection.query<StoredReceipt>({
    name: 'bind-receipts',
    text: `with used as (
             update receipts r set state = 'used', reason = w.why, is_trusted = true
             from ${RECEIPT_USES.unnest('w')}
             where r.id = w.id returning r.*, w.transaction_id),
           use as (
             insert into receipt_uses (receipt_id, transaction_id, used_at)
             select id, transaction_id, (select app_now()) from used)
           select ${RECEIPT} from used`,
    values: RECEIPT_USES.values(uses),
  });
}
