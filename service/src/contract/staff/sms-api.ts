import { Type } from 'typebox';
import { SMS_STATES } from '../../domain/sms-state.ts';
import { OPERATORS } from '../../domain/transaction.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

const SmsLine = Type.Object({
  id: Type.String(),
  at: DateTime,
  gateway: Type.String(),
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
});

export const listSmsSchema = {
  operationId: 'listSms',
  tags: ['SMS'],
  summary: 'Texts of the operators as they came, newest first',
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

const Line = Type.Object({
  line: Type.String(),
  operator: nullableOneOf(OPERATORS),
  gateways: Type.Array(Type.String()),
  problem: nullable(Type.String({ description: 'Why payments could not be confirmed now.' })),
  balance_xaf: nullable(Type.Number({ description: 'By the texts that fit together.' })),
  breaks: Type.Array(
    Type.Object({
      at: DateTime,
      expected_xaf: Type.Number(),
      told_xaf: Type.Number(),
      meaning: Type.String(),
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

export const acceptLineSchema = {
  operationId: 'acceptLine',
  tags: ['SMS'],
  summary: 'The texts of a line are true: go on from the newest and match what waited',
  params: Type.Object({ line: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500 }) }),
  response: {
    200: Type.Object({ credited: Type.Integer(), held: Type.Integer() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};
