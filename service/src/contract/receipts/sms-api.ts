import { Type } from 'typebox';
import { SMS_STATES } from '../../domain/receipts/sms-state.ts';
import { Operator, Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
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

export const SmsRow = Type.Object({
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
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Only this text.' })),
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

const Sender = { operator: Operator, sender: Type.String({ description: 'In one spelling.' }) };

export const listSendersSchema = {
  operationId: 'listSenders',
  tags: ['SMS'],
  summary: 'Who writes like an operator without being known as its sender, and who was accepted',
  response: {
    200: Type.Object({
      unknown: Type.Array(
        Type.Object({
          ...Sender,
          spelled: Type.String({ description: 'As it came last.' }),
          texts: Type.Integer(),
          last_at: DateTime,
          last_text: Type.String(),
          refusal: nullableOneOf(['sender_is_a_number', 'sender_not_plain']),
        }),
      ),
      accepted: Type.Array(
        Type.Object({ ...Sender, accepted_at: DateTime, accepted_by: Type.String() }),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const body = Type.Object({
  operator: Operator,
  sender: Type.String({ minLength: 1, maxLength: 100 }),
  reason: Type.String({ minLength: 3, maxLength: 500 }),
});

export const acceptSenderSchema = {
  operationId: 'acceptSender',
  tags: ['SMS'],
  summary: 'Read the texts of a sender as those of an operator',
  description: 'Texts of the sender that waited are read again.',
  body,
  response: {
    200: Type.Object({ read: Type.Integer(), payments: Type.Integer() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};

export const withdrawSenderSchema = {
  operationId: 'withdrawSender',
  tags: ['SMS'],
  summary: 'Believe a sender no more that was accepted',
  body,
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};
