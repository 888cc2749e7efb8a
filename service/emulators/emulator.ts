import type { Direction, KeptBook, Move, Payment } from './book.ts';
import type { SentCallback } from './callbacks.ts';
import type { Faults } from './faults/faults.ts';
import type { Answer, Call } from './http.ts';
import type { Decision, Outcome, PaymentSettings, Payments } from './payments.ts';
import type { AskedStatement } from './portal/statement.ts';
import type { ProviderWallet } from './wallet.ts';

/** What every emulator has, besides the interface of its operator. */
export interface Emulator<Operation extends string, Details> {
  readonly url: string;
  readonly ledger: Ledger<Details>;
  readonly faults: Faults<Operation>;
  readonly approve: (reference: string) => Decision;
  readonly refuse: (reference: string) => Decision;
  readonly expire: (reference: string) => Decision;
  /** Reverses a payment that has succeeded. */
  readonly reverse: (reference: string) => Decision;
  readonly setFloat: (direction: Direction, amount: number) => void;
  /** The outcome of one number's payments from now on; `null` removes the rule. */
  readonly setOutcome: (msisdn: string, outcome: Outcome | null) => void;
  readonly revokeTokens: () => void;
  /** Resolves when the payment has ended, even if it is not requested yet. */
  readonly settled: (reference: string) => Promise<Payment<Details>>;
  readonly callbacksIdle: () => Promise<void>;
  /** Applies timeouts now, for a clock that a test moves. */
  readonly sweep: () => void;
  /** Its book, for an emulator that is started with it. */
  readonly keep: () => KeptBook<Details>;
  readonly goOffline: () => Promise<void>;
  readonly goOnline: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The operator's own books, to compare a merchant's books with. */
export interface Ledger<Details> {
  readonly payments: () => readonly Payment<Details>[];
  readonly find: (reference: string) => Payment<Details> | null;
  readonly moves: () => readonly Move[];
  /** How often money moved for one merchant id, over all references. */
  readonly timesMoved: (externalId: string) => number;
  readonly float: (direction: Direction) => number;
  /** Calls received, by kind, whatever their result. */
  readonly requests: () => Readonly<Record<string, number>>;
  readonly callbacks: () => readonly SentCallback[];
}

export interface CoreOptions {
  readonly port?: number;
  readonly now?: () => number;
  /** The seed for faults with a probability. */
  readonly seed?: number;
  readonly floatXaf?: number;
  /** One account for both directions, which others also use; `floatXaf` is then ignored. */
  readonly providerWallet?: ProviderWallet;
  /** Besides the callback: the operator also sends texts when a payment ends. */
  readonly onFinished?: (payment: Payment<unknown>) => void;
  /** The book of an emulator before it. */
  readonly kept?: KeptBook<unknown> | undefined;
}

export interface Settings extends PaymentSettings {
  /** Lets the endings of the magic numbers work on Cameroon's numbers too. */
  magicCameroon: boolean;
  callbackLimitMs: number;
}

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  decide: 'auto',
  settleMs: 20,
  delayedMs: 200,
  expiryMs: 5 * 60_000,
  magicCameroon: false,
  callbackLimitMs: 3_000,
};

export interface Endpoint<Operation extends string> {
  readonly operation: Operation;
  /** Performs the call. Without funds, the account that would pay is empty. */
  readonly run: (funds: 'booked' | 'none') => Answer;
}

export interface OperatorInterface<Operation extends string> {
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  readonly route: (call: Call) => Endpoint<Operation> | null;
  readonly renderError: (status: number, code: string) => Answer;
  readonly forbidden: () => Answer;
  readonly notFound: Answer;
  readonly revokeTokens: () => void;
  /** An account's statement in the form of the operator's portal. */
  readonly statement: (asked: AskedStatement) => Answer;
}

/** What a person at the emulator's page can see and change. */
export interface ControlledEmulator<Operation extends string, Details> {
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  readonly faults: Faults<Operation>;
  readonly ledger: Ledger<Details>;
  readonly payments: Payments<Details>;
  readonly statement: (asked: AskedStatement) => Answer;
}
