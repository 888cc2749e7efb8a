import { Type } from 'typebox';
import { PAYMENT_EVENTS } from '../../domain/transactions/transaction.ts';
import { AmountXaf, Direction, Operator, Reference, ServiceTxId } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';

const Event = oneOf(PAYMENT_EVENTS);

export const publicKeySchema = {
  operationId: 'getCallbackPublicKey',
  tags: ['Webhooks'],
  summary: 'The key that verifies webhook signatures',
  description:
    'Cache it for 24 hours. When a token names another `kid` than the `key_id` that you keep, fetch it again: the key pair was replaced.',
  response: {
    200: Type.Object({
      algorithm: Type.Literal('RS256'),
      public_key_pem: Type.String(),
      key_id: Type.String({ examples: ['service-payments-v1'] }),
    }),
    ...errorResponses(401, 429, 500, 503),
  },
};

export const jwksSchema = {
  operationId: 'getJwks',
  tags: ['Webhooks'],
  summary: 'All keys that may sign webhooks, as a JSON Web Key Set',
  description:
    'Holds the current key, the next one from the day it is announced, and one that was replaced lately.',
  response: {
    200: Type.Object({
      keys: Type.Array(
        Type.Object({
          kty: Type.String({ examples: ['RSA'] }),
          use: Type.String({ examples: ['sig'] }),
          alg: Type.String({ examples: ['RS256'] }),
          kid: Type.String({ examples: ['service-payments-v1'] }),
          n: Type.String(),
          e: Type.String({ examples: ['AQAB'] }),
        }),
      ),
    }),
    ...errorResponses(401, 429, 500, 503),
  },
};

export const replaySchema = {
  operationId: 'replayWebhook',
  tags: ['Webhooks'],
  summary: 'Send the webhook of a settled transaction once more',
  description: 'Changes nothing about the transaction. It must have succeeded or failed.',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  response: {
    200: Type.Object({
      service_tx_id: ServiceTxId,
      state: State,
      event: Event,
      callback_url: Type.String(),
      dispatched: Type.Boolean({ description: 'True once the delivery is durably queued.' }),
      message: Type.String(),
    }),
    ...errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503),
  },
};

const WebhookBody = Type.Object({
  service_tx_id: ServiceTxId,
  reference: Reference,
  event: Event,
  direction: Direction,
  amount_xaf: AmountXaf,
  operator: Operator,
  provider_tx_id: nullable(Type.String()),
  ts: DateTime,
});

const EVENT_WORDS = {
  'payment.succeeded': 'A deposit was paid, or a withdrawal was paid out.',
  'payment.failed': 'A payment was refused, failed or was rejected.',
  'payment.expired':
    'A deposit was not confirmed in time. It may still succeed later: accept `payment.succeeded` after this.',
} as const satisfies Record<(typeof PAYMENT_EVENTS)[number], string>;

/** The `webhooks` member of the OpenAPI document. */
export const WEBHOOK_DOCUMENTS = Object.fromEntries(
  PAYMENT_EVENTS.map((event) => [
    event,
    {
      post: {
        operationId: `on${event.replace(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`,
        tags: ['Webhooks'],
        summary: EVENT_WORDS[event],
        parameters: [
          {
            name: 'X-Service-Signature',
            in: 'header' as const,
            required: true,
            description:
              'A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received.',
            schema: { type: 'string' as const },
          },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: WebhookBody } },
        },
        responses: {
          '2XX': { description: 'Received. Anything else is tried again after 1, 2 and 4 s.' },
        },
      },
    },
  ]),
);
