import { type Static, Type } from 'typebox';
import {
  CHECKOUT_STATES,
  type CheckoutFacts,
  DEFAULT_EXPIRES_IN_SECONDS,
  MAX_CHECKOUT_REFERENCE,
  MAX_EXPIRES_IN_SECONDS,
  MIN_EXPIRES_IN_SECONDS,
} from '../../domain/checkouts/checkout.ts';
import { CHECKOUT_EVENTS, type CheckoutEvent } from '../../domain/checkouts/checkout-event.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { DEPOSIT_STATES } from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  CallbackUrl,
  CheckoutId,
  Lang,
  Operator,
  ProviderTxId,
  RequestedAmount,
  ServiceTxId,
} from '../fields.ts';
import { dateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const Reference = Type.String({
  minLength: 1,
  maxLength: MAX_CHECKOUT_REFERENCE,
  description:
    'Idempotency key, unique per application. Sending it again gives the first checkout back.',
  examples: ['order-1001'],
});

const PageUrl = (description: string) =>
  withDefault(
    Type.Union([Type.String({ format: 'uri', maxLength: 2083 }), Type.Null()], {
      description,
      examples: ['https://shop.example/orders/1001'],
    }),
    null,
  );

const CheckoutRequest = Type.Object(
  {
    amount_xaf: RequestedAmount,
    reference: Reference,
    description: withDefault(
      Type.Union([Type.String({ minLength: 1, maxLength: 140 }), Type.Null()], {
        description: 'What is paid for, as the buyer reads it.',
        examples: ['Order 1001: two shirts'],
      }),
      null,
    ),
    return_url: PageUrl(
      'Where the page leads once it is paid. It gets `checkout_id` and nothing else: read the checkout with your key.',
    ),
    cancel_url: PageUrl('Where a buyer who does not want to pay goes. Nothing is cancelled by it.'),
    expires_in: withDefault(
      Type.Integer({
        minimum: MIN_EXPIRES_IN_SECONDS,
        maximum: MAX_EXPIRES_IN_SECONDS,
        description: 'For how many seconds it takes attempts: 10 minutes to 30 days.',
        examples: [DEFAULT_EXPIRES_IN_SECONDS],
      }),
      DEFAULT_EXPIRES_IN_SECONDS,
    ),
    player_id: withDefault(
      Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'The player of all its attempts; without one each number is a player.',
        examples: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
      }),
      null,
    ),
    callback_url: CallbackUrl,
    lang: Lang,
    operators: withDefault(
      Type.Union(
        [Type.Array(oneOf(OPERATORS), { minItems: 1, maxItems: OPERATORS.length }), Type.Null()],
        { description: 'Those that the page offers; all without it.', examples: [['mtn']] },
      ),
      null,
    ),
  },
  { title: 'CheckoutRequest', description: 'The checkout to create.' },
);

/**
 * What a repeat may say otherwise than the request that created the checkout. Without `expires_in`,
 * which many compute anew, and of which the sandbox's clock leaves no trace.
 */
const COMPARED = [
  'amount_xaf',
  'description',
  'return_url',
  'cancel_url',
  'player_id',
  'callback_url',
  'lang',
  'operators',
] as const;
type Compared = (typeof COMPARED)[number];

const SHORT = {
  checkout_id: CheckoutId,
  url: Type.String({
    description: 'The page for the buyer. Every person with the address may pay.',
    examples: ['https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg'],
  }),
  state: oneOf(CHECKOUT_STATES, {
    title: 'CheckoutState',
    description:
      '`expired` may still become `paid` by a late payment. `paid` and `cancelled` are final.',
  }),
  expires_at: dateTime('Until when it takes new attempts.'),
};

const Attempt = Type.Object(
  {
    service_tx_id: ServiceTxId,
    state: oneOf(DEPOSIT_STATES, { description: 'The state of the deposit.' }),
    operator: Operator,
    msisdn: Type.String({
      description: 'The number with its middle hidden.',
      examples: ['+23767*****01'],
    }),
    provider_tx_id: ProviderTxId,
    created_at: dateTime('When the buyer began it.'),
  },
  { title: 'CheckoutAttempt', description: 'A deposit that a buyer began for the checkout.' },
);

const CheckoutAnswer = Type.Object(
  {
    ...SHORT,
    differs: Type.Optional(
      Type.Array(oneOf(COMPARED), {
        description:
          'The members that this request gives otherwise than the one that created the checkout. They are ignored. Left out if nothing differs.',
        examples: [['amount_xaf']],
      }),
    ),
  },
  { title: 'CreatedCheckout', description: 'The checkout: new, or the one with this reference.' },
);

const CheckoutBody = Type.Object(
  {
    ...SHORT,
    reference: Reference,
    amount_xaf: AmountXaf,
    created_at: dateTime('When it was created.'),
    attempts: Type.Array(Attempt, { description: 'All of them, the oldest first.' }),
    paid_by: nullable(
      Type.String({
        format: 'uuid',
        description: 'The `service_tx_id` of the deposit that paid it.',
        examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10'],
      }),
    ),
    surplus: Type.Array(ServiceTxId, {
      description:
        'The deposits that succeeded and did not pay it, by `service_tx_id`: money to give back.',
    }),
  },
  { title: 'Checkout', description: 'A checkout and every attempt to pay it.' },
);

const EXTENSION = 'An extension of this service.';

export const createCheckoutSchema = {
  operationId: 'createCheckout',
  tags: ['Checkouts'],
  summary: 'Make a page on which a buyer pays an amount',
  description: `Send the buyer to \`url\`. The page asks for the number and makes the deposits; the first that succeeds pays the checkout. The same \`reference\` again gives the same checkout back. ${EXTENSION}`,
  body: CheckoutRequest,
  response: { 200: CheckoutAnswer, ...errorResponses(400, 401, 403, 413, 422, 429, 500, 503) },
};

const params = Type.Object({ checkout_id: CheckoutId });

export const readCheckoutSchema = {
  operationId: 'getCheckout',
  tags: ['Checkouts'],
  summary: 'Read a checkout and its attempts',
  description: `Do this before you deliver: what a browser brings back proves nothing. ${EXTENSION}`,
  params,
  response: { 200: CheckoutBody, ...errorResponses(400, 401, 404, 422, 429, 500, 503) },
};

export const cancelCheckoutSchema = {
  operationId: 'cancelCheckout',
  tags: ['Checkouts'],
  summary: 'Cancel an open checkout',
  description: `It takes no attempt any more. A payment that is under way may still succeed, and is then listed as \`surplus\`. ${EXTENSION}`,
  params,
  response: { 200: CheckoutBody, ...errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503) },
};

export type CheckoutRequestBody = Static<typeof CheckoutRequest>;

/** What was asked for and is not what the checkout has. */
export function findCheckoutDifferences(
  asked: Pick<CheckoutRequestBody, Compared>,
  checkout: CheckoutFacts,
): Compared[] {
  const stored: Record<Compared, unknown> = {
    amount_xaf: checkout.amountXaf,
    description: checkout.description,
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    player_id: checkout.playerId,
    callback_url: checkout.callbackUrl,
    lang: checkout.lang,
    operators: checkout.operators,
  };
  return COMPARED.filter((name) => textOf(asked[name]) !== textOf(stored[name]));
}

/** A list in any order is the same. */
function textOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map(String).toSorted(byText) : value);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

export const CheckoutWebhookBody = Type.Object(
  {
    service_tx_id: Type.String({
      format: 'uuid',
      description:
        'The deposit that paid or was too much; for `checkout.expired` the `checkout_id`, so that every verifier of webhooks works.',
      examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10'],
    }),
    reference: Type.String({
      description: 'The reference of the checkout.',
      examples: ['order-1001'],
    }),
    event: oneOf(CHECKOUT_EVENTS, {
      title: 'CheckoutEvent',
      description: 'What happened to the checkout.',
    }),
    direction: oneOf(['deposit'], { description: 'Money is collected.' }),
    amount_xaf: AmountXaf,
    operator: nullableOneOf(OPERATORS, { description: 'Null for `checkout.expired`.' }),
    provider_tx_id: ProviderTxId,
    ts: dateTime('When the deposit succeeded, or the time of the checkout was over.'),
    checkout_id: CheckoutId,
  },
  { title: 'CheckoutWebhookPayload', description: 'What a webhook of a checkout says.' },
);

export const CHECKOUT_EVENT_WORDS = {
  'checkout.paid':
    'The first attempt succeeded: deliver the order. It may come after `checkout.expired`.',
  'checkout.surplus':
    'A further attempt succeeded, or one after the checkout was cancelled: give that money back.',
  'checkout.expired': 'Its time is over and no attempt is open. A late payment may still pay it.',
} as const satisfies Record<CheckoutEvent, string>;
