import type {
  JsonWebKeySet,
  PaymentEvent,
  Simulation,
  TransactionPage,
  WebhookPayload,
} from '../types.ts';
import { catalogue, detect, health } from './fake-providers.ts';
import {
  create,
  type FakeAnswer,
  type FakeRecord,
  type Records,
  Refused,
  settle,
} from './fake-records.ts';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeState {
  readonly records: Records;
  readonly send: (url: string, payload: WebhookPayload) => Promise<void>;
  readonly jwks: () => Promise<JsonWebKeySet>;
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
    })),
    total: all.length,
    page,
    limit,
    pages: Math.ceil(all.length / limit),
  } satisfies TransactionPage;
}

async function simulate({ records, send }: FakeState, { body }: FakeRequest, id: string) {
  const before = find(records, id);
  const after = settle(before, body['outcome']);
  if (after === null) {
    const words = `'${String(body['outcome'])}' is not reachable from state`;
    throw new Refused(409, `Outcome ${words} '${before.transaction.state}'`);
  }
  records.set(id, after);
  const { callbackUrl, transaction } = after;
  const payload = payloadOf(after);
  if (callbackUrl !== null) await send(callbackUrl, payload);
  return {
    service_tx_id: id,
    reference: transaction.idempotency_key,
    previous_state: before.transaction.state,
    state: transaction.state,
    webhook_event: callbackUrl === null ? null : payload.event,
  } satisfies Simulation;
}

async function replay({ records, send }: FakeState, _: FakeRequest, id: string) {
  const found = find(records, id);
  const { state } = found.transaction;
  if (state !== 'succeeded' && state !== 'failed') {
    throw new Refused(409, `The transaction is not in a terminal state: it is '${state}'`);
  }
  if (found.callbackUrl === null) throw new Refused(400, 'The transaction has no callback_url');
  const payload = payloadOf(found);
  await send(found.callbackUrl, payload);
  const message = 'The webhook has been queued for delivery.';
  const { callbackUrl: callback_url } = found;
  return {
    service_tx_id: id,
    state,
    event: payload.event,
    callback_url,
    dispatched: true,
    message,
  };
}

function payloadOf({ transaction }: FakeRecord): WebhookPayload {
  return {
    service_tx_id: transaction.service_tx_id,
    reference: transaction.idempotency_key,
    event: `payment.${transaction.state}` as PaymentEvent,
    direction: transaction.direction,
    amount_xaf: transaction.amount_minor,
    operator: transaction.operator,
    provider_tx_id: transaction.provider_tx_id,
    ts: transaction.state_updated_at,
  };
}
