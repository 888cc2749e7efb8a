import { Type } from 'typebox';
import { CHECKOUT_EVENTS, type CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import { PAYMENT_EVENTS, type PaymentEvent } from '../../domain/transactions/transaction.ts';
import { ATTEMPT_PROBLEM_CODES } from '../../domain/webhooks/attempt-problem.ts';
import { CHECKOUT_EVENT_WORDS, CheckoutWebhookBody } from '../checkouts/checkouts-api.ts';
import {
  AmountXaf,
  Direction,
  Operator,
  OptionalReasonCode,
  OptionalRefundOf,
  ProviderTxId,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import {
  closedQuery,
  dateTime,
  errorResponses,
  nullable,
  nullableOneOf,
  oneOf,
} from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';
import { withDefault } from '../validation/schema-options.ts';

const Event = oneOf(PAYMENT_EVENTS, {
  title: 'PaymentEvent',
  description: 'What happened.',
});

/** Of deliveries: a checkout's events go out by the same way, and have a schema of their own. */
const DeliveredEvent = oneOf([...PAYMENT_EVENTS, ...CHECKOUT_EVENTS], {
  title: 'DeliveredEvent',
  description: 'What happened: to a payment, or to a checkout.',
});

const KeyId = Type.String({
  description: 'The name of the key: the `kid` of the tokens that it signs.',
  examples: ['service-payments-v1'],
});

const Revoked = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'An extension of this service, left out while there is none: the `kid`s of keys that were revoked. Refuse every token that names one, also if you still keep the key.',
    examples: [['service-payments-v1']],
  }),
);

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
        revoked: Revoked,
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
    'Holds the current key, the next one from the day it is announced, and one that was replaced lately. With the `ETag` of the set that you keep as `If-None-Match` the answer is `304` while that set is the present one.',
  response: {
    200: Type.Object(
      {
        keys: Type.Array(JsonWebKey, { description: 'The keys, the current one included.' }),
        application: Type.Optional(
          Type.String({
            description:
              'Your application. All applications share these keys: a webhook whose token has another `application` is not yours.',
            examples: ['my-shop'],
          }),
        ),
        revoked: Revoked,
      },
      { title: 'JsonWebKeySet', description: 'All keys that may sign webhooks.' },
    ),
    304: Type.Null({ description: 'The set that you keep is the present one.' }),
    ...errorResponses(401, 429, 500, 503),
  },
};

export const replaySchema = {
  operationId: 'replayWebhook',
  tags: ['Webhooks'],
  summary: 'Send the webhook of a settled transaction once more',
  description:
    'Changes nothing about the transaction. It must have succeeded or failed. For an attempt of a checkout, or the `checkout_id` of an expired one, the checkout’s event is sent.',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  response: {
    200: Type.Object(
      {
        service_tx_id: ServiceTxId,
        state: State,
        event: DeliveredEvent,
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

/** The states to filter by; `replayed` is shown too, if another delivery has replaced one. */
const LISTED_STATES = ['pending', 'delivered', 'undelivered'] as const;

const Attempt = Type.Object(
  {
    number: Type.Integer({ description: 'The first is 1.', examples: [1] }),
    at: dateTime('When it was made.'),
    status: nullable(
      Type.Integer({ description: 'What the receiver answered, if it did.', examples: [500] }),
    ),
    latency_ms: Type.Integer({
      description: 'From the start to the answer or the failure.',
      examples: [84],
    }),
    response: nullable(
      Type.String({
        description: 'The beginning of what it answered.',
        examples: ['{"ok":false}'],
      }),
    ),
    problem: nullableOneOf(ATTEMPT_PROBLEM_CODES, {
      description: 'Why it did not deliver the webhook; null when it did.',
    }),
    message: nullable(
      Type.String({
        description: 'The same as a sentence that says what to do.',
        examples: ['The receiver answered 500; only a 2xx counts as received.'],
      }),
    ),
  },
  { title: 'WebhookAttempt', description: 'One request to the receiver.' },
);

const Delivery = Type.Object(
  {
    webhook_id: Type.String({
      format: 'uuid',
      description: 'The id of the delivery, as in the header `webhook-id`.',
      examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11'],
    }),
    service_tx_id: ServiceTxId,
    reference: Reference,
    event: DeliveredEvent,
    state: oneOf([...LISTED_STATES, 'replayed'], {
      description:
        '`pending`: further attempts follow. `undelivered`: none does. `replayed`: it was not delivered, and another delivery has taken its place.',
    }),
    is_replay: Type.Boolean({ description: 'It was asked for again.', examples: [false] }),
    callback_url: Type.String({
      description: 'Where it is sent.',
      examples: ['https://shop.example/hooks/payments'],
    }),
    created_at: dateTime('When it was queued.'),
    next_attempt_at: nullable(dateTime('When it is tried next, if it is.')),
    attempts: Type.Array(Attempt, { description: 'What was tried, the oldest first.' }),
  },
  { title: 'WebhookDelivery', description: 'A webhook and every attempt to deliver it.' },
);

export const listOwnWebhooksSchema = {
  operationId: 'listWebhooks',
  tags: ['Webhooks'],
  summary: 'The webhooks of the application and what became of each, newest first',
  description: 'Shows why a receiver did not get its webhooks. An extension of this service.',
  querystring: closedQuery({
    service_tx_id: Type.Optional(ServiceTxId),
    state: Type.Optional(oneOf(LISTED_STATES, { description: 'Only those in this state.' })),
    before: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Only those older than this `webhook_id`: the `next_before` of the last page.',
        examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11'],
      }),
    ),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Items per page.', examples: [20] }),
      20,
    ),
  }),
  response: {
    200: Type.Object(
      {
        items: Type.Array(Delivery, { description: 'The deliveries, newest first.' }),
        next_before: nullable(
          Type.String({
            description: '`before` of the next page; null on the last one.',
            examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11'],
          }),
        ),
      },
      { title: 'WebhookPage', description: 'A page of deliveries.' },
    ),
    ...errorResponses(401, 422, 429, 500, 503),
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
    reason_code: OptionalReasonCode,
    refund_of: OptionalRefundOf,
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
export const WEBHOOK_DOCUMENTS = Object.fromEntries([
  ...PAYMENT_EVENTS.map((event) => [event, toDocument(event, EVENT_WORDS[event], WebhookBody)]),
  ...CHECKOUT_EVENTS.map((event) => [
    event,
    toDocument(event, CHECKOUT_EVENT_WORDS[event], CheckoutWebhookBody),
  ]),
]);

function toDocument(event: PaymentEvent | CheckoutEvent, description: string, schema: object) {
  const name = event.replace(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return {
    post: {
      operationId: `on${name}`,
      tags: ['Webhooks'],
      summary: `The webhook \`${event}\``,
      description,
      parameters: WEBHOOK_HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Received. Anything else is tried again after 1, 2 and 4 s.' },
      },
    },
  };
}
