import type {
  ClockAdvance,
  DepositRequest,
  Direction,
  JsonWebKeySet,
  Movement,
  PublicKey,
  RefundRequest,
  Replay,
  SimulatedOutcome,
  Simulation,
  TransactionList,
  TransactionPage,
} from '../types.ts';
import { balanceOf, statementOf, summaryOf } from './fake-books.ts';
import {
  advanceCheckouts,
  cancelCheckout,
  createCheckout,
  type FakeCheckout,
  readCheckout,
  replayExpiry,
} from './fake-checkouts.ts';
import {
  type CheckedRequest,
  compileCheck,
  Refused,
  type RouteSchema,
  refuseIssues,
  replayed,
} from './fake-checks.ts';
import {
  advance,
  type Created,
  create,
  createRefund,
  type Ledger,
  refundedOf,
  simulate,
} from './fake-ledger.ts';
import { catalogue, detect, health, phone } from './fake-providers.ts';
import { type Outbox, pageOf, reportPayment } from './fake-webhooks.ts';
import {
  advanceClockSchema,
  balanceSchema,
  cancelCheckoutSchema,
  createCheckoutSchema,
  cursorIssues,
  depositSchema,
  detectSchema,
  endOfTime,
  eventOf,
  findDifferences,
  isSettled,
  listOwnTransactionsSchema,
  listOwnWebhooksSchema,
  openPhoneSchema,
  playerListSchema,
  providerHealthSchema,
  providersSchema,
  reachableOutcomes,
  readCheckoutSchema,
  readTransactionSchema,
  refundSchema,
  replaySchema,
  reversedRangeIssues,
  simulateSchema,
  startOfTime,
  statementSchema,
  type Transaction,
  toDepositResponse,
  toTransactionBody,
  toWithdrawalResponse,
  withdrawalSchema,
} from './service-rules.ts';

export interface FakeState extends Outbox {
  readonly ledger: Ledger;
  readonly movements: Movement[];
  readonly checkouts: Map<string, FakeCheckout>;
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly publicKey: () => Promise<PublicKey>;
}

/** What a route gives back beside its body. */
export interface RouteContext {
  readonly origin: string;
  readonly setHeader: (name: string, value: string) => void;
}

type Give = (
  state: FakeState,
  request: CheckedRequest,
  context: RouteContext,
) => Promise<object> | object;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly segments: readonly string[];
  readonly check: ReturnType<typeof compileCheck>;
  readonly give: Give;
}

function route(method: Route['method'], path: string, schema: RouteSchema, give: Give): Route {
  return { method, segments: path.split('/'), check: compileCheck(schema), give };
}

const EMPTY: RouteSchema = {};

export const ROUTES: readonly Route[] = [
  route('POST', '/api/v1/deposits', depositSchema(), (state, { body }, context) =>
    createPayment(state, 'deposit', body, context),
  ),
  route('POST', '/api/v1/withdrawals', withdrawalSchema(), (state, { body }, context) =>
    createPayment(state, 'withdrawal', body, context),
  ),
  route('POST', '/api/v1/deposits/:service_tx_id/refunds', refundSchema(), refund),
  route('POST', '/api/v1/checkouts', createCheckoutSchema, createCheckout),
  route('GET', '/api/v1/checkouts/:checkout_id', readCheckoutSchema, readCheckout),
  route('POST', '/api/v1/checkouts/:checkout_id/cancel', cancelCheckoutSchema, cancelCheckout),
  route(
    'GET',
    '/api/v1/transactions/:service_tx_id',
    readTransactionSchema,
    ({ ledger }, { params }) => {
      const found = find(ledger, params);
      return toTransactionBody(found, refundedOf(ledger, found));
    },
  ),
  route('GET', '/api/v1/transactions', listOwnTransactionsSchema, listOwn),
  route('GET', '/api/v1/players/:player_id/transactions', playerListSchema, listOfPlayer),
  route('POST', '/api/v1/transactions/:service_tx_id/replay-webhook', replaySchema, replay),
  route(
    'POST',
    '/api/v1/sandbox/transactions/:service_tx_id/simulate',
    simulateSchema,
    simulateOutcome,
  ),
  route('POST', '/api/v1/sandbox/clock/advance', advanceClockSchema, (state, { body }) => {
    const { seconds } = body as { readonly seconds: number };
    advanceCheckouts(state, seconds);
    return { seconds, transactions: advance(state.ledger, seconds) } satisfies ClockAdvance;
  }),
  route('POST', '/api/v1/sandbox/phones', openPhoneSchema, (_, __, { origin }) => phone(origin)),
  route('GET', '/api/v1/webhooks', listOwnWebhooksSchema, ({ deliveries }, { query }) =>
    pageOf(deliveries, query),
  ),
  route('GET', '/api/v1/statement', statementSchema, ({ movements }, { query }) =>
    statementOf(movements, query),
  ),
  route('GET', '/api/v1/balance', balanceSchema, balanceOf),
  route('POST', '/api/v1/msisdn/detect', detectSchema, ({ ledger }, { body }, { origin }) => {
    const asked = body as { readonly msisdn: string; readonly country_code: string };
    if (!isCameroon(asked.country_code)) throw new Refused({ code: 'unsupported_country_code' });
    return detect(ledger.figures, origin, asked.msisdn);
  }),
  route('GET', '/api/v1/:country/providers', providersSchema, (state, { params }, { origin }) => {
    requireCameroon(params);
    return catalogue(state.ledger.figures, origin);
  }),
  route('GET', '/api/v1/:country/providers/status', providerHealthSchema, (state, { params }) => {
    requireCameroon(params);
    return health(state.ledger.figures);
  }),
  route('GET', '/api/v1/security/callback-public-key', EMPTY, ({ publicKey }) => publicKey()),
  route('GET', '/api/v1/security/jwks.json', EMPTY, ({ jwks }) => jwks()),
  route('GET', '/health', EMPTY, () => ({
    status: 'ok',
    version: 'fake',
    environment: 'sandbox',
  })),
];

function isCameroon(country: string): boolean {
  return country.toUpperCase() === 'CM';
}

function requireCameroon({ country }: { readonly country: string }): void {
  if (!isCameroon(country)) throw new Refused({ code: 'unsupported_country' });
}

function find({ transactions }: Ledger, { service_tx_id: id }: { readonly service_tx_id: string }) {
  const found = transactions.get(id);
  if (found === undefined) throw new Refused({ code: 'transaction_not_found' });
  return found;
}

async function createPayment(
  { ledger }: FakeState,
  direction: Direction,
  body: DepositRequest,
  { setHeader }: RouteContext,
): Promise<object> {
  const { kind, transaction } = accepted(await create(ledger, direction, body));
  const differs = kind === 'existing' ? findDifferences(body, transaction) : [];
  const answer = direction === 'deposit' ? toDepositResponse : toWithdrawalResponse;
  return { ...answer(transaction), ...replayed(kind, differs, setHeader) };
}

async function refund(
  { ledger }: FakeState,
  { params, body }: CheckedRequest,
  { setHeader }: RouteContext,
): Promise<object> {
  const asked: RefundRequest = body;
  const { kind, transaction } = accepted(await createRefund(ledger, find(ledger, params), asked));
  const { amountXaf, msisdn, operator } = transaction;
  const compared = { amount_xaf: asked.amount_xaf ?? amountXaf, msisdn, operator };
  const differs = kind === 'existing' ? findDifferences(compared, transaction) : [];
  return { ...toWithdrawalResponse(transaction), ...replayed(kind, differs, setHeader) };
}

function accepted(created: Created): Exclude<Created, { readonly kind: 'refused' }> {
  if (created.kind === 'refused') throw new Refused(created.problem);
  return created;
}

interface PlayerQuery {
  readonly status?: string;
  readonly direction?: Direction;
  readonly page: number;
  readonly limit: number;
}

function listOfPlayer({ ledger }: FakeState, request: CheckedRequest): TransactionPage {
  const { player_id: playerId } = request.params as { readonly player_id: string };
  const { status, direction, page, limit } = request.query as PlayerQuery;
  const all = [...ledger.transactions.values()]
    .filter((one) => one.playerId === playerId)
    .filter((one) => status === undefined || one.state === status)
    .filter((one) => direction === undefined || one.direction === direction)
    .toReversed();
  return {
    items: all.slice((page - 1) * limit, page * limit).map(summaryOf),
    total: all.length,
    page,
    limit,
    pages: Math.ceil(all.length / limit),
  };
}

interface ListQuery {
  readonly reference?: string;
  readonly player_id?: string;
  readonly direction?: Direction;
  readonly status?: string;
  readonly operator?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** A cursor is the id of the last transaction of its page. */
function listOwn({ ledger }: FakeState, request: CheckedRequest): TransactionList {
  const query: ListQuery = request.query;
  const { from, to, cursor = '', limit } = query;
  if (from !== undefined && to !== undefined && startOfTime(from) > startOfTime(to)) {
    refuseIssues(reversedRangeIssues(to));
  }
  const all = [...ledger.transactions.values()].toReversed();
  const last = all.findIndex(({ id }) => id === cursor);
  if (cursor !== '' && last === -1) refuseIssues(cursorIssues('cursor', cursor));
  const fitting = all.slice(last + 1).filter((one) => isSelected(one, query));
  const items = fitting.slice(0, limit).map(summaryOf);
  const next = fitting.length > limit ? items.at(-1)?.service_tx_id : null;
  return { items, next_cursor: next ?? null };
}

function isSelected(one: Transaction, { from, to, ...query }: ListQuery): boolean {
  const has = (wanted: string | undefined, value: string) => (wanted ?? value) === value;
  return (
    has(query.reference, one.reference) &&
    has(query.player_id, one.playerId) &&
    has(query.direction, one.direction) &&
    has(query.status, one.state) &&
    has(query.operator, one.operator) &&
    (from === undefined || startOfTime(from) <= one.createdAt) &&
    (to === undefined || one.createdAt < endOfTime(to))
  );
}

function simulateOutcome({ ledger }: FakeState, request: CheckedRequest): Simulation {
  const { outcome } = request.body as { readonly outcome: SimulatedOutcome };
  const { id } = find(ledger, request.params);
  const played = simulate(ledger, id, outcome);
  if (played === null) {
    const { state } = find(ledger, request.params);
    const reachable = reachableOutcomes(find(ledger, request.params));
    const problem = { code: 'outcome_not_reachable', params: { outcome, state } } as const;
    throw new Refused(problem, { facts: { reachable } });
  }
  const { before, after } = played;
  return {
    service_tx_id: id,
    reference: after.reference,
    previous_state: before.state,
    state: after.state,
    webhook_event: after.callbackUrl === null ? null : eventOf(after.state),
  };
}

function replay(state: FakeState, request: CheckedRequest): Replay {
  const message = 'The webhook has been queued for delivery.';
  const ofCheckout = replayExpiry(state, request);
  if (ofCheckout !== null) return { ...ofCheckout, dispatched: true, message };
  const transaction = find(state.ledger, request.params);
  const { id, callbackUrl } = transaction;
  const event = eventOf(transaction.state);
  if (event === null || !isSettled(transaction)) {
    throw new Refused({ code: 'not_settled', params: { state: transaction.state } });
  }
  if (callbackUrl === null) throw new Refused({ code: 'no_callback_url' });
  reportPayment(state, transaction, event, { isReplay: true });
  const about = { service_tx_id: id, state: transaction.state, event, callback_url: callbackUrl };
  return { ...about, dispatched: true, message };
}
