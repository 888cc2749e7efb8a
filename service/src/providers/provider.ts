import type { Operator } from '../domain/operators/operator.ts';
import type { Direction } from '../domain/payment-kinds.ts';
import type { Remark } from '../domain/remarks/remark.ts';

/**
 * A kind of outside system that moves money, as code. One adapter serves any number of configured
 * providers: two accounts with one operator are two providers of the same adapter.
 */
export interface Adapter {
  /** As in the folder and in the table `providers`. */
  readonly name: string;
  readonly operators: readonly Operator[];
  readonly abilities: Abilities;
  /** What an account has to be told, and which parts of it are secret. */
  readonly settings: readonly AccountSetting[];
  readonly connect: (account: Account) => Connector;
}

/** What the outside system can do. The service offers nothing that is not here. */
export interface Abilities {
  /** Sends a prompt to the player's phone (merchant-initiated deposits). */
  readonly collect: boolean;
  readonly payOut: boolean;
  readonly payeeName: boolean;
  /** It only pretends: no money moves, and what players do is simulated. */
  readonly simulated: boolean;
}

export interface AccountSetting {
  readonly name: string;
  readonly description: string;
  /** Kept sealed in the database, never shown again, never logged. */
  readonly secret: boolean;
  /** Null: the setting must be given. */
  readonly fallback: string | null;
  /** Says what is wrong with a value, as "must …", or null. */
  readonly findProblem?: (value: string) => string | null;
}

/** The settings of one provider: every name of the adapter's list has a value that it accepts. */
export type Account = Readonly<Record<string, string>>;

/** An adapter that is signed in to one account. No function ever throws or takes for ever. */
export interface Connector {
  /**
   * Finds the name under which the request can be asked about for ever, before anything is sent.
   * It moves no money and prompts nobody, so doing it twice does no harm.
   */
  readonly prepare: (order: Order, call: Call) => Promise<Prepared>;
  /** Sends the request. Called once in the life of a handle, whatever becomes of the answer. */
  readonly send: (order: PreparedOrder, call: Call) => Promise<SendAnswer>;
  readonly ask: (order: PreparedOrder, call: Call) => Promise<StatusAnswer>;
  /** Whether the system can be used now; for a provider that pays out, with its balance. */
  readonly check: (call: Call) => Promise<HealthAnswer>;
  /** The name of whoever owns a number, for the person who approves a payout. */
  readonly findPayeeName: (payee: PayeeQuestion, call: Call) => Promise<PayeeAnswer>;
  readonly close: () => Promise<void>;
}

export interface Order {
  readonly direction: Direction;
  /** Ours, a random UUID: one for each transaction and provider, for life. */
  readonly reference: string;
  /** The player's number, E.164 with plus. */
  readonly msisdn: string;
  readonly amountXaf: number;
  /** The channel's number or code: whom the player pays, or who pays out. */
  readonly merchantNumber: string;
  /** Words that the player may see; letters, digits and spaces. */
  readonly note: string;
  /** Where the system may tell us that something has happened; null when it cannot reach us. */
  readonly callbackUrl: string | null;
}

export interface PreparedOrder extends Order {
  /** What `prepare` found. */
  readonly handle: string;
}

/** The limits of one call, and where what was said goes. */
export interface Call {
  /** Everything that the call does outside ends by then, tokens and retries included. */
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

export type Prepared = { readonly kind: 'prepared'; readonly handle: string } | Refused;

/** The system has certainly not taken the request. */
export interface Refused {
  readonly kind: 'refused';
  /**
   * `payment`: the system looked at this payment and said no, so another provider would too.
   * `provider`: it could not be reached or does not work now, so another provider may be tried.
   */
  readonly because: 'payment' | 'provider';
  /** Its English sentence is the `state_reason`. */
  readonly reason: Remark;
  /** The system's own word for it. */
  readonly code: string | null;
}

/** Nobody can say whether the system has taken the request: it must be asked, never sent again. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly problem: Remark;
}

export type SendAnswer =
  | {
      readonly kind: 'accepted';
      /** True: this was the final success. False: the outcome has to be asked for. */
      readonly isFinal: boolean;
      readonly providerTxId: string | null;
    }
  | Refused
  | Unknown;

export type StatusAnswer =
  | { readonly kind: 'pending' }
  /** The system says so in clear words, of this amount. Everything doubtful is `unknown`. */
  | { readonly kind: 'succeeded'; readonly providerTxId: string | null }
  | { readonly kind: 'failed'; readonly reason: Remark; readonly code: string | null }
  /** The system answers, and does not know the handle. */
  | { readonly kind: 'not_found' }
  | Unknown;

export type HealthAnswer =
  | { readonly kind: 'up'; readonly balanceXaf: number | null }
  | { readonly kind: 'down'; readonly problem: Remark };

export interface PayeeQuestion {
  readonly msisdn: string;
  readonly merchantNumber: string;
}

export type PayeeAnswer =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'not_found' }
  | Unknown;
