import {
  CALL_TIMEOUT_MS,
  type CallOptions,
  type ClientOptions,
  createSend,
  type Memory,
  type Send,
} from './send.ts';
import type {
  ClockAdvance,
  Deposit,
  DepositRequest,
  Detection,
  DetectionRequest,
  Health,
  JsonWebKeySet,
  OperationId,
  Phone,
  PhoneRequest,
  ProviderCatalogue,
  ProviderHealthList,
  PublicKey,
  Replay,
  SimulatedOutcome,
  Simulation,
  Statement,
  StatementFilter,
  Transaction,
  TransactionFilter,
  TransactionPage,
  TransactionSummary,
  WebhookFilter,
  WebhookPage,
  Withdrawal,
  WithdrawalRequest,
} from './types.ts';
import { createWebhookVerifier } from './verify-webhook.ts';
import { waitFor } from './wait-for.ts';

export type PaymentsClient = ReturnType<typeof createClient>;

/** A client of the service: one method for each operation, and some that combine them. */
export function createClient(options: ClientOptions) {
  const operations = createOperations(createSend(options));
  const verifier = createWebhookVerifier({ jwks: operations.getJwks });
  return {
    ...operations,
    /** Reads the transaction, politely, until it has succeeded, failed or expired. */
    waitFor: waitFor.bind(null, {
      read: operations.getTransaction,
      readTimeoutMs: options.timeoutMs ?? CALL_TIMEOUT_MS,
    }),
    /** Every transaction of a player, newest first, page after page. */
    playerTransactions: (playerId: string, filter: TransactionFilter = {}, call?: CallOptions) =>
      listAll((page) => operations.listPlayerTransactions(playerId, { ...filter, page }, call), {
        from: filter.page ?? 1,
      }),
    /** Returns the payload of a genuine webhook; otherwise throws a `WebhookError`. */
    verifyWebhook: verifier,
  };
}

function createOperations(send: Send) {
  const keySet: Memory = { last: null };
  const read = <Answer>(path: string, call?: CallOptions) =>
    send<Answer>({ method: 'GET', path, isRepeatable: true }, call);
  const post = <Answer>(path: string, body: unknown, call?: CallOptions) =>
    send<Answer>({ method: 'POST', path, body, isRepeatable: true }, call);
  const act = <Answer>(path: string, body: unknown, call?: CallOptions) =>
    send<Answer>({ method: 'POST', path, body, isRepeatable: false }, call);
  return {
    /** The same `reference` returns the same deposit, so it may be called again after an error. */
    createDeposit: (body: DepositRequest, call?: CallOptions) =>
      post<Deposit>('/api/v1/deposits', body, call),
    createWithdrawal: (body: WithdrawalRequest, call?: CallOptions) =>
      post<Withdrawal>('/api/v1/withdrawals', body, call),
    getTransaction: (id: string, call?: CallOptions) =>
      read<Transaction>(`/api/v1/transactions/${encodeURIComponent(id)}`, call),
    listPlayerTransactions: (
      playerId: string,
      filter: TransactionFilter = {},
      call?: CallOptions,
    ) =>
      read<TransactionPage>(
        `/api/v1/players/${encodeURIComponent(playerId)}/transactions${queryOf(filter)}`,
        call,
      ),
    replayWebhook: (id: string, call?: CallOptions) =>
      act<Replay>(`/api/v1/transactions/${encodeURIComponent(id)}/replay-webhook`, undefined, call),
    /** The deliveries of webhooks; the next page begins at `next_before`. */
    listWebhooks: (filter: WebhookFilter = {}, call?: CallOptions) =>
      read<WebhookPage>(`/api/v1/webhooks${queryOf(filter)}`, call),
    /** What you are owed and the movements; the next page begins at `next_cursor`. */
    getStatement: (filter: StatementFilter, call?: CallOptions) =>
      read<Statement>(`/api/v1/statement${queryOf(filter)}`, call),
    detectOperator: (body: DetectionRequest, call?: CallOptions) =>
      post<Detection>('/api/v1/msisdn/detect', body, call),
    listProviders: (country = 'CM', call?: CallOptions) =>
      read<ProviderCatalogue>(`/api/v1/${encodeURIComponent(country)}/providers`, call),
    listProviderHealth: (country = 'CM', call?: CallOptions) =>
      read<ProviderHealthList>(`/api/v1/${encodeURIComponent(country)}/providers/status`, call),
    getCallbackPublicKey: (call?: CallOptions) =>
      read<PublicKey>('/api/v1/security/callback-public-key', call),
    getJwks: (call?: CallOptions) =>
      send<JsonWebKeySet>(
        { method: 'GET', path: '/api/v1/security/jwks.json', isRepeatable: true, memory: keySet },
        call,
      ),
    /** Sandbox only. */
    simulateOutcome: (id: string, outcome: SimulatedOutcome, call?: CallOptions) =>
      act<Simulation>(
        `/api/v1/sandbox/transactions/${encodeURIComponent(id)}/simulate`,
        { outcome },
        call,
      ),
    /** Sandbox only: lets time pass for open transactions. */
    advanceClock: (seconds: number, call?: CallOptions) =>
      act<ClockAdvance>('/api/v1/sandbox/clock/advance', { seconds }, call),
    /** Sandbox only: a page on which a person confirms or refuses the requests to this number. */
    openPhone: (body: PhoneRequest, call?: CallOptions) =>
      post<Phone>('/api/v1/sandbox/phones', body, call),
    getHealth: (call?: CallOptions) => read<Health>('/health', call),
  } satisfies Record<OperationId, unknown>;
}

async function* listAll(
  list: (page: number) => Promise<TransactionPage>,
  { from }: { readonly from: number },
): AsyncGenerator<TransactionSummary, void, undefined> {
  // A transaction that is created meanwhile shifts the pages, so one may come twice.
  const seen = new Set<string>();
  for (let page = from; ; page += 1) {
    const { items, pages } = await list(page);
    for (const item of items) {
      if (!seen.has(item.service_tx_id)) yield item;
      seen.add(item.service_tx_id);
    }
    if (page >= pages || items.length === 0) return;
  }
}

function queryOf(filter: TransactionFilter | WebhookFilter | StatementFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? '' : `?${query}`;
}
