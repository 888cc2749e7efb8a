import { type CallOptions, type ClientOptions, definedOf } from './options.ts';
import { type Listing, listingOf, type More } from './pages.ts';
import { type Answer, CALL_TIMEOUT_MS, createSend, type Memory, type Send } from './send.ts';
import type {
  Balance,
  Checkout,
  CheckoutRequest,
  ClockAdvance,
  CreatedCheckout,
  Deposit,
  DepositRequest,
  Detection,
  DetectionRequest,
  Health,
  JsonWebKeySet,
  Movement,
  OperationId,
  Phone,
  PhoneRequest,
  ProviderCatalogue,
  ProviderHealthList,
  PublicKey,
  RefundRequest,
  Replay,
  SimulatedOutcome,
  Simulation,
  Statement,
  StatementFilter,
  Transaction,
  TransactionFilter,
  TransactionList,
  TransactionListFilter,
  TransactionPage,
  TransactionSummary,
  WebhookDelivery,
  WebhookFilter,
  WebhookPage,
  Withdrawal,
  WithdrawalRequest,
} from './types.ts';
import { createWebhookVerifier, type VerifyWebhook } from './verify-webhook.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';

/** One method for each operation of the interface, named as in `docs/openapi.json`. */
export interface Operations {
  /**
   * Collects money from a phone. Branch on `collection_mode` of the answer: the player confirms on
   * the phone, or dials the code of `instructions`. The same `reference` gives the same deposit, so
   * a call may be repeated after any error.
   */
  readonly createDeposit: (body: DepositRequest, options?: CallOptions) => Promise<Answer<Deposit>>;
  /**
   * Pays money out to a phone, once staff of the service have approved it. The same `reference`
   * gives the same withdrawal, so a call may be repeated after any error.
   */
  readonly createWithdrawal: (
    body: WithdrawalRequest,
    options?: CallOptions,
  ) => Promise<Answer<Withdrawal>>;
  /**
   * Gives the money of a deposit back to its phone, all that is left of it unless `amount_xaf` says
   * less: a withdrawal that staff of the service approve. The same `reference` gives the same
   * refund.
   */
  readonly createRefund: (
    depositId: string,
    body: RefundRequest,
    options?: CallOptions,
  ) => Promise<Answer<Withdrawal>>;
  /**
   * Makes a page on which a buyer pays an amount: send the buyer to `url` of the answer. The same
   * `reference` gives the same checkout, so a call may be repeated after any error.
   */
  readonly createCheckout: (
    body: CheckoutRequest,
    options?: CallOptions,
  ) => Promise<Answer<CreatedCheckout>>;
  /** Reads a checkout by its `checkout_id`: do this before you deliver. */
  readonly getCheckout: (id: string, options?: CallOptions) => Promise<Answer<Checkout>>;
  /** Cancels an open checkout. What a buyer still pays is listed as `surplus`. */
  readonly cancelCheckout: (id: string, options?: CallOptions) => Promise<Answer<Checkout>>;
  /** Reads a transaction by its `service_tx_id`. */
  readonly getTransaction: (id: string, options?: CallOptions) => Promise<Answer<Transaction>>;
  /** Lists a player's transactions, newest first. `for await` goes over all pages. */
  readonly listPlayerTransactions: (
    playerId: string,
    filter?: TransactionFilter,
    options?: CallOptions,
  ) => Listing<TransactionSummary, Answer<TransactionPage>>;
  /**
   * Lists your transactions, newest first: by `reference`, player, state, operator or time. `for
   * await` goes over all pages.
   */
  readonly listTransactions: (
    filter?: TransactionListFilter,
    options?: CallOptions,
  ) => Listing<TransactionSummary, Answer<TransactionList>>;
  /** Sends the webhook of a transaction that has succeeded or failed once more. */
  readonly replayWebhook: (id: string, options?: CallOptions) => Promise<Answer<Replay>>;
  /** Lists the deliveries of webhooks, newest first. `for await` goes over all pages. */
  readonly listWebhooks: (
    filter?: WebhookFilter,
    options?: CallOptions,
  ) => Listing<WebhookDelivery, Answer<WebhookPage>>;
  /**
   * Reads what you are owed over some days, and the movements, the oldest first. `for await` goes
   * over the movements of all pages.
   */
  readonly getStatement: (
    filter: StatementFilter,
    options?: CallOptions,
  ) => Listing<Movement, Answer<Statement>>;
  /** Reads what you have with the service now, and what can be paid out of it. */
  readonly getBalance: (options?: CallOptions) => Promise<Answer<Balance>>;
  /** Finds the operator of a number, and the number in its normal form. */
  readonly detectOperator: (
    body: DetectionRequest,
    options?: CallOptions,
  ) => Promise<Answer<Detection>>;
  /** Lists the providers of a country: `CM` by default. */
  readonly listProviders: (
    country?: string,
    options?: CallOptions,
  ) => Promise<Answer<ProviderCatalogue>>;
  /** Reports how the providers of a country are doing: `CM` by default. */
  readonly listProviderHealth: (
    country?: string,
    options?: CallOptions,
  ) => Promise<Answer<ProviderHealthList>>;
  /** Reads the key that signs webhooks now. `getJwks` has all that may sign one. */
  readonly getCallbackPublicKey: (options?: CallOptions) => Promise<Answer<PublicKey>>;
  /** Reads all keys that may sign webhooks. `verifyWebhook` calls it by itself. */
  readonly getJwks: (options?: CallOptions) => Promise<Answer<JsonWebKeySet>>;
  /** Sandbox only: decides how a transaction ends. */
  readonly simulateOutcome: (
    id: string,
    outcome: SimulatedOutcome,
    options?: CallOptions,
  ) => Promise<Answer<Simulation>>;
  /** Sandbox only: lets time pass for open transactions. */
  readonly advanceClock: (seconds: number, options?: CallOptions) => Promise<Answer<ClockAdvance>>;
  /** Sandbox only: opens a page on which a person confirms or refuses the requests to a number. */
  readonly openPhone: (body: PhoneRequest, options?: CallOptions) => Promise<Answer<Phone>>;
  /** Reports whether the service is up. Needs no key. */
  readonly getHealth: (options?: CallOptions) => Promise<Answer<Health>>;
}

export interface PaymentsClient extends Operations {
  /**
   * Reads a transaction again and again, less often as time passes, until it has succeeded, failed
   * or expired. Out of time it throws a `NotSettledError`.
   */
  readonly waitFor: (id: string, options?: WaitOptions) => Promise<Answer<Transaction>>;
  /**
   * The older name of `listPlayerTransactions`.
   *
   * @deprecated since 0.3
   */
  readonly playerTransactions: Operations['listPlayerTransactions'];
  /** Returns the payload of a genuine webhook; otherwise throws a `WebhookError`. */
  readonly verifyWebhook: VerifyWebhook;
}

/** Makes a client of the service. Wrong options are a `TypeError` at once. */
export function createClient(options: ClientOptions): PaymentsClient {
  const operations = createOperations(createSend(options));
  return {
    ...operations,
    waitFor: waitFor.bind(null, {
      read: operations.getTransaction,
      readTimeoutMs: options.timeoutMs ?? CALL_TIMEOUT_MS,
    }),
    playerTransactions: operations.listPlayerTransactions,
    verifyWebhook: createWebhookVerifier({ jwks: operations.getJwks }),
  };
}

function createOperations(send: Send): Operations & Record<OperationId, unknown> {
  const keySet: Memory = { tag: null };
  const read = <Body extends object>(path: string, call?: CallOptions) =>
    send<Body>({ method: 'GET', path }, call);
  const post = <Body extends object>(path: string, body: unknown, call?: CallOptions) =>
    send<Body>({ method: 'POST', path, body }, call);
  const act = <Body extends object>(path: string, body: unknown, call?: CallOptions) =>
    send<Body>({ method: 'POST', path, body, isAct: true }, call);
  const pagesOf =
    <Page extends object>(path: string, filter?: object, call?: CallOptions) =>
    (more?: More) => {
      const query = new URLSearchParams(definedOf({ ...filter, ...more }));
      return read<Page>(query.size > 0 ? `${path}?${query}` : path, call);
    };
  /** A list whose pages name where the next one begins. */
  const chained = <Item, Page extends { items: Item[] }>(
    by: 'before' | 'cursor',
    path: string,
    filter?: object,
    call?: CallOptions,
  ) =>
    listingOf<Item, Answer<Page>>(pagesOf<Page>(path, filter, call), (page) => {
      const at: string | null = page[`next_${by}` as never];
      return at && { [by]: at };
    });
  return {
    createDeposit: (body, call) => post(api`deposits`, body, call),
    createWithdrawal: (body, call) => post(api`withdrawals`, body, call),
    createRefund: (id, body, call) => post(api`deposits/${id}/refunds`, body, call),
    createCheckout: (body, call) => post(api`checkouts`, body, call),
    getCheckout: (id, call) => read(api`checkouts/${id}`, call),
    cancelCheckout: (id, call) => post(api`checkouts/${id}/cancel`, undefined, call),
    getTransaction: (id, call) => read(api`transactions/${id}`, call),
    listPlayerTransactions: (playerId, filter, call) =>
      listingOf(
        pagesOf<TransactionPage>(api`players/${playerId}/transactions`, filter, call),
        ({ page, pages }) => (page < pages ? { page: page + 1 } : null),
        ({ service_tx_id: id }) => id,
      ),
    listTransactions: (filter, call) => chained('cursor', api`transactions`, filter, call),
    replayWebhook: (id, call) => act(api`transactions/${id}/replay-webhook`, undefined, call),
    listWebhooks: (filter, call) => chained('before', api`webhooks`, filter, call),
    getStatement: (filter, call) => chained('cursor', api`statement`, filter, call),
    getBalance: (call) => read(api`balance`, call),
    detectOperator: (body, call) => post(api`msisdn/detect`, body, call),
    listProviders: (country = 'CM', call) => read(api`${country}/providers`, call),
    listProviderHealth: (country = 'CM', call) => read(api`${country}/providers/status`, call),
    getCallbackPublicKey: (call) => read(api`security/callback-public-key`, call),
    getJwks: (call) => send({ method: 'GET', path: api`security/jwks.json`, memory: keySet }, call),
    simulateOutcome: (id, outcome, call) =>
      act(api`sandbox/transactions/${id}/simulate`, { outcome }, call),
    advanceClock: (seconds, call) => act(api`sandbox/clock/advance`, { seconds }, call),
    openPhone: (body, call) => post(api`sandbox/phones`, body, call),
    getHealth: (call) => read('/health', call),
  };
}

/** A path whose variable parts are encoded. */
function api(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return `/api/v1/${String.raw({ raw: parts }, ...values.map(encodeURIComponent))}`;
}
