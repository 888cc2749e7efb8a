import { Type } from 'typebox';
import { AmountXaf, Reference, ServiceTxId } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

/** `replayed`: it was not delivered, and a new one replaces it. */
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

const WebhookId = Type.String({ format: 'uuid' });

export const readSentWebhookSchema = {
  operationId: 'getSentWebhook',
  tags: ['Webhooks'],
  summary: 'What was sent to the receiver, to the letter',
  params: Type.Object({ id: WebhookId }),
  response: {
    200: Type.Object({
      url: Type.String(),
      body: Type.String({ description: 'The same for all attempts.' }),
      attempts: Type.Array(
        Type.Object({
          number: Type.Integer(),
          headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
            description: 'Empty: made by a release that did not keep them.',
          }),
        }),
      ),
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

const Resent = {
  left: Type.Integer({ description: 'Given up before, and not queued again.' }),
  pending: Type.Integer(),
  delivered: Type.Integer(),
  undelivered: Type.Integer({ description: 'Queued again, and given up again.' }),
};

export const resendWebhooksSchema = {
  operationId: 'resendUndeliveredWebhooks',
  tags: ['Decisions'],
  summary: 'Queue the next undelivered webhooks again, the oldest first',
  description: 'Repeat it with the `batch` of the first answer until `queued` is 0.',
  body: Type.Object({ batch: Type.Optional(WebhookId) }),
  response: {
    200: Type.Object({ batch: WebhookId, queued: Type.Integer(), ...Resent }),
    ...errorResponses(400, 401, 403, 422, 500, 503),
  },
};

export const readResentSchema = {
  operationId: 'getResentWebhooks',
  tags: ['Webhooks'],
  summary: 'What became of webhooks that were queued again',
  params: Type.Object({ batch: WebhookId }),
  response: {
    200: Type.Object(Resent),
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
