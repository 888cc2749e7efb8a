import { Type } from 'typebox';
import { PAYMENT_EVENTS } from '../../domain/transactions/transaction.ts';
import { AmountXaf, Direction, Operator, ProviderTxId, Reference, ServiceTxId } from '../fields.ts';
import { dateTime, errorResponses, oneOf } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';

const Event = oneOf(PAYMENT_EVENTS, {
  title: 'PaymentEvent',
  description: 'What happened.',
});

const KeyId = Type.String({
  description: 'The name of the key: the `kid` of the tokens that it signs.',
  examples: ['service-payments-v1'],
});

export const publicKeySchema = {
  operationId: 'getCallbackPublicKey',
  tags: ['Webhooks'],
  summary: 'The key that verifies webhook signatures',
  description:
    'Cache it for 24 hours. When a token names another `kid` than the `key_id` that you keep, fetch it again: the key pair was replaced.',
  response: {
    200: Type.Object(
      {
        algorithm: Type.Literal('RS256', { description: 'How webhooks are signed.' }),
        public_key_pem: Type.String({
          description: 'The public key as PEM (SPKI).',
          examples: ['-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----\n'],
        }),
        key_id: KeyId,
      },
      { title: 'PublicKey', description: 'The key that signs webhooks now.' },
    ),
    ...errorResponses(401, 429, 500, 503),
  },
};

const JsonWebKey = Type.Object(
  {
    kty: Type.String({ description: 'The family of the key.', examples: ['RSA'] }),
    use: Type.String({ description: 'What it is for.', examples: ['sig'] }),
    alg: Type.String({ description: 'The algorithm that it signs with.', examples: ['RS256'] }),
    kid: KeyId,
    n: Type.String({ description: 'The modulus, base64url.', examples: ['0vx7agoebGcQ…'] }),
    e: Type.String({ description: 'The exponent, base64url.', examples: ['AQAB'] }),
  },
  { title: 'JsonWebKey', description: 'A public key (RFC 7517).' },
);

export const jwksSchema = {
  operationId: 'getJwks',
  tags: ['Webhooks'],
  summary: 'All keys that may sign webhooks, as a JSON Web Key Set',
  description:
    'Holds the current key, the next one from the day it is announced, and one that was replaced lately.',
  response: {
    200: Type.Object(
      { keys: Type.Array(JsonWebKey, { description: 'The keys, the current one included.' }) },
      { title: 'JsonWebKeySet', description: 'All keys that may sign webhooks.' },
    ),
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
    200: Type.Object(
      {
        service_tx_id: ServiceTxId,
        state: State,
        event: Event,
        callback_url: Type.String({
          description: 'Where it is sent.',
          examples: ['https://shop.example/hooks/payments'],
        }),
        dispatched: Type.Boolean({
          description: 'True once the delivery is durably queued.',
          examples: [true],
        }),
        message: Type.String({
          description: 'The same as a sentence.',
          examples: ['The webhook has been queued for delivery.'],
        }),
      },
      { title: 'Replay', description: 'The delivery that was queued.' },
    ),
    ...errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503),
  },
};

const WebhookBody = Type.Object(
  {
    service_tx_id: ServiceTxId,
    reference: Reference,
    event: Event,
    direction: Direction,
    amount_xaf: AmountXaf,
    operator: Operator,
    provider_tx_id: ProviderTxId,
    ts: dateTime('When the transaction reached the state.'),
  },
  { title: 'WebhookPayload', description: 'What a webhook says.' },
);

const WEBHOOK_HEADERS = [
  {
    name: 'X-Service-Signature',
    required: true,
    description:
      'A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received.',
  },
  {
    name: 'webhook-id',
    required: false,
    description:
      'Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts.',
  },
  {
    name: 'webhook-timestamp',
    required: false,
    description: 'Standard Webhooks: the time of the attempt, Unix seconds.',
  },
  {
    name: 'webhook-signature',
    required: false,
    description:
      'Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
  },
].map((header) => ({
  ...header,
  in: 'header' as const,
  schema: { type: 'string' as const },
}));

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
        summary: `The webhook \`${event}\``,
        description: EVENT_WORDS[event],
        parameters: WEBHOOK_HEADERS,
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
