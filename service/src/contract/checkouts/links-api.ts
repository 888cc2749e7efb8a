import { Type } from 'typebox';
import {
  ATTEMPT_OUTCOMES,
  CHECKOUT_STATES,
  DEFAULT_EXPIRES_IN_SECONDS,
  MAX_EXPIRES_IN_SECONDS,
  MIN_EXPIRES_IN_SECONDS,
} from '../../domain/checkouts/checkout.ts';
import { MAX_LINK_REFERENCE } from '../../domain/checkouts/link.ts';
import { DEPOSIT_STATES } from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  CheckoutId,
  Lang,
  Operator,
  OptionalReasonCode,
  Reason,
  RequestedAmount,
  ServiceTxId,
} from '../fields.ts';
import {
  Cursor,
  DateTime,
  errorResponses,
  NextCursor,
  nullable,
  nullableOneOf,
  oneOf,
} from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const Link = Type.Object({
  id: CheckoutId,
  application: Type.String(),
  reference: Type.String(),
  amount_xaf: AmountXaf,
  description: nullable(Type.String()),
  state: oneOf(CHECKOUT_STATES),
  made_by: Type.String({ description: 'The person, or the user of `momo`.' }),
  created_at: DateTime,
  expires_at: DateTime,
  is_as_written: Type.Boolean({
    description: 'False if the database has something else than the service wrote.',
  }),
  share: nullable(
    Type.Object(
      {
        url: Type.String({ description: 'Every person with it may pay.' }),
        texts: Type.Object({ fr: Type.String(), en: Type.String() }),
      },
      { description: 'For those who may make links, while it is open.' },
    ),
  ),
  attempts: Type.Array(
    Type.Object({
      service_tx_id: ServiceTxId,
      operator: Operator,
      msisdn_masked: Type.String(),
      state: oneOf(DEPOSIT_STATES),
      reason_code: OptionalReasonCode,
      outcome: nullableOneOf(ATTEMPT_OUTCOMES),
      created_at: DateTime,
    }),
  ),
});

export const listLinksSchema = {
  operationId: 'listLinks',
  tags: ['Payment links'],
  summary: 'Checkouts that people made, newest first, and for whom one may be made',
  querystring: Type.Object({
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 50),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(Link),
      next_cursor: NextCursor,
      applications: Type.Array(Type.String(), {
        description: 'Empty for those who make none.',
      }),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const makeLinkSchema = {
  operationId: 'makeLink',
  tags: ['Payment links'],
  summary: 'Make a checkout for an application',
  description: 'The same `reference` with the same amount and description is the same link.',
  body: Type.Object({
    application: Type.String({ minLength: 1, maxLength: 100 }),
    amount_xaf: RequestedAmount,
    description: withDefault(
      Type.Union([Type.String({ minLength: 1, maxLength: 140 }), Type.Null()]),
      null,
    ),
    reference: withDefault(
      Type.Union([Type.String({ minLength: 1, maxLength: MAX_LINK_REFERENCE }), Type.Null()], {
        description: 'It is stored behind `link-`; one is made without it.',
      }),
      null,
    ),
    expires_in: withDefault(
      Type.Integer({ minimum: MIN_EXPIRES_IN_SECONDS, maximum: MAX_EXPIRES_IN_SECONDS }),
      DEFAULT_EXPIRES_IN_SECONDS,
    ),
    lang: Lang,
  }),
  response: { 200: Link, ...errorResponses(401, 403, 404, 409, 422, 500, 503) },
};

export const cancelLinkSchema = {
  operationId: 'cancelLink',
  tags: ['Payment links'],
  summary: 'Cancel an open link',
  params: Type.Object({ id: CheckoutId }),
  body: Type.Object({ reason: Reason }),
  response: { 200: Link, ...errorResponses(401, 403, 404, 409, 422, 500, 503) },
};
