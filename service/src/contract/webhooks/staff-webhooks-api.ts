import { Type } from 'typebox';
import { AmountXaf, Reference, ServiceTxId } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

/** `replayed`: it was not delivered, and a new one took its place. */
const WEBHOOK_STATES = ['pending', 'delivered', 'undelivered', 'replayed'] as const;

export const WebhookRow = Type.Object({
  id: Type.String(),
  transaction_id: ServiceTxId,
  reference: Reference,
  amount_xaf: AmountXaf,
  event: Type.String(),
  state: oneOf(WEBHOOK_STATES),
  is_replay: Type.Boolean(),
  origin: Type.String(),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      at: DateTime,
      status: nullable(Type.Integer()),
      error: nullable(Type.String()),
      latency_ms: Type.Integer(),
      answer: nullable(Type.String()),
    }),
  ),
  created_at: DateTime,
});

export const listWebhooksSchema = {
  operationId: 'listWebhooksAsStaff',
  tags: ['Webhooks'],
  summary: 'Webhooks, newest first',
  querystring: Type.Object({
    state: Type.Optional(oneOf(WEBHOOK_STATES)),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 100),
  }),
  response: {
    200: Type.Object({ items: Type.Array(WebhookRow) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const staffReplaySchema = {
  operationId: 'replayWebhookAsStaff',
  tags: ['Decisions'],
  summary: 'Send a settled transaction’s webhook again',
  params: Type.Object({ id: ServiceTxId }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(400, 401, 403, 404, 409, 500, 503),
  },
};
