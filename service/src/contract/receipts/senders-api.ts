import { Type } from 'typebox';
import { Operator } from '../fields.ts';
import { DateTime, errorResponses, nullableOneOf } from '../schema.ts';

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
