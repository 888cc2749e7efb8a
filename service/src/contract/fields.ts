import { Type } from 'typebox';
import { MAX_AMOUNT_XAF, MIN_AMOUNT_XAF } from '../domain/money.ts';
import { OPERATORS } from '../domain/operators/operator.ts';
import {
  COLLECTION_MODES,
  DIRECTIONS,
  REASON_CODES,
  type ReasonCode,
} from '../domain/payment-kinds.ts';
import { nullable, oneOf } from './schema.ts';
import { withDefault } from './validation/schema-options.ts';

// Fields that several endpoints share.

export const ServiceTxId = Type.String({
  format: 'uuid',
  description: 'The id that this service gave the transaction.',
  examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10'],
});

export const CheckoutId = Type.String({
  format: 'uuid',
  description: 'The id that this service gave the checkout.',
  examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12'],
});

/** Left out where there is none, so that every other answer stays the interface's to the letter. */
export const OptionalCheckoutId = Type.Optional(
  Type.String({
    format: 'uuid',
    description:
      'An extension of this service: the checkout that this deposit is an attempt of. Left out of every other.',
    examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12'],
  }),
);

export const PlayerId = Type.String({
  format: 'uuid',
  description: 'The player on the side of the platform.',
  examples: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
});

export const Msisdn = Type.String({
  format: 'msisdn',
  description:
    'Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.',
  examples: ['+237670000001'],
});

/** The policy's largest amount is checked when the payment is created. */
export const RequestedAmount = Type.Integer({
  minimum: MIN_AMOUNT_XAF,
  maximum: MAX_AMOUNT_XAF,
  description: 'Whole XAF.',
  examples: [5000],
});

export const AmountXaf = Type.Integer({ description: 'Whole XAF.', examples: [5000] });

const ACCEPTED = OPERATORS.map((name) => `\`${name}\``).join(', ');

/** Any text passes validation: an unknown operator is a 400 of its own, not a 422. */
export const RequestedOperator = Type.String({
  enum: [...OPERATORS],
  description: `Accepted values: ${ACCEPTED}. Another text is answered 400.`,
  examples: ['mtn'],
});

export const Operator = oneOf(OPERATORS, {
  title: 'Operator',
  description: 'The operator whose customer the number is.',
});

export const Direction = oneOf(DIRECTIONS, {
  title: 'Direction',
  description: 'Whether money is collected from the player or paid out.',
});

export const CollectionMode = oneOf(COLLECTION_MODES, {
  title: 'CollectionMode',
  description:
    'Who starts the payment. `merchant_initiated`: a request appears on the phone. `customer_initiated`: the player dials the code of `instructions`.',
});

export const Reference = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    'Idempotency key, unique per player and direction. Sending it again gives the first transaction back.',
  examples: ['order-1001'],
});

/** Left out where there is none, so that every other answer stays the interface's to the letter. */
export const OptionalReasonCode = Type.Optional(
  oneOf(REASON_CODES, {
    title: 'ReasonCode',
    description:
      'An extension of this service: why a payment failed, expired or is held. Left out in every other state. More codes may come: treat one that you do not know as `unknown`.',
  }),
);

/** The code as a member of an answer, if there is one. */
export function reasonMember(code: ReasonCode | null): { reason_code?: ReasonCode } {
  return code === null ? {} : { reason_code: code };
}

export const OptionalRefundOf = Type.Optional(
  Type.String({
    format: 'uuid',
    description:
      'An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.',
    examples: ['019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11'],
  }),
);

/** The refunded deposit as a member of an answer, if there is one. */
export function refundMember(depositId: string | null): { refund_of?: string } {
  return depositId === null ? {} : { refund_of: depositId };
}

/** The reason that a member of staff gives for an action. */
export const Reason = Type.String({
  format: 'reason',
  minLength: 3,
  maxLength: 500,
  description:
    'Kept in history and audit. It has letters or digits; invisible characters are left out.',
});

export const CallbackUrl = withDefault(
  Type.Union([Type.String({ format: 'uri', maxLength: 2083 }), Type.Null()], {
    description: 'Where the webhook is posted: an absolute http or https URL without user info.',
    examples: ['https://shop.example/hooks/payments'],
  }),
  null,
);

export const Lang = withDefault(
  oneOf(['fr', 'en'], { description: 'The language of `instructions.steps`.' }),
  'fr',
);

export const ProviderTxId = nullable(
  Type.String({
    description: 'The reference of the provider; null until it is known.',
    examples: ['PP261115.1031.A12345'],
  }),
);

export const CountryCode = Type.String({
  description: 'The country: always `CM`.',
  examples: ['CM'],
});
