import { Type } from 'typebox';
import { SMS_STATES } from '../../domain/receipts/sms-state.ts';
import { OPERATORS } from '../../domain/transactions/transaction.ts';
import { AmountXaf, PlayerId, Reference, ServiceTxId } from '../fields.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';
import { withDefault } from '../validation/with-default.ts';

const SmsLine = Type.Object({
  id: Type.String(),
  at: DateTime,
  sent_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the SIM got it, as its gateway says; `at` is when we did.',
    }),
  ),
  gateway: Type.String(),
  sim: nullable(Type.String({ description: 'The SIM as the gateway calls it.' })),
  line: nullable(Type.String()),
  sender: Type.String(),
  text: Type.String(),
  trust: oneOf(['trusted', 'late', 'unknown_sim', 'forged']),
  state: oneOf(SMS_STATES),
  reason: nullable(
    Type.String({ description: 'What is doubtful about it, or why it is nothing.' }),
  ),
  template: nullable(Type.String()),
  seen: Type.Integer({ description: 'How often the same text came.' }),
  looked_at: nullable(DateTime),
  looked_at_by: nullable(Type.String()),
  receipt_id: nullable(Type.String({ description: 'The payment that it became.' })),
});

export const listSmsSchema = {
  operationId: 'listSms',
  tags: ['SMS'],
  summary: 'Texts of the operators as they came, newest first',
  description: 'With `state=review`, those that nobody has looked at yet.',
  querystring: Type.Object({
    state: Type.Optional(oneOf(SMS_STATES)),
    cursor: Type.Optional(Type.String({ format: 'uuid' })),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 50),
  }),
  response: {
    200: Type.Object({ items: Type.Array(SmsLine), next_cursor: nullable(Type.String()) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const lookAtSmsSchema = {
  operationId: 'lookAtSms',
  tags: ['SMS'],
  summary: 'Somebody has looked at a text in review: it needs nobody any more',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500 }) }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

const Line = Type.Object({
  line: Type.String(),
  operator: nullableOneOf(OPERATORS),
  gateways: Type.Array(Type.String()),
  problem: nullable(Type.String({ description: 'Why payments could not be confirmed now.' })),
  heard_at: nullable(DateTime),
  balance_xaf: nullable(Type.Number({ description: 'By the texts that fit together.' })),
  breaks: Type.Array(
    Type.Object({
      id: Type.String(),
      at: DateTime,
      expected_xaf: Type.Number(),
      told_xaf: Type.Number(),
      meaning: Type.String(),
      sender: Type.String(),
      text: Type.String({ description: 'As it came.' }),
      receipt_id: nullable(
        Type.String({ description: 'The payment that it tells of: dismiss it if it is forged.' }),
      ),
    }),
    { description: 'Texts whose balance does not follow; payments wait until somebody looks.' },
  ),
});

export const listLinesSchema = {
  operationId: 'listLines',
  tags: ['SMS'],
  summary: 'Our SIM lines: what they hold, whether they are heard of, what is in doubt',
  response: {
    200: Type.Object({ items: Type.Array(Line) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const ForeseenPayment = Type.Object({
  receipt_id: Type.String(),
  amount_xaf: AmountXaf,
  payer_msisdn: Type.String(),
  payer_name: nullable(Type.String()),
  is_credited: Type.Boolean({ description: 'Whether it would move the deposit.' }),
  deposit: nullable(
    Type.Object({
      id: ServiceTxId,
      reference: Reference,
      player_id: PlayerId,
      state: State,
    }),
  ),
  reason: Type.String({ description: 'What would become of it, or why it would still be held.' }),
});

export const foreseeLineSchema = {
  operationId: 'foreseeLine',
  tags: ['SMS'],
  summary: 'What accepting the texts of a line would do now',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  response: {
    200: Type.Object({
      payments: Type.Array(ForeseenPayment, { description: 'Those that wait for the line.' }),
      balances: Type.Array(
        Type.Object({ balance_cents: Type.Integer(), becomes_cents: Type.Integer() }),
        { description: 'What could be accepted, and what the line would then go on from.' },
      ),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const acceptLineSchema = {
  operationId: 'acceptLine',
  tags: ['SMS'],
  summary: 'Somebody has looked at a line: go on from the balance they saw, match what waited',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: Type.Object({
    balance_cents: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description:
        'What the line holds at the operator, in hundredths: as a text in doubt told it, or as ' +
        'those that fit together do.',
    }),
    break_ids: Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: 1_000,
      description: 'The texts in doubt that you saw. When they are others by now, it is a 409.',
    }),
    reason: Type.String({ minLength: 3, maxLength: 500 }),
  }),
  response: {
    200: Type.Object({ credited: Type.Integer(), held: Type.Integer() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};
