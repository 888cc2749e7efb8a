import type { JobStanding, PaymentJob } from '../domain/lines/sim-job.ts';
import type { Message } from '../domain/messages/message.ts';
import type { Operator } from '../domain/operators/operator.ts';
import type { Direction } from '../domain/payment-kinds.ts';
import type { RefusedDirections } from '../domain/providers/provider-health.ts';

/**
 * A kind of outside system that moves money, as code. One adapter serves any number of configured
 * providers: two accounts with one operator are two providers of the same adapter.
 */
export interface Adapter {
  /** As in the folder and in the table `providers`. */
  readonly name: string;
  readonly operators: readonly Operator[];
  readonly abilities: Abilities;
  /** The settings that an account needs, and which of them are secret. */
  readonly settings: readonly AccountSetting[];
  /**
   * Which payment a call to the account's address for callbacks is about, or `null` if it names
   * none. For systems that take one address for the whole account; it never throws.
   */
  readonly whichPayment?: (callback: ReceivedCallback) => HintedPayment | null;
  /**
   * `jobs` is for adapters of our own lines; without it they only receive. `operator` is the one
   * that the provider serves, for a system that keeps a float for each.
   */
  readonly connect: (account: Account, jobs?: LineJobs, operator?: Operator | null) => Connector;
}

/** A call of the system to us, as it came: nothing in it is proven. */
export interface ReceivedCallback {
  /** The arguments after the question mark, as they came. */
  readonly query: string;
  /** The beginning of the body. */
  readonly body: string;
}

export interface HintedPayment {
  /** Our reference, as the system repeats it. */
  readonly reference: string;
  /** The system's own id, for a system that gives it only later; a hint until a status proves it. */
  readonly handle: string | null;
}

/** The jobs of our own SIMs, and their results. Its functions may throw. */
export interface LineJobs {
  /** Why no SIM of the line would do it now, or `null` if one would. */
  readonly findProblem: (order: LineOrder) => Promise<Message | null>;
  /**
   * Gives a job to a SIM of the line, and waits until the modem agent has it on its disk. If that
   * takes too long, the job is withdrawn and can no longer be taken.
   */
  readonly give: (job: PaymentJob, timeoutMs: number) => Promise<Given>;
  readonly find: (reference: string) => Promise<JobStanding | null>;
  /** What the operator called this number on an earlier screen, or `null`. */
  readonly findName: (msisdn: string) => Promise<string | null>;
}

export type LineOrder = Pick<PaymentJob, 'operator' | 'line' | 'action' | 'amountXaf'>;

export type Given =
  | { readonly kind: 'taken' }
  | { readonly kind: 'not_taken'; readonly problem: Message };

/** What the outside system can do. The service offers nothing that is not here. */
export interface Abilities {
  /** Sends a prompt to the player's phone (merchant-initiated deposits). */
  readonly collect: boolean;
  readonly payOut: boolean;
  readonly payeeName: boolean;
  /** It can be asked about a payment by our reference, also about one that we have no record of. */
  readonly asksByReference: boolean;
  /** Its `not_found` proves nothing before this long after the payment may have been sent. */
  readonly notFoundAfterMs?: number;
  /**
   * The system names a payment only in its answer or in a callback, so one whose answer was lost
   * cannot be asked about. It can collect; the registry refuses it if it would also pay out.
   */
  readonly learnsHandle?: true;
  /**
   * Its channels are lines of ours: only the operator's texts show what players pay, and what a
   * line can do depends on its SIM.
   */
  readonly ownLines: boolean;
  /** True if the adapter moves no money, and what players do is simulated. */
  readonly simulated: boolean;
  /**
   * The name of the account that payouts leave, if it is not the one that deposits come to: a
   * separate wallet in the books.
   */
  readonly payoutWallet?: string;
  /** One wallet of the account serves all of its operators. */
  readonly onePool?: true;
}

export interface AccountSetting {
  readonly name: string;
  readonly description: string;
  /** Kept sealed in the database, never shown again, never logged. */
  readonly secret: boolean;
  /** `null` if the setting must be given. */
  readonly fallback: string | null;
  /** Says what is wrong with a value, as "must …", or `null`. */
  readonly findProblem?: (value: string) => string | null;
}

/** The settings of one provider: every name of the adapter's list has a value that it accepts. */
export type Account = Readonly<Record<string, string>>;

/** An adapter that is signed in to one account. No function ever throws or runs without limit. */
export interface Connector {
  /**
   * Finds the handle by which the request can always be asked about, before anything is sent. It
   * moves no money and sends no prompt, so doing it twice does no harm. `null` if the system gives
   * the handle later (`learnsHandle`).
   */
  readonly prepare: (order: Order, call: Call) => Promise<Prepared>;
  /** Sends the request. Called only once for a handle, whatever happens to the answer. */
  readonly send: (order: PreparedOrder, call: Call) => Promise<SendAnswer>;
  readonly ask: (order: PreparedOrder, call: Call) => Promise<StatusAnswer>;
  /** Whether the system can be used now; for a provider that pays out, with its balance. */
  readonly check: (call: Call) => Promise<HealthAnswer>;
  /** The name of the owner of a number, for the person who approves a payout. */
  readonly findPayeeName: (payee: PayeeQuestion, call: Call) => Promise<PayeeAnswer>;
  readonly close: () => Promise<void>;
}

export interface Order {
  readonly direction: Direction;
  readonly operator: Operator;
  /**
   * Our own UUID, the same for the same transaction, also when it is created again after a restore:
   * so the system never takes it for a second payment.
   */
  readonly reference: string;
  /** The player's number, E.164 with plus. */
  readonly msisdn: string;
  /** Of a person who was erased: whether a number is the one that was theirs. */
  readonly wasNumber?: (msisdn: string) => boolean;
  readonly amountXaf: number;
  /** The channel's number or code: the one that the player pays, or the one that pays out. */
  readonly merchantNumber: string;
  /** A text that the player may see; letters, digits and spaces. */
  readonly note: string;
  /** Where the system may notify us, or `null` if it cannot reach us. */
  readonly callbackUrl: string | null;
}

export interface PreparedOrder extends Order {
  /**
   * What `prepare` found; our reference while it is sent to a system that gives the handle later,
   * which is never asked before it is learnt.
   */
  readonly handle: string;
}

/** The limits of one call, and where its exchanges are kept. */
export interface Call {
  /** Everything that the call does outside ends within this time, including tokens and retries. */
  readonly timeoutMs: number;
  /** Keeps one exchange as evidence. The adapter has removed every secret from it. */
  readonly keep: (exchange: Exchange) => void;
}

/** One request and what came back, for people to read and for disputes. */
export interface Exchange {
  /** Method and path, without secrets. */
  readonly request: string;
  readonly status: number | null;
  /** The beginning of the answer, at most 4 KiB. */
  readonly answer: string | null;
  readonly error: string | null;
  readonly latencyMs: number;
}

export type Prepared =
  | { readonly kind: 'prepared'; readonly handle: string | null }
  | RefusedRequest;

/** The system has certainly not taken the request. */
export interface RefusedRequest {
  readonly kind: 'refused';
  /**
   * `payment`: the system checked this payment and refused it, so another provider would too.
   * `provider`: it could not be reached or does not work now, so another provider may be tried.
   */
  readonly because: 'payment' | 'provider';
  /** Its English sentence is the `state_reason`. */
  readonly reason: Message;
  /** The system's own code for it. */
  readonly code: string | null;
}

/** It is not known whether the system has taken the request: ask it, never send again. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly problem: Message;
  /** The system works and has answered that it does not know either. */
  readonly isAnswer?: true;
  /** It names another reference than ours, so what it was asked by is not this payment's handle. */
  readonly isOfAnother?: true;
}

export type SendAnswer =
  | {
      readonly kind: 'accepted';
      /** True if this was the final success; otherwise the outcome has to be asked for. */
      readonly isFinal: boolean;
      readonly providerTxId: string | null;
      /** The system's own id, from one that gives it in this answer; stored once, never replaced. */
      readonly handle?: string;
    }
  | RefusedRequest
  | Unknown;

export type StatusAnswer =
  | { readonly kind: 'pending' }
  /** The system says so clearly, for this amount. Everything doubtful is `unknown`. */
  | {
      readonly kind: 'succeeded';
      readonly providerTxId: string | null;
      /** What the system kept of it; without it the statement says so. */
      readonly feeCents?: number | null;
    }
  | {
      readonly kind: 'failed';
      readonly reason: Message;
      readonly code: string | null;
      /** It failed by waiting. A payout that is still on its way there may be reported so. */
      readonly isExpiry?: true;
    }
  /**
   * The system answers that it does not know the handle. One that does not keep our reference
   * cannot say so: an empty list or a 404 of it is `unknown`.
   */
  | { readonly kind: 'not_found' }
  | DifferingPayment
  | Unknown;

/**
 * The system names our request, but another operator, number or amount than we asked for. It is an
 * answer, and the payment is neither ours to credit nor nobody's.
 */
export interface DifferingPayment {
  readonly kind: 'differs';
  readonly problem: Message;
  /** The system says that it was paid. */
  readonly isPaid: boolean;
}

export type HealthAnswer =
  | {
      readonly kind: 'up';
      readonly balanceXaf: number | null;
      /** Products of a working system that do not accept our credentials, and why. */
      readonly refuses?: RefusedDirections;
    }
  | { readonly kind: 'down'; readonly problem: Message };

export interface PayeeQuestion {
  readonly msisdn: string;
  readonly merchantNumber: string;
}

export type PayeeAnswer =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'not_found' }
  | Unknown;
