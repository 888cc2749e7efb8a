import { randomUUIDv7 } from 'node:crypto';
import { type Message, readMessage, writeMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Direction, ReasonCode } from '../../domain/payment-kinds.ts';
import {
  UNPROVEN_REVERSAL as CLAIM,
  type Contradiction,
  PROVEN_REVERSAL as PROOF,
} from '../../domain/transactions/contradiction.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';

/**
 * Records what contradicts something settled, in the caller's database transaction. False if it is
 * known already, open or closed.
 */
export async function recordContradiction(
  connection: Queryable,
  { remark, transactionId, receiptId, smsId, evidence }: Contradiction,
): Promise<boolean> {
  const rows = await connection.query({
    name: 'record-contradiction',
    text: `insert into contradictions (id, kind, transaction_id, receipt_id, sms_id, evidence,
                                       remark, recorded_at)
           values ($1, $2, $3, $4, $5, $6, $7, app_now())
           on conflict on constraint one_row_per_contradiction do nothing
           returning id`,
    values: [
      randomUUIDv7(),
      remark.code,
      transactionId,
      receiptId,
      smsId,
      evidence,
      writeMessage(remark),
    ],
  });
  return rows.length > 0;
}

export interface ContradictionRow {
  readonly id: string;
  readonly transaction_id: string | null;
  readonly receipt_id: string | null;
  readonly evidence: string;
  readonly remark: Message;
  readonly recorded_at: Date;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly closed_because: string | null;
  readonly sms_text: string | null;
  readonly direction: Direction | null;
  readonly state: State | null;
  readonly reason_code: ReasonCode | null;
  readonly operator: Operator;
  readonly amount_xaf: number;
  readonly msisdn: string;
}

interface StoredRow extends Omit<ContradictionRow, 'remark'> {
  readonly remark: string;
}

/** With what they are about; the newest first unless the oldest are wanted. */
export async function listContradictions(
  database: Queryable,
  wanted: {
    readonly isOpen: boolean;
    readonly transactionId: string | null;
    readonly oldestFirst?: boolean;
    /** The last row of the page before. */
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<ContradictionRow[]> {
  const rows = await database.query<StoredRow>({
    text: `select c.id, c.transaction_id, c.receipt_id, c.evidence, c.remark, c.recorded_at,
                  c.closed_at, c.closed_by, c.closed_because, t.direction, t.state, t.reason_code,
                  coalesce(t.operator, r.operator) as operator,
                  coalesce(t.amount_xaf, r.amount_xaf, 0) as amount_xaf,
                  coalesce(t.msisdn, r.payer_msisdn, '') as msisdn,
                  (select s.body from sms_messages s where s.id = c.sms_id) as sms_text
           from contradictions c
           left join transactions t on t.id = c.transaction_id
           left join receipts r on r.id = c.receipt_id
           where (not $1 or c.closed_at is null)
             and ($2::uuid is null or c.transaction_id = $2)
             and ($3::uuid is null or c.id ${wanted.oldestFirst === true ? '>' : '<'} $3)
           order by c.id ${wanted.oldestFirst === true ? 'asc' : 'desc'} limit $4`,
    values: [wanted.isOpen, wanted.transactionId, wanted.after, wanted.limit],
  });
  return rows.map((row) => ({ ...row, remark: readMessage(row.remark) }));
}

export interface LockedContradiction {
  readonly kind: string;
  readonly transactionId: string | null;
  readonly receiptId: string | null;
  readonly smsId: string | null;
  readonly amountXaf: number;
  readonly isOpen: boolean;
}

/** The line of the payment that a contradiction is about, if a text reported it. */
export async function findContradictedLine(
  connection: Queryable,
  id: string,
): Promise<string | null> {
  const [row] = await connection.query<{ readonly line: string }>({
    text: `select r.line from contradictions c join receipts r on r.id = c.receipt_id
           where c.id = $1 and r.sms_id is not null`,
    values: [id],
  });
  return row?.line ?? null;
}

export async function lockContradiction(
  connection: Queryable,
  id: string,
): Promise<LockedContradiction | null> {
  const [row] = await connection.query<LockedContradiction>({
    text: `select c.kind, c.transaction_id as "transactionId", c.receipt_id as "receiptId",
                  c.sms_id as "smsId", coalesce(t.amount_xaf, r.amount_xaf, 0) as "amountXaf",
                  c.closed_at is null as "isOpen"
           from contradictions c
           left join transactions t on t.id = c.transaction_id
           left join receipts r on r.id = c.receipt_id
           where c.id = $1 for update of c`,
    values: [id],
  });
  return row ?? null;
}

/** Closes one that the caller has locked and found open. */
export async function markContradictionClosed(
  connection: Queryable,
  closed: { readonly id: string; readonly by: string; readonly reason: string },
): Promise<void> {
  await connection.query({
    text: `update contradictions
           set closed_at = app_now(), closed_by = $2, closed_because = $3 where id = $1`,
    values: [closed.id, closed.by, closed.reason],
  });
}

// Reversals that a text claims. Until a balance proves one, a person decides: a claim that is
// closed was found to be none, since one that a person confirms is recorded as proven.

type Reported = Omit<Contradiction, 'remark'>;

/** A text claims it, and no balance proves it. */
export async function recordClaim(connection: Queryable, reported: Reported): Promise<void> {
  const isProven = await exists(connection, reported, `c.kind = '${PROOF.code}'`);
  if (!isProven) await recordContradiction(connection, { ...reported, remark: CLAIM });
}

/** A balance proves it, or people say so: an open claim becomes the proven contradiction. */
export async function recordProof(connection: Queryable, reported: Reported): Promise<void> {
  const rows = await connection.query({
    text: `update contradictions c set kind = '${PROOF.code}', remark = $4
           where ${SAME} and c.kind = '${CLAIM.code}' and c.closed_at is null returning c.id`,
    values: [...same(reported), writeMessage(PROOF)],
  });
  if (rows.length === 0) await recordContradiction(connection, { ...reported, remark: PROOF });
}

/** People say that the claim is true. */
export async function markProven(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: `update contradictions set kind = '${PROOF.code}', remark = $2 where id = $1`,
    values: [id, writeMessage(PROOF)],
  });
}

/** Whether a person has found that the claim is none. */
export function isDenied(
  connection: Queryable,
  reported: Omit<Reported, 'smsId'>,
): Promise<boolean> {
  return exists(connection, reported, `c.kind = '${CLAIM.code}' and c.closed_at is not null`);
}

// A payment keeps its receipt, while the deposit that it pays may be known only later.
const SAME = `c.evidence = $1 and (c.receipt_id = $3::uuid
  or ($3::uuid is null and c.transaction_id = $2::uuid))`;

function same({ evidence, transactionId, receiptId }: Omit<Reported, 'smsId'>) {
  return [evidence, transactionId, receiptId];
}

async function exists(
  connection: Queryable,
  reported: Omit<Reported, 'smsId'>,
  condition: string,
): Promise<boolean> {
  const rows = await connection.query({
    text: `select from contradictions c where ${SAME} and ${condition} limit 1`,
    values: same(reported),
  });
  return rows.length > 0;
}
