import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../../db/access/audit.ts';
import { findFeeBearers } from '../../../db/books/balances.ts';
import { insertEntries } from '../../../db/books/entries.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import {
  closeDifference,
  closeExpectedFees,
  type DifferenceLine,
  type LockedDifference,
  lockDifference,
  settleDifference,
} from '../../../db/finance/differences.ts';
import { findKnownPayment, holdReversed } from '../../../db/receipts/reversed-receipts.ts';
import { isOwnNumber } from '../../../db/receipts/sent-money.ts';
import { recordContradiction } from '../../../db/transactions/contradictions.ts';
import { type ChangedValues, isAsAsked } from '../../../domain/access/changed-values.ts';
import { creditRules } from '../../../domain/access/policy.ts';
import {
  paymentCause,
  postEntry,
  postPaidFailure,
  postReversal,
} from '../../../domain/books/posting.ts';
import { postPassedFee } from '../../../domain/books/wallet-move.ts';
import { differingCents, type LineRecord, recordOf } from '../../../domain/finance/line-record.ts';
import type { Actor } from '../../access/actor.ts';
import type { PolicySource } from '../../access/policy.ts';
import { askForChange, type Waiting } from '../../access/seek-agreement.ts';
import { askNow } from '../../provider-requests/follow-requests.ts';
import { bookMove } from '../../receipts/booking/book-move.ts';
import { creditReceipts } from '../../receipts/credit-receipts.ts';
import { TAKEN_BACK } from '../../receipts/note-reversal.ts';

// What people do about differences between a statement and our records.

export type DifferenceRefusal =
  | 'difference_not_found'
  | 'difference_closed'
  | 'nothing_to_record'
  | 'line_in_opening';

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
    if (isInOpening(found)) return { kind: 'refused', refusal: 'line_in_opening' };
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

/** Records a statement line as it was requested; another file may have said otherwise since. */
export async function applyLine(
  deps: Pick<RecordDeps, 'policy'>,
  connection: Queryable,
  { subject_id: id, after }: { readonly subject_id: string; readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const found = await find(connection, id);
  if ('refusal' in found) return 'overtaken';
  const wanted = await readRecord(connection, found);
  // The wallet may have been opened meanwhile.
  if (wanted === null || isInOpening(found)) return 'overtaken';
  if (!isAsAsked(after, valuesOf(found, wanted))) return 'overtaken';
  return write(deps, connection, found, wanted);
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
  { kind, wallet, oursCents, line }: LockedDifference,
): Promise<Wanted | null> {
  if (line === null) return null;
  const isBetweenOwn = line.other !== null && (await isOwnNumber(connection, line.other));
  const record = recordOf(kind, { ...line, wallet, oursCents, isBetweenOwn });
  return record === null ? null : { record, line, isBetweenOwn };
}

/** What the second person sees. */
function valuesOf(
  { wallet, operatorTxId }: LockedDifference,
  { record, line: { direction, at, amountCents, feeCents, other, isComputed } }: Wanted,
): ChangedValues {
  const recordedAs = record.kind;
  const money = { amountXaf: amountCents / 100, feeXaf: feeCents / 100 };
  const marked = isComputed ? { isComputed } : {};
  const moved = { lineDirection: direction, lineAt: at.toISOString() };
  return { wallet, operatorTxId, recordedAs, ...moved, ...money, other, ...marked };
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
      await insertEntries(connection, postPaidFailure({ ...reported, id: transactionId }));
      await recordContradiction(connection, {
        remark: { code: 'settled_failed_but_paid' },
        transactionId,
        receiptId: null,
        smsId: null,
        evidence: `statement:${operatorTxId}`,
      });
      break;
    }
    case 'reversal': {
      const known = await findKnownPayment(connection, found);
      const receiptId = known?.receiptId ?? null;
      if (receiptId !== null) await holdReversed(connection, { id: receiptId, reason: TAKEN_BACK });
      await insertEntries(connection, postReversal(found));
      await recordContradiction(connection, {
        remark: { code: 'reversed_by_operator' },
        transactionId,
        receiptId,
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

/**
 * Stores a person's explanation of a difference; no money moves. Fees that a person expects are
 * booked. Above the second person's amount it takes two people.
 */
export function explainDifference(
  { database, policy }: Pick<RecordDeps, 'database' | 'policy'>,
  actor: Actor,
  {
    id,
    reason,
    expectsFees,
  }: { readonly id: string; readonly reason: string; readonly expectsFees: boolean },
): Promise<Acted> {
  return database.atomically(async (connection): Promise<Acted> => {
    const found = await find(connection, id);
    if ('refusal' in found) return { kind: 'refused', ...found };
    const { kind, wallet, operatorTxId } = found;
    if (expectsFees && kind !== 'fee_not_reported') {
      return { kind: 'refused', refusal: 'nothing_to_record' };
    }
    if (expectsFees && isInOpening(found)) return { kind: 'refused', refusal: 'line_in_opening' };
    const amountCents = differingCents(found);
    const { approvalSecondPersonXaf } = await policy.within(connection);
    const waiting = await askForChange(connection, policy, actor, {
      kind: 'explanation',
      subjectId: id,
      isSensitive: amountCents > approvalSecondPersonXaf * 100,
      before: {},
      after: explanationOf(found, expectsFees),
      reason,
    });
    if (waiting !== null) return waiting;
    await settle(connection, found, { id, by: actor.actor, reason, expectsFees });
    await appendAudit(connection, {
      ...actor,
      action: 'difference.explain',
      subject: `difference:${id}`,
      before: { kind, wallet, operator_tx_id: operatorTxId },
      after: { closed: true, expects_fees: expectsFees },
      reason,
    });
    return { kind: 'done' };
  });
}

/** Closes a difference as one person explained it and another agreed. */
export async function applyExplanation(
  connection: Queryable,
  actor: Actor,
  change: {
    readonly subject_id: string;
    readonly after: ChangedValues;
    readonly reason: string | null;
  },
): Promise<'applied' | 'overtaken'> {
  const { subject_id: id, after, reason } = change;
  const found = await find(connection, id);
  const expectsFees = after['expectsFees'] === true;
  // Another amount would need another explanation.
  if ('refusal' in found || !isAsAsked(after, explanationOf(found, expectsFees))) {
    return 'overtaken';
  }
  if (expectsFees && isInOpening(found)) return 'overtaken';
  await settle(connection, found, { id, by: actor.actor, reason: reason ?? '', expectsFees });
  return 'applied';
}

/** Whatever of it is booked would count twice. */
function isInOpening({ line }: LockedDifference): boolean {
  return line?.isInOpening === true;
}

type Corrected =
  | { readonly kind: 'refused'; readonly refusal: DifferenceRefusal }
  | { readonly kind: 'found'; readonly about: ChangedValues; readonly shown: ChangedValues };

/** What a correction by a difference is about, as the second person sees it. */
export async function findCorrected(connection: Queryable, id: string): Promise<Corrected> {
  const found = await find(connection, id);
  if ('refusal' in found) return { kind: 'refused', refusal: found.refusal };
  if (isInOpening(found)) return { kind: 'refused', refusal: 'line_in_opening' };
  const { wallet, operatorTxId, kind: difference } = found;
  const about = { wallet, operatorTxId, difference, amountXaf: differingCents(found) / 100 };
  const { oursCents: ours, theirsCents: theirs, line } = found;
  const shown = {
    oursXaf: ours === null ? null : ours / 100,
    theirsXaf: theirs === null ? null : theirs / 100,
    other: line?.other ?? null,
  };
  return { kind: 'found', about, shown };
}

/** What the second person sees. */
function explanationOf(found: LockedDifference, expectsFees: boolean): ChangedValues {
  const { wallet, operatorTxId, kind: difference } = found;
  return { wallet, operatorTxId, difference, amountXaf: differingCents(found) / 100, expectsFees };
}

async function settle(
  connection: Queryable,
  { wallet }: LockedDifference,
  said: Parameters<typeof settleDifference>[1],
): Promise<void> {
  await settleDifference(connection, said);
  if (said.expectsFees) await bookExpectedFees(connection, wallet);
}

/** Books the fees of a statement that nobody reported and that a person has said are expected. */
export async function bookExpectedFees(connection: Queryable, wallet: string): Promise<void> {
  const fees = await closeExpectedFees(connection, wallet);
  const ids = fees.flatMap(({ transactionId: id }) => (id === null ? [] : [id]));
  const bearers = await findFeeBearers(connection, ids);
  const postings = fees.flatMap((fee) => {
    const { at: valueAt, transactionId } = fee;
    const [cause, feeCents] = [paymentCause(fee), BigInt(fee.feeCents)];
    const bearer = bearers.get(transactionId ?? '') ?? null;
    return [
      { ...postEntry('fee_charged', cause), wallet, valueAt, amountCents: feeCents },
      ...postPassedFee(bearer, { cause, feeCents, valueAt }),
    ];
  });
  await insertEntries(connection, postings);
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
