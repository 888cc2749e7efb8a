import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import { insertEntries } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  closeDifference,
  type DifferenceLine,
  type LockedDifference,
  lockDifference,
  settleDifference,
} from '../../db/finance/differences.ts';
import { isOwnNumber } from '../../db/receipts/sent-money.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import type { ChangedValues } from '../../domain/access/agreement.ts';
import { creditRules } from '../../domain/access/policy.ts';
import { postPaidFailure } from '../../domain/books/posting.ts';
import { type LineRecord, recordOf } from '../../domain/finance/line-record.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { askNow } from '../provider-requests/follow-requests.ts';
import { bookMove } from '../receipts/booking/book-move.ts';
import { creditReceipts } from '../receipts/credit-receipts.ts';

// What people do about differences between a statement and our records.

export type DifferenceRefusal = 'difference_not_found' | 'difference_closed' | 'nothing_to_record';

export type Acted =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: DifferenceRefusal }
  | Waiting;

export interface RecordDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  /** Called after a commit that put webhooks into the outbox. */
  readonly onQueued: () => void;
}

/** Records what a statement line says, or stores that until a second person approves it. */
export async function recordLine(
  deps: RecordDeps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Acted> {
  const acted = await deps.database.atomically(async (connection): Promise<Acted> => {
    const found = await find(connection, id);
    if ('refusal' in found) return { kind: 'refused', ...found };
    const wanted = await readRecord(connection, found);
    if (wanted === null) return { kind: 'refused', refusal: 'nothing_to_record' };
    const after = valuesOf(found, wanted);
    const change = { kind: 'statement_line', subjectId: id, before: {}, after, reason } as const;
    const asked = { ...change, isSensitive: true };
    const waiting = await askForChange(connection, deps.policy, actor, asked);
    if (waiting !== null) return waiting;
    await write(deps, connection, found, wanted);
    const what = { action: 'statement.record', subject: `statement_line:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after, reason });
    return { kind: 'done' };
  });
  if (acted.kind === 'done') deps.onQueued();
  return acted;
}

/** Records a statement line as it was requested. */
export async function applyLine(
  deps: Pick<RecordDeps, 'policy'>,
  connection: Queryable,
  { subject_id: id }: { readonly subject_id: string },
): Promise<'applied' | 'overtaken'> {
  const found = await find(connection, id);
  if ('refusal' in found) return 'overtaken';
  const wanted = await readRecord(connection, found);
  return wanted === null ? 'overtaken' : write(deps, connection, found, wanted);
}

async function find(
  connection: Queryable,
  id: string,
): Promise<LockedDifference | { readonly refusal: DifferenceRefusal }> {
  const found = await lockDifference(connection, id);
  if (found === null) return { refusal: 'difference_not_found' };
  return found.isOpen ? found : { refusal: 'difference_closed' };
}

interface Wanted {
  readonly record: LineRecord;
  readonly line: DifferenceLine;
  readonly isBetweenOwn: boolean;
}

async function readRecord(
  connection: Queryable,
  { kind, wallet, line }: LockedDifference,
): Promise<Wanted | null> {
  if (line === null) return null;
  const isBetweenOwn = line.other !== null && (await isOwnNumber(connection, line.other));
  const record = recordOf(kind, { ...line, wallet, isBetweenOwn });
  return record === null ? null : { record, line, isBetweenOwn };
}

/** What the second person sees. */
function valuesOf(
  { wallet, operatorTxId }: LockedDifference,
  { record, line: { amountCents, other } }: Wanted,
): ChangedValues {
  const recordedAs = record.kind;
  return { wallet, operatorTxId, recordedAs, amountXaf: amountCents / 100, other };
}

async function write(
  { policy }: Pick<RecordDeps, 'policy'>,
  connection: Queryable,
  found: LockedDifference,
  { record, line, isBetweenOwn }: Wanted,
): Promise<'applied' | 'overtaken'> {
  const { operator, operatorTxId, wallet, transactionId } = found;
  const { amountCents, feeCents, at: operatorTime, balanceCents } = line;
  const reported = { operator, operatorTxId, amountXaf: amountCents / 100, feeCents, operatorTime };
  switch (record.kind) {
    case 'receipt': {
      const facts = { ...record, ...reported, balanceCents, payerName: null, smsId: null };
      const payment = { ...facts, ...AGREED_BY_TWO, id: randomUUIDv7() };
      const rules = creditRules(await policy.within(connection));
      const credited = await creditReceipts(rules, connection, [payment]);
      if (credited.size === 0) return 'overtaken';
      break;
    }
    case 'move':
      await bookMove(connection, {
        wallet,
        move: { ...line, ...reported, isBetweenOwn },
        smsId: null,
      });
      break;
    case 'paid_failure': {
      if (transactionId === null) return 'overtaken';
      await insertEntries(connection, postPaidFailure({ id: transactionId, ...reported }));
      await recordContradiction(connection, {
        remark: { code: 'settled_failed_but_paid' },
        transactionId,
        receiptId: null,
        smsId: null,
        evidence: `statement:${operatorTxId}`,
      });
    }
  }
  await closeDifference(connection, found.id);
  return 'applied';
}

/** Two people agreed on it, so nothing about it is in doubt. */
const AGREED_BY_TWO = {
  isTrusted: true,
  waitsForLine: false,
  score: 100,
  doubts: [],
  reason: { code: 'just_arrived' },
} as const;

/** Stores a person's explanation of a difference; no money moves. */
export function explainDifference(
  { database }: { readonly database: Database },
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Acted> {
  return database.atomically(async (connection): Promise<Acted> => {
    const found = await find(connection, id);
    if ('refusal' in found) return { kind: 'refused', ...found };
    const { kind, wallet, operatorTxId } = found;
    await settleDifference(connection, { id, by: actor.actor, reason });
    await appendAudit(connection, {
      ...actor,
      action: 'difference.explain',
      subject: `difference:${id}`,
      before: { kind, wallet, operator_tx_id: operatorTxId },
      after: { closed: true },
      reason,
    });
    return { kind: 'done' };
  });
}

/** Asks the provider about the transaction of a difference. */
export async function askAbout(
  deps: { readonly database: Database; readonly onSubmitted: () => void },
  id: string,
): Promise<'asked' | 'nothing_to_ask' | DifferenceRefusal> {
  const found = await find(deps.database, id);
  if ('refusal' in found) return found.refusal;
  const { transactionId } = found;
  const isDue = transactionId !== null && (await askNow(deps, transactionId));
  return isDue ? 'asked' : 'nothing_to_ask';
}
