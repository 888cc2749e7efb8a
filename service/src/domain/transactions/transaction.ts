import { OWN_APPLICATIONS } from '../access/own-application.ts';
import { type Operator } from '../operators/operator.ts';
import type { CollectionMode, Direction, ReasonCode } from '../payment-kinds.ts';
import type { Instructions } from './instructions.ts';

/** One deposit or withdrawal, as it is stored. Only `applyMove` makes the next value of one. */
export interface Transaction {
  readonly id: string;
  readonly applicationId: string;
  readonly direction: Direction;
  readonly reference: string;
  readonly playerId: string;
  readonly operator: Operator;
  readonly providerId: string;
  readonly channelId: string;
  /** `null` for withdrawals: collection modes do not apply to them. */
  readonly collectionMode: CollectionMode | null;
  /** E.164 with plus. */
  readonly msisdn: string;
  readonly amountXaf: number;
  readonly state: State;
  readonly stateReason: string;
  /** The same for programs: set exactly in the states of `STATES_WITH_REASON`. */
  readonly reasonCode: ReasonCode | null;
  readonly stateUpdatedAt: Date;
  readonly providerTxId: string | null;
  /** Set exactly while a deposit is open. */
  readonly expiresAt: Date | null;
  readonly callbackUrl: string | null;
  readonly instructions: Instructions | null;
  /** The deposit, or of a return the payment, that this withdrawal gives back; else `null`. */
  readonly refundOf: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export const DEPOSIT_STATES = [
  'pending',
  'provider_acknowledged',
  'succeeded',
  'failed',
  'expired',
  'requires_manual_resolution',
] as const;

export type DepositState = (typeof DEPOSIT_STATES)[number];

export const WITHDRAWAL_STATES = [
  'pending_approval',
  'approved',
  'provider_submitted',
  'succeeded',
  'failed',
  'requires_manual_resolution',
] as const;

export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

export type State = DepositState | WithdrawalState;

/** A payout that is approved or sent and not settled. */
export const UNDER_WAY = ['approved', 'provider_submitted'] as const satisfies readonly State[];

export const STATES_OF = {
  deposit: DEPOSIT_STATES,
  withdrawal: WITHDRAWAL_STATES,
} as const satisfies Record<Direction, readonly State[]>;

export const PAYMENT_EVENTS = ['payment.succeeded', 'payment.failed', 'payment.expired'] as const;

export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/**
 * A code or prompt of a page whose time is over may still be confirmed for so long: the tables take
 * the money for a day, and nobody waits that long with a number that a stranger may have typed.
 */
export const LATE_CONFIRMATION_MS = 1_800_000;

/** The player may still confirm: the only states in which `expiresAt` is set. */
export function isOpenDeposit(transaction: Pick<Transaction, 'state'>): boolean {
  return transaction.state === 'pending' || transaction.state === 'provider_acknowledged';
}

/** Its webhook may be replayed. `expired` is not settled: a late payment may still move it. */
export function isSettled(transaction: Pick<Transaction, 'state'>): boolean {
  return transaction.state === 'succeeded' || transaction.state === 'failed';
}

/** Nothing happens to it by itself any more, but for a late payment. */
export function hasEnded(state: State): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'expired';
}

export function requiresHumanApproval(transaction: Pick<Transaction, 'state'>): boolean {
  return transaction.state === 'pending_approval';
}

/** Whether it gives a payment back that belongs to no platform. */
export function isReturn({ applicationId }: Pick<Transaction, 'applicationId'>): boolean {
  return applicationId === OWN_APPLICATIONS.returns.id;
}

/** Whether it gives back what was paid above the amount of a deposit, `refundOf`. */
export function isOverpaid({ applicationId }: Pick<Transaction, 'applicationId'>): boolean {
  return applicationId === OWN_APPLICATIONS.overpayments.id;
}

/** Whether it pays a platform, whose id is its `playerId`, what it is owed. */
export function isSettlement({ applicationId }: Pick<Transaction, 'applicationId'>): boolean {
  return applicationId === OWN_APPLICATIONS.settlements.id;
}

/** The reference of a checkout's attempt ends so; others may do so too. */
export function isAttemptReference(reference: string): boolean {
  return /~[1-9]\d*$/.test(reference);
}

/** What never changes about a transaction, as it is stored; `instructions` as their exact text. */
export interface SealedFacts
  extends Pick<
    Transaction,
    | 'id'
    | 'applicationId'
    | 'direction'
    | 'reference'
    | 'playerId'
    | 'operator'
    | 'collectionMode'
    | 'msisdn'
    | 'amountXaf'
    | 'callbackUrl'
    | 'refundOf'
  > {
  readonly line: string | null;
  readonly instructions: string | null;
  /** Who asked for it: the first line of its history. `null` for one of release 0.2. */
  readonly createdBy: string | null;
}

/** Who asks for a deposit on the page of a checkout, instead of the platform or a person. */
export const CHECKOUT_ACTOR = 'checkout';

/** The text that a transaction's seal is made of. A change of it breaks every seal there is. */
export function sealedText(facts: SealedFacts): string {
  return JSON.stringify([
    'transaction',
    facts.id,
    facts.applicationId,
    facts.direction,
    facts.reference,
    facts.playerId,
    facts.operator,
    facts.collectionMode,
    facts.msisdn,
    facts.amountXaf,
    facts.callbackUrl,
    facts.line,
    facts.instructions,
    ...(facts.createdBy === null ? [] : [facts.createdBy]),
    ...(facts.refundOf === null ? [] : [facts.refundOf]),
  ]);
}

/** The text that the digest of an erased number is made of. */
export function erasedText({ id, msisdn }: Pick<SealedFacts, 'id' | 'msisdn'>): string {
  return JSON.stringify(['number', id, msisdn]);
}
