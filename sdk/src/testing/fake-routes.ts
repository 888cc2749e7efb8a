import type {
  ClockAdvance,
  JsonWebKeySet,
  PaymentEvent,
  Phone,
  PublicKey,
  Simulation,
  Statement,
  TransactionPage,
  WebhookDelivery,
  WebhookPayload,
} from '../types.ts';
import { deliveryOf, movementOf, pageOf, statementOf } from './fake-books.ts';
import { eventOf, passTime, settle } from './fake-moves.ts';
import { catalogue, detect, health } from './fake-providers.ts';
import { create, type FakeAnswer, type FakeRecord, type Records, Refused } from './fake-records.ts';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeState {
  readonly records: Records;
  readonly movements: Statement['items'];
  readonly deliveries: WebhookDelivery[];
  readonly send: (url: string, payload: WebhookPayload) => Promise<void>;
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly publicKey: () => Promise<PublicKey>;
}

type Answer = (state: FakeState, request: FakeRequest, id: string) => Promise<object> | object;

const ROUTES: readonly (readonly [method: string, path: RegExp, answer: Answer])[] = [
  ['POST', /^\/api\/v1\/deposits$/, ({ records }, { body }) => create(records, 'deposit', body)],
  [
    'POST',
    /^\/api\/v1\/withdrawals$/,
    ({ records }, { body }) => create(records, 'withdrawal', body),
  ],
  [
    'GET',
    /^\/api\/v1\/transactions\/([^/]+)$/,
    ({ records }, _, id) => find(records, id).transaction,
  ],
  ['GET', /^\/api\/v1\/players\/([^/]+)\/transactions$/, listOfPlayer],
  ['POST', /^\/api\/v1\/transactions\/([^/]+)\/replay-webhook$/, replay],
  ['POST', /^\/api\/v1\/sandbox\/transactions\/([^/]+)\/simulate$/, simulate],
  ['POST', /^\/api\/v1\/sandbox\/clock\/advance$/, advance],
  ['POST', /^\/api\/v1\/sandbox\/phones$/, () => phone()],
  ['GET', /^\/api\/v1\/webhooks$/, ({ deliveries }, { query }) => pageOf(deliveries, query)],
  ['GET', /^\/api\/v1\/statement$/, ({ movements }, { query }) => statementOf(movements, query)],
  ['GET', /^\/api\/v1\/security\/callback-public-key$/, ({ publicKey }) => publicKey()],
  ['POST', /^\/api\/v1\/msisdn\/detect$/, (_, { body }) => detect(body['msisdn'])],
  ['GET', /^\/api\/v1\/cm\/providers$/i, () => catalogue()],
  ['GET', /^\/api\/v1\/cm\/providers\/status$/i, () => health()],
  ['GET', /^\/api\/v1\/security\/jwks\.json$/, ({ jwks }) => jwks()],
  ['GET', /^\/health$/, () => ({ status: 'ok', version: 'fake', environment: 'sandbox' })],
];

export async function answerRequest(state: FakeState, request: FakeRequest): Promise<FakeAnswer> {
  for (const [method, path, answer] of ROUTES) {
    const match = path.exec(request.path);
    if (match === null || method !== request.method) continue;
    try {
      return { status: 200, body: await answer(state, request, match[1] ?? '') };
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  }
  return { status: 404, body: { detail: 'Not Found' } };
}

function find(records: Records, id: string): FakeRecord {
  const found = records.get(id);
  if (found === undefined) throw new Refused(404, 'Transaction not found');
  return found;
}

function listOfPlayer({ records }: FakeState, { query }: FakeRequest, playerId: string) {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  const { status, direction } = Object.fromEntries(query);
  const all = [...records.values()]
    .filter((one) => one.playerId === playerId)
    .filter(({ transaction: { state } }) => status === undefined || state === status)
    .filter(({ transaction }) => direction === undefined || transaction.direction === direction)
    .toReversed();
  return {
    items: all.slice((page - 1) * limit, page * limit).map(({ transaction: one }) => ({
      service_tx_id: one.service_tx_id,
      reference: one.idempotency_key,
      direction: one.direction,
      operator: one.operator,
      amount_xaf: one.amount_minor,
      state: one.state,
      provider_tx_id: one.provider_tx_id,
      created_at: one.created_at,
      updated_at: one.updated_at,
      msisdn: one.msisdn,
      ...reasonOf(one),
    })),
    total: all.length,
    page,
    limit,
    pages: Math.ceil(all.length / limit),
  } satisfies TransactionPage;
}

async function simulate(state: FakeState, { body }: FakeRequest, id: string) {
  const before = find(state.records, id);
  const outcome = String(body['outcome']);
  const after = settle(before, outcome);
  if (after === null) {
    const problem = `'${outcome}' is not reachable from state`;
    throw new Refused(409, `Outcome ${problem} '${before.transaction.state}'`);
  }
  return {
    service_tx_id: id,
    reference: after.transaction.idempotency_key,
    previous_state: before.transaction.state,
    state: after.transaction.state,
    webhook_event: await record(state, before, after),
  } satisfies Simulation;
}

/** Keeps a transaction's new state and movement, and sends its webhook. */
async function record(
  state: FakeState,
  before: FakeRecord,
  after: FakeRecord,
): Promise<PaymentEvent | null> {
  state.records.set(after.transaction.service_tx_id, after);
  if (after.transaction.state === before.transaction.state) return null;
  const movement = movementOf(before, after);
  if (movement !== null) state.movements.push(movement);
  const event = eventOf(after.transaction.state);
  if (event === null || after.callbackUrl === null) return null;
  await deliver(state, after, { event, is_replay: false, callback_url: after.callbackUrl });
  return event;
}

async function deliver(
  { deliveries, send }: FakeState,
  { transaction }: FakeRecord,
  sent: Pick<WebhookDelivery, 'event' | 'is_replay' | 'callback_url'>,
): Promise<void> {
  const { service_tx_id, idempotency_key: reference } = transaction;
  deliveries.push(deliveryOf({ service_tx_id, reference, ...sent }));
  await send(sent.callback_url, payloadOf(transaction, sent.event));
}

async function advance(state: FakeState, { body }: FakeRequest): Promise<ClockAdvance> {
  const seconds = Number(body['seconds']);
  let transactions = 0;
  for (const before of state.records.values()) {
    const after = passTime(before, seconds);
    if (after === null) continue;
    transactions += 1;
    await record(state, before, after);
  }
  return { seconds, transactions };
}

/** No person can use it: tests simulate the outcome. */
function phone(): Phone {
  const inHalfAnHour = new Date(Date.now() + 1_800_000);
  return { url: 'https://fake.example/phone', expires_at: inHalfAnHour.toISOString() };
}

async function replay(state: FakeState, _: FakeRequest, id: string) {
  const found = find(state.records, id);
  const { callbackUrl, transaction } = found;
  const event = eventOf(transaction.state);
  if (event === null || transaction.state === 'expired') {
    const problem = 'The transaction is not in a terminal state';
    throw new Refused(409, `${problem}: it is '${transaction.state}'`);
  }
  if (callbackUrl === null) throw new Refused(400, 'The transaction has no callback_url');
  await deliver(state, found, { event, is_replay: true, callback_url: callbackUrl });
  const message = 'The webhook has been queued for delivery.';
  const asked = { service_tx_id: id, state: transaction.state, event };
  return { ...asked, callback_url: callbackUrl, dispatched: true, message };
}

function payloadOf(transaction: FakeRecord['transaction'], event: PaymentEvent): WebhookPayload {
  return {
    service_tx_id: transaction.service_tx_id,
    reference: transaction.idempotency_key,
    event,
    direction: transaction.direction,
    amount_xaf: transaction.amount_minor,
    operator: transaction.operator,
    provider_tx_id: transaction.provider_tx_id,
    ts: transaction.state_updated_at,
    ...reasonOf(transaction),
  };
}

function reasonOf({ reason_code }: FakeRecord['transaction']) {
  return reason_code === undefined ? {} : { reason_code };
}
