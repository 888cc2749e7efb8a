import { type Act, type AgreedDecision, type Approved, mayAgree } from '../access/agreement.ts';
import type { StaffAccess } from '../access/staff-session.ts';
import type { Said } from '../provider-requests/provider-request.ts';
import { readReason } from '../reason.ts';
import { isPaidBefore } from '../receipts/matching.ts';
import type { State, Transaction } from '../transactions/transaction.ts';

/** What a person may decide about a held transaction: it was paid, or it was not. */
export const RESOLUTIONS = ['confirm', 'reject'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What is known of the transaction's provider request. */
export interface RequestFacts {
  /** It was certainly never sent, or never taken. */
  readonly isUnsent: boolean;
  /** The provider's last status that meant something. */
  readonly said: Said | null;
  /** Since when the provider reports this status. */
  readonly saidAt: Date | null;
}

/** A restored database does not know what was sent after the restored moment. */
export function requestFactsOf(
  row: {
    readonly sent_at: Date | null;
    readonly said: Said | null;
    readonly said_at: Date | null;
  } | null,
  lastTrigger: string | null,
): RequestFacts | null {
  if (row === null) return null;
  const isUnsent = row.sent_at === null && lastTrigger !== 'restored';
  return { isUnsent, said: row.said, saidAt: row.said_at };
}

/** What else is known when a person decides about a transaction. */
export interface DecidedFacts {
  readonly request: RequestFacts | null;
  /** When a text or a statement last reported that the payout was paid, or `null` if none did. */
  readonly reportedAt: Date | null;
  /** What two people decided about it before. */
  readonly decidedByTwo: Resolution | null;
  readonly isQuarantined: boolean;
}

/** What is known of a payout that was never approved. */
export const UNSENT: DecidedFacts = {
  request: { isUnsent: true, said: null, saidAt: null },
  reportedAt: null,
  decidedByTwo: null,
  isQuarantined: false,
};

/** A decision about a held transaction, with the facts that decide how many people it needs. */
export function resolutionOf(
  { direction, amountXaf }: Pick<Transaction, 'direction' | 'amountXaf'>,
  resolution: Resolution,
  { request, reportedAt, decidedByTwo, isQuarantined }: DecidedFacts,
  money: MoneyChoice | null = null,
): Act {
  return {
    kind: 'resolve',
    resolution,
    direction,
    amountXaf,
    contradictsProvider:
      request !== null && request.said !== null && AGAINST[resolution].includes(request.said),
    contradictsReport: resolution === 'reject' && reportedAt !== null,
    undoesTwo: decidedByTwo !== null && decidedByTwo !== resolution,
    isQuarantined,
    isUnsent: request?.isUnsent ?? false,
    returnsPayment: resolution === 'reject' && money === 'returned',
  };
}

/** The provider statuses that a resolution contradicts. */
const AGAINST: Readonly<Record<Resolution, readonly Said[]>> = {
  confirm: ['failed', 'not_found'],
  reject: ['succeeded'],
};

/** A payment that a person chose to complete a deposit from. */
export interface ChosenPayment {
  readonly id: string;
  /** A balance of its line, or the provider, proves it. */
  readonly isTrusted: boolean;
  /** When the operator took it, or when its text came if it names no time. */
  readonly paidAt: Date;
  /** Staff confirmed another deposit, and this may be its payment. */
  readonly isReserved: boolean;
}

export function toChosenPayment(row: {
  readonly id: string;
  readonly is_trusted: boolean;
  readonly operator_time: Date | null;
  readonly received_at: Date;
  readonly reserved_for: string | null;
}): ChosenPayment {
  const { id, is_trusted: isTrusted, operator_time, received_at } = row;
  const isReserved = row.reserved_for !== null;
  return { id, isTrusted, paidAt: operator_time ?? received_at, isReserved };
}

/** The completion of a deposit, with the facts that decide how many people it needs. */
export function completionOf(
  deposit: Pick<Transaction, 'amountXaf' | 'createdAt'>,
  payments: readonly ChosenPayment[],
  { approved, isKnownPayer }: { readonly approved: Approved; readonly isKnownPayer: boolean },
): Act {
  return {
    kind: 'complete',
    amountXaf: deposit.amountXaf,
    isUnproven: payments.some(({ isTrusted }) => !isTrusted),
    isOlder: payments.some((payment) => isOlder(payment, deposit)),
    isReserved: payments.some(({ isReserved }) => isReserved),
    isKnownPayer,
    approvedXaf: approved.sumXaf,
    unprovenXaf: approved.unprovenXaf,
  };
}

/** Whether nothing but a person's word says that the payment came, or that it is for the deposit. */
export function countsOnWord(
  payment: ChosenPayment,
  deposit: Pick<Transaction, 'createdAt'>,
): boolean {
  return !payment.isTrusted || isOlder(payment, deposit);
}

function isOlder({ paidAt }: ChosenPayment, deposit: Pick<Transaction, 'createdAt'>): boolean {
  return isPaidBefore({ operatorTime: paidAt }, deposit);
}

/**
 * A person's yes counts from this moment on: it stays valid for a limited time, and a yes from
 * before the provider's status, or before a report that it was paid, must be given again.
 */
export function countedSince(
  now: Date,
  { approvalValidMs }: { readonly approvalValidMs: number },
  known: Pick<DecidedFacts, 'request' | 'reportedAt'> | null,
): Date {
  const valid = now.getTime() - approvalValidMs;
  const { request = null, reportedAt = null } = known ?? {};
  const isFinal = request?.said === 'succeeded' || request?.said === 'failed';
  const said = isFinal ? (request.saidAt?.getTime() ?? 0) : 0;
  return new Date(Math.max(valid, said, reportedAt?.getTime() ?? 0));
}

/** What two people decided last. A second yes by `momo` on the machine is in no list of people. */
export function decidedByTwo(
  history: readonly { readonly seq: number; readonly trigger: string; readonly actor: string }[],
  agreed: readonly Pick<Given, 'decision' | 'version'>[],
): Resolution | null {
  const last = history.findLast(({ trigger }) => DECIDING.has(trigger));
  if (last === undefined) return null;
  const resolution = DECIDING.get(last.trigger) ?? null;
  const people = agreed.filter(
    ({ decision, version }) => decision === resolution && version === last.seq - 1,
  );
  return people.length > 1 || last.actor === 'momo' ? resolution : null;
}

const DECIDING: ReadonlyMap<string, Resolution> = new Map([
  ['staff_confirmed', 'confirm'],
  ['staff_completed', 'confirm'],
  ['staff_rejected', 'reject'],
]);

/**
 * Whether a person's yes counts for a transaction as it is now. While a decision waits, it counts
 * if it was given for this version and is not too old; afterwards, if it was one of the last.
 */
export function countsFor(
  given: Given,
  asked: {
    readonly transaction: Pick<Transaction, 'state' | 'version'>;
    readonly since: Date;
    readonly approvals: readonly Given[];
  },
): boolean {
  const { state, version } = asked.transaction;
  if (!mayAgree(given, given.decision)) return false;
  if (UNDECIDED.has(state)) return given.version === version && given.at > asked.since;
  return asked.approvals.every((other) => other.version <= given.version);
}

/** Deposits that have expired can still be completed. */
const UNDECIDED: ReadonlySet<State> = new Set([
  'pending_approval',
  'requires_manual_resolution',
  'pending',
  'expired',
]);

interface Given extends StaffAccess {
  readonly decision: AgreedDecision;
  readonly version: number;
  readonly at: Date;
}

/**
 * What becomes of a payment when staff refuse its deposit: usable again, back with the payer, or on
 * its way there by a withdrawal that another person approves.
 */
export const MONEY_CHOICES = ['free', 'returned', 'sent_back'] as const;
export type MoneyChoice = (typeof MONEY_CHOICES)[number];

export type RefusedMoney =
  | { readonly becomes: 'free' | 'sent_back' }
  /** `how` answers later questions: it may be an operator's id, for example. */
  | { readonly becomes: 'returned'; readonly how: string };

/** What staff said, if it is complete: returned money needs a `how`. */
export function readRefusedMoney(said: {
  readonly choice: MoneyChoice | null;
  readonly how: string | null;
}): RefusedMoney | null {
  if (said.choice === 'free' || said.choice === 'sent_back') return { becomes: said.choice };
  const how = readReason(said.how ?? '');
  if (said.choice !== 'returned' || 'error' in how) return null;
  return { becomes: 'returned', how: how.value };
}

/** Whether a payment is known that must not be lost with the deposit. */
export function hasMoney(
  { direction, providerTxId }: Pick<Transaction, 'direction' | 'providerTxId'>,
  receipts: number,
): boolean {
  return direction === 'deposit' && (providerTxId !== null || receipts > 0);
}
