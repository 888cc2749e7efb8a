import { appendAudit } from '../../db/access/audit.ts';
import { hasEntry } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { lockLine, lockLines } from '../../db/lines/lines.ts';
import { findMoment } from '../../db/receipts/match-candidates.ts';
import {
  type FreedPayment,
  findClaimed,
  findKnownPayment,
  freeReversed,
  holdReversed,
  isBelievedText,
} from '../../db/receipts/reversed-receipts.ts';
import { claimTexts } from '../../db/receipts/sms.ts';
import {
  findContradictedLine,
  type LockedContradiction,
  lockContradiction,
  markContradictionClosed,
  markProven,
} from '../../db/transactions/contradictions.ts';
import { requiredPeople } from '../../domain/access/agreement.ts';
import { type ChangedValues, isAsAsked } from '../../domain/access/changed-values.ts';
import { agreementPolicy, creditRules } from '../../domain/access/policy.ts';
import { assert } from '../../domain/assert.ts';
import { paymentCause } from '../../domain/books/posting.ts';
import { NOTHING_READ } from '../../domain/lines/balance-reading.ts';
import { isInBurst } from '../../domain/lines/guesses.ts';
import {
  REVERSAL_RULINGS,
  type ReversalRuling,
  UNPROVEN_REVERSAL,
} from '../../domain/transactions/contradiction.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import {
  bookKnown,
  type Reversal,
  reversedPayment,
  TAKEN_BACK,
} from '../receipts/note-reversal.ts';
import { parseStored } from '../receipts/parse-stored.ts';
import type { ReadSmsDeps } from '../receipts/read-sms.ts';
import { releaseTexts } from '../receipts/release-texts.ts';

export type Closed =
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Waiting;

type Refusal =
  | 'contradiction_not_found'
  | 'contradiction_closed'
  | 'ruling_missing'
  | 'nothing_to_rule';

interface CloseDeps extends RulingDeps {
  readonly database: Database;
  readonly onDecided: () => void;
}

interface RulingDeps {
  readonly policy: Pick<PolicySource, 'within'>;
  readonly sms: Pick<ReadSmsDeps, 'onQueued' | 'templates'>;
}

/**
 * A person has settled a contradiction with the operator or the platform and says how. No state
 * changes: what platforms received stays valid. Of a reversal that no balance proves they say
 * whether it is one: then it is booked, and otherwise its payment is free again.
 */
export async function closeContradiction(
  deps: CloseDeps,
  actor: Actor,
  asked: {
    readonly id: string;
    readonly reason: string;
    readonly ruling: ReversalRuling | null;
  },
): Promise<Closed> {
  const { id, ruling } = asked;
  const closed = await deps.database.atomically(async (connection): Promise<Closed> => {
    const found = await lockInOrder(connection, id);
    if (found === null) return { kind: 'refused', refusal: 'contradiction_not_found' };
    if (!found.isOpen) return { kind: 'refused', refusal: 'contradiction_closed' };
    const isUnproven = found.kind === UNPROVEN_REVERSAL.code;
    if (isUnproven && ruling === null) return { kind: 'refused', refusal: 'ruling_missing' };
    if (!isUnproven && ruling !== null) return { kind: 'refused', refusal: 'nothing_to_rule' };
    if (ruling !== null) {
      const waiting = await waitForSecond(connection, deps, actor, { ...asked, found });
      if (waiting !== null) return waiting;
      await rule(deps, connection, actor, { id, found, ruling });
    }
    await close(connection, actor, found, asked);
    return { kind: 'closed' };
  });
  deps.onDecided();
  if (closed.kind === 'closed' && ruling !== null) deps.sms.onQueued();
  return closed;
}

/** Settles a reversal as one person asked and another agreed. */
export async function applyRuling(
  deps: RulingDeps,
  connection: Queryable,
  actor: Actor,
  change: {
    readonly subject_id: string;
    readonly after: ChangedValues;
    readonly reason: string | null;
  },
): Promise<'applied' | 'overtaken'> {
  const { subject_id: id, after, reason } = change;
  const ruling = REVERSAL_RULINGS.find((one) => one === after['ruling']);
  assert(ruling !== undefined && reason !== null, 'a ruling that was asked for says which');
  const found = await lockInOrder(connection, id);
  if (found?.isOpen !== true || found.kind !== UNPROVEN_REVERSAL.code) return 'overtaken';
  if (!isAsAsked(after, valuesOf(found, ruling))) return 'overtaken';
  await rule(deps, connection, actor, { id, found, ruling });
  await close(connection, actor, found, { id, reason, ruling });
  return 'applied';
}

/** The line before what is known of its texts, in the same order as when a text is read. */
async function lockInOrder(connection: Queryable, id: string): Promise<LockedContradiction | null> {
  const line = await findContradictedLine(connection, id);
  if (line !== null) await lockLines(connection, [line]);
  return lockContradiction(connection, id);
}

async function waitForSecond(
  connection: Queryable,
  { policy }: RulingDeps,
  actor: Actor,
  asked: {
    readonly id: string;
    readonly reason: string;
    readonly ruling: ReversalRuling | null;
    readonly found: LockedContradiction;
  },
): Promise<Waiting | null> {
  const { id, reason, ruling, found } = asked;
  const { amountXaf } = found;
  const rules = agreementPolicy(await policy.within(connection));
  const { people } = requiredPeople({ kind: 'rule_reversal', amountXaf }, rules);
  return askForChange(connection, policy, actor, {
    kind: 'reversal',
    subjectId: id,
    isSensitive: people === 2,
    before: {},
    after: valuesOf(found, ruling),
    reason,
  });
}

/** What the second person sees. */
function valuesOf(
  { amountXaf }: LockedContradiction,
  ruling: ReversalRuling | null,
): ChangedValues {
  return { ruling, amountXaf };
}

async function rule(
  deps: RulingDeps,
  connection: Queryable,
  actor: Actor,
  {
    id,
    found,
    ruling,
  }: {
    readonly id: string;
    readonly found: LockedContradiction;
    readonly ruling: ReversalRuling;
  },
): Promise<void> {
  const reversal = await readReversal(deps, connection, found);
  const payment = reversedPayment(reversal);
  if (ruling === 'reversed') {
    const known = await findKnownPayment(connection, payment);
    await bookKnown(connection, reversal, known?.transactionId ?? found.transactionId);
    if (found.receiptId !== null) {
      await holdReversed(connection, { id: found.receiptId, reason: TAKEN_BACK });
    }
    return markProven(connection, id);
  }
  const reason = { code: 'not_taken_back', params: { staff: actor.actor } } as const;
  const freed = await freeReversed(connection, { ...payment, reason });
  if (freed === null || !(await isBelievedText(connection, freed.smsId))) return;
  await releaseFreed(deps, connection, { ...freed, cause: paymentCause(payment) });
}

/**
 * That it was not reversed says no more: whose word the payment rests on, and whether a balance has
 * to be read first, stay as they were. What is in the books lacked no balance; anything else waits
 * for one.
 */
async function releaseFreed(
  deps: RulingDeps,
  connection: Queryable,
  { smsId, line, typedBy, cause }: FreedPayment & { readonly cause: string },
): Promise<void> {
  const rules = { ...deps.sms, ...creditRules(await deps.policy.within(connection)) };
  if (!(await hasEntry(connection, { cause, rule: 'payment_in' }))) return;
  const { burstAt } = await lockLine(connection, line);
  const { now } = await findMoment(connection);
  await releaseTexts(rules, connection, {
    released: [smsId],
    reading: { ...NOTHING_READ, proven: new Set([smsId]) },
    isInBurst: isInBurst(burstAt, now),
    typedBy,
  });
}

/**
 * What the text claims. By today's templates it may be no reversal any more, so what it was taken
 * for when it came is read from its row; the reversal's own id may be missing.
 */
async function readReversal(
  { sms: { templates } }: RulingDeps,
  connection: Queryable,
  { smsId }: LockedContradiction,
): Promise<Reversal> {
  assert(smsId !== null, 'a claimed reversal has its text');
  const claimed = await findClaimed(connection, smsId);
  const [sms] = await claimTexts(connection, [smsId], ['review']);
  const reading = sms === undefined ? null : await parseStored(templates, connection, sms);
  const reversalTxId = reading?.kind === 'review' ? reading.operatorTxId : null;
  const { operator, operatorTxId: reversedTxId } = claimed;
  return { operator, reversedTxId, reversalTxId, smsId };
}

async function close(
  connection: Queryable,
  actor: Actor,
  { kind, transactionId }: LockedContradiction,
  said: { readonly id: string; readonly reason: string; readonly ruling: ReversalRuling | null },
): Promise<void> {
  const { id, reason, ruling } = said;
  await markContradictionClosed(connection, { id, by: actor.actor, reason });
  await appendAudit(connection, {
    ...actor,
    action: 'contradiction.close',
    subject: `contradiction:${id}`,
    before: { kind, transaction: transactionId },
    after: { closed: true, ...(ruling === null ? {} : { ruling }) },
    reason,
  });
}
