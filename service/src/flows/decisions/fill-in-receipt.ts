import type { Database, Queryable } from '../../db/client.ts';
import { lockLines } from '../../db/lines/lines.ts';
import {
  fillReceipt,
  type LockedOpenReceipt,
  lockOpenReceipt,
} from '../../db/receipts/open-receipts.ts';
import { findReceiptSource, lockReceiptOf } from '../../db/receipts/receipts.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import { creditRules } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import { spellId } from '../../domain/operators/operator.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { creditReceipts } from '../receipts/credit-receipts.ts';

/** What a person read at the operator; `null` where the text left nothing open. */
export interface FilledIn {
  readonly payer: string | null;
  readonly amountXaf: number | null;
  readonly operatorTxId: string | null;
}

export type AskedToFillIn = { readonly kind: 'refused'; readonly refusal: Refusal } | Waiting;

type Refusal = 'receipt_not_found' | 'receipt_not_open' | 'fill_in_what_is_open';

interface FillInDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly onDecided: () => void;
}

/** Says what a text left open about a payment; a second person has to say the same. */
export async function fillInReceipt(
  deps: FillInDeps,
  actor: Actor,
  asked: FilledIn & { readonly id: string; readonly reason: string },
): Promise<AskedToFillIn> {
  const { id, reason } = asked;
  const answer = await deps.database.atomically(async (connection): Promise<AskedToFillIn> => {
    const found = await lockInOrder(connection, id);
    if (found === null) return { kind: 'refused', refusal: 'receipt_not_found' };
    if (!isOpen(found)) return { kind: 'refused', refusal: 'receipt_not_open' };
    const whole = wholeOf(found, asked);
    if (whole === null) return { kind: 'refused', refusal: 'fill_in_what_is_open' };
    const waiting = await askForChange(connection, deps.policy, actor, {
      kind: 'receipt',
      subjectId: id,
      isSensitive: true,
      before: {},
      after: valuesOf(whole),
      reason,
    });
    assert(waiting !== null, 'one person fills in what a text left open');
    return waiting;
  });
  deps.onDecided();
  return answer;
}

/** Fills a payment in as two people said: from then on it is like any other. */
export async function applyFillIn(
  { policy }: Pick<FillInDeps, 'policy'>,
  connection: Queryable,
  { subject_id: id, after }: { readonly subject_id: string; readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const found = await lockInOrder(connection, id);
  const { other: payer, amountXaf, operatorTxId } = after;
  assert(
    typeof payer === 'string' && typeof amountXaf === 'number' && typeof operatorTxId === 'string',
    'what fills a payment in is whole',
  );
  if (found === null || !isOpen(found)) return 'overtaken';
  const filled = { id, payer, amountXaf, operatorTxId };
  const known = await lockReceiptOf(connection, { ...found, operatorTxId });
  if (known !== null && known.id !== id) return 'overtaken';
  await fillReceipt(connection, filled);
  const rules = creditRules(await policy.within(connection));
  const standing = { isTrusted: true, waitsForLine: false, score: 100, doubts: [] };
  const reason = { code: 'just_arrived' } as const;
  await creditReceipts(rules, connection, [{ ...found, ...filled, ...standing, reason }]);
  return 'applied';
}

/** The line before its receipt, in the same order as when a text is read. */
async function lockInOrder(connection: Queryable, id: string): Promise<LockedOpenReceipt | null> {
  const source = await findReceiptSource(connection, id);
  if (source !== null) await lockLines(connection, [source.line]);
  return lockOpenReceipt(connection, id);
}

function isOpen({ state, payer, amountXaf, operatorTxId }: LockedOpenReceipt): boolean {
  return state === 'unmatched' && [payer, amountXaf, operatorTxId].includes(null);
}

interface WholePayment {
  readonly payer: string;
  readonly amountXaf: number;
  readonly operatorTxId: string;
}

/** `null` unless exactly what is open is filled in. */
function wholeOf(found: LockedOpenReceipt, said: FilledIn): WholePayment | null {
  const overwrites =
    (found.payer !== null && said.payer !== null) ||
    (found.amountXaf !== null && said.amountXaf !== null) ||
    (found.operatorTxId !== null && said.operatorTxId !== null);
  const payer = found.payer ?? said.payer;
  const amountXaf = found.amountXaf ?? said.amountXaf;
  const operatorTxId =
    found.operatorTxId ?? (said.operatorTxId && spellId(found.operator, said.operatorTxId));
  if (overwrites || payer === null || amountXaf === null || operatorTxId === null) return null;
  return { payer, amountXaf, operatorTxId };
}

/** What the second person sees. */
function valuesOf({ payer, amountXaf, operatorTxId }: WholePayment): ChangedValues {
  return { other: payer, amountXaf, operatorTxId };
}
