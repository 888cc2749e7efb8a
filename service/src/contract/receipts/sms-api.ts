import { Type } from 'typebox';
import { SMS_STATES } from '../../domain/receipts/sms-state.ts';
import { Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { Cursor, DateTime, errorResponses, NextCursor, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const SmsRow = Type.Object({
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
  // Why it has its state.
  reason: nullable(MessageBody),
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
  description: 'With `state=review`, those that are not checked yet.',
  querystring: Type.Object({
    state: Type.Optional(oneOf(SMS_STATES)),
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 50),
  }),
  response: {
    200: Type.Object({ items: Type.Array(SmsRow), next_cursor: NextCursor }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const lookAtSmsSchema = {
  operationId: 'lookAtSms',
  tags: ['SMS'],
  summary: 'Mark a text in review as checked',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};
