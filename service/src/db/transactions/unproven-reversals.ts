import { writeMessage } from '../../domain/messages/message.ts';
import {
  UNPROVEN_REVERSAL as CLAIM,
  type Contradiction,
  PROVEN_REVERSAL as PROOF,
} from '../../domain/transactions/contradiction.ts';
import type { Queryable } from '../client.ts';
import { recordContradiction } from './contradictions.ts';

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
