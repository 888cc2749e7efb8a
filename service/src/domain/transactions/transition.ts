import { assert } from '../assert.ts';
import { isForPlatforms, type Message, sentenceOf } from '../messages/message.ts';
import type { Direction, ReasonCode } from '../payment-kinds.ts';
import { DEPOSIT_TRANSITIONS, type DepositTrigger } from './deposit-transitions.ts';
import { reasonCodeOf } from './reason-code.ts';
import {
  isOpenDeposit,
  type PaymentEvent,
  STATES_OF,
  type State,
  type Transaction,
} from './transaction.ts';
import { allowsMode, type ProviderOutcome, type TransitionRow } from './transition-row.ts';
import { WITHDRAWAL_TRANSITIONS, type WithdrawalTrigger } from './withdrawal-transitions.ts';

/** Says what a trigger does to a transaction. It changes nothing: a flow records the move. */
export function decide(
  transaction: Transaction,
  trigger: Trigger,
  context: DecisionContext,
): Decision {
  assertWellFormed(transaction);
  const refuse = (refusal: Refusal): Refused => ({
    kind: 'refused',
    refusal,
    trigger,
    state: transaction.state,
  });

  const rows = TRANSITIONS_OF[transaction.direction].filter((row) => row.trigger === trigger);
  if (rows.length === 0) return refuse('wrong_direction');

  const rowsFromHere = rows.filter((row) => row.from === transaction.state);
  if (rowsFromHere.length === 0) return refuse('not_allowed_in_state');

  const row = rowsFromHere.find((row) => allowsMode(row, transaction.collectionMode));
  if (row === undefined) return refuse('wrong_collection_mode');

  if (row.when === 'before_deadline' && isDeadlinePassed(transaction, context.at)) {
    return refuse('deadline_passed');
  }
  if (row.when === 'within_late_window' && !isWithinLateWindow(transaction, context)) {
    return refuse('outside_late_window');
  }
  if (row.when === 'never_sent' && context.wasSent !== false) return refuse('perhaps_sent');
  return { kind: 'moved', move: moveAlong({ row, trigger, transaction, context }) };
}

/**
 * Decides triggers one after the other, each on the result of the one before. The given reason
 * belongs to the last move, which is the purpose of the sequence; the moves before it have their
 * own. One refusal refuses the whole sequence.
 */
export function decideSequence(
  transaction: Transaction,
  triggers: readonly Trigger[],
  context: DecisionContext,
): SequenceDecision {
  const { reason: _reason, ...contextOnTheWay } = context;
  const moves: Move[] = [];
  let current = transaction;
  for (const [index, trigger] of triggers.entries()) {
    const isLast = index === triggers.length - 1;
    const decision = decide(current, trigger, isLast ? context : contextOnTheWay);
    if (decision.kind === 'refused') return decision;
    moves.push(decision.move);
    current = applyMove(current, decision.move);
  }
  return { kind: 'moved', moves, transaction: current };
}

/** The transaction as it is after the move. */
export function applyMove(transaction: Transaction, move: Move): Transaction {
  assert(
    move.from === transaction.state,
    `a move from ${move.from} met a transaction that is ${transaction.state}`,
  );
  return {
    ...transaction,
    state: move.to,
    stateReason: move.stateReason,
    reasonCode: move.reasonCode,
    stateUpdatedAt: move.at,
    updatedAt: move.at,
    expiresAt: move.expiresAt,
    version: transaction.version + 1,
  };
}

export type Trigger = DepositTrigger | WithdrawalTrigger;

export interface DecisionContext {
  readonly at: Date;
  /** A person's own words or a message; if absent or blank, the row's message. */
  readonly reason?: string | Message | undefined;
  /** The person wants the platform to read their words. */
  readonly tellsPlatform?: boolean | undefined;
  readonly lateWindowMs: number;
  /** False if it is certain that no request of it was ever handed to a provider. */
  readonly wasSent?: boolean;
}

export interface Move {
  readonly trigger: Trigger;
  readonly from: State;
  readonly to: State;
  readonly event: PaymentEvent | null;
  readonly outcome: ProviderOutcome | null;
  /** For the history, which only staff read. */
  readonly reason: string;
  /** For platforms: a sentence of the service, unless a person chose to send their own. */
  readonly stateReason: string;
  /** For platforms, as a code; `null` unless the move fails, expires or holds the payment. */
  readonly reasonCode: ReasonCode | null;
  /** The reason as a message, or `null` for a person's own words. */
  readonly remark: Message | null;
  readonly at: Date;
  readonly expiresAt: Date | null;
}

/** In the order in which they are checked; the first that applies is the answer. */
export const REFUSALS = [
  'wrong_direction',
  'not_allowed_in_state',
  'wrong_collection_mode',
  'deadline_passed',
  'outside_late_window',
  'perhaps_sent',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly trigger: Trigger;
  readonly state: State;
}

export type Decision = { readonly kind: 'moved'; readonly move: Move } | Refused;

export type SequenceDecision =
  | {
      readonly kind: 'moved';
      readonly moves: readonly Move[];
      readonly transaction: Transaction;
    }
  | Refused;

export const TRANSITIONS_OF: Readonly<Record<Direction, readonly TransitionRow<State, Trigger>[]>> =
  { deposit: DEPOSIT_TRANSITIONS, withdrawal: WITHDRAWAL_TRANSITIONS };

function assertWellFormed({ direction, state, collectionMode }: Transaction): void {
  const states: readonly State[] = STATES_OF[direction];
  assert(states.includes(state), `a ${direction} is ${state}`);
  assert(
    (collectionMode === null) === (direction === 'withdrawal'),
    `a ${direction} has collection mode ${collectionMode ?? 'null'}`,
  );
}

/** The deadline itself is too late: the interface asks for a confirmation before it. */
function isDeadlinePassed({ expiresAt }: Transaction, at: Date): boolean {
  assert(expiresAt !== null, 'an open deposit has no deadline');
  return at.getTime() >= expiresAt.getTime();
}

/** An expired deposit has not moved since, and its expiry is dated at the deadline. */
function isWithinLateWindow(transaction: Transaction, context: DecisionContext): boolean {
  const lateByMs = context.at.getTime() - transaction.stateUpdatedAt.getTime();
  return lateByMs <= context.lateWindowMs;
}

interface MoveParts {
  readonly row: TransitionRow;
  readonly trigger: Trigger;
  readonly transaction: Transaction;
  readonly context: DecisionContext;
}

function moveAlong({ row, trigger, transaction, context }: MoveParts): Move {
  return {
    trigger,
    from: row.from,
    to: row.to,
    event: row.event,
    outcome: row.outcome,
    ...reasonOf(row, context, transaction),
    at: laterOf(momentOf(row, transaction, context), transaction.stateUpdatedAt),
    expiresAt: isOpenDeposit({ state: row.to }) ? transaction.expiresAt : null,
  };
}

function reasonOf(
  { remark: code, to }: TransitionRow,
  { reason: given, tellsPlatform = false }: DecisionContext,
  { direction }: Transaction,
): Pick<Move, 'reason' | 'stateReason' | 'reasonCode' | 'remark'> {
  const own = sentenceOf({ code });
  const words = typeof given === 'string' ? given.trim() : '';
  if (words !== '') {
    const reasonCode = reasonCodeOf({ direction, to, given: null, otherwise: code });
    return { reason: words, stateReason: tellsPlatform ? words : own, reasonCode, remark: null };
  }
  const message: Message = typeof given === 'object' ? given : { code };
  const reason = sentenceOf(message);
  const reasonCode = reasonCodeOf({ direction, to, given: message, otherwise: code });
  const stateReason = isForPlatforms(message) ? reason : own;
  return { reason, stateReason, reasonCode, remark: message };
}

/** The reason code of a line of a history: that of the move which wrote it. */
export function reasonOfLine(
  direction: Direction,
  { from, to, trigger, message }: HistoryLine,
): ReasonCode | null {
  const row = TRANSITIONS_OF[direction].find(
    (row) => row.from === from && row.to === to && row.trigger === trigger,
  );
  if (row === undefined) return null;
  return reasonCodeOf({ direction, to, given: message, otherwise: row.remark });
}

interface HistoryLine {
  readonly from: string | null;
  readonly to: State;
  readonly trigger: string;
  readonly message: Message;
}

/** An expiry that is noticed late happened at the deadline: late payments are counted from there. */
function momentOf(row: TransitionRow, { expiresAt }: Transaction, { at }: DecisionContext): Date {
  const isLateExpiry = row.to === 'expired' && expiresAt !== null && expiresAt < at;
  return isLateExpiry ? expiresAt : at;
}

/**
 * The clock was read before the row was locked, and the process that had the row before may have
 * read a later time: times in the history never go backwards.
 */
function laterOf(at: Date, last: Date): Date {
  return at.getTime() < last.getTime() ? last : at;
}
