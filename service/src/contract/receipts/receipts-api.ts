import { Type } from 'typebox';
import { DISMISSED_AS } from '../../domain/receipts/dismissal.ts';
import { UNREAD_FIELDS } from '../../domain/receipts/open-payment.ts';
import { AmountXaf, Msisdn, Operator } from '../fields.ts';
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
import { GivenBack, TransactionItem } from '../transactions/staff-transactions-api.ts';
import { withDefault } from '../validation/schema-options.ts';

export const ReceiptRow = Type.Object({
  id: Type.String(),
  operator: Operator,
  operator_tx_id: Type.String(),
  payer_msisdn: Msisdn,
  payer_name: nullable(Type.String({ description: 'As the operator’s text spells it.' })),
  line: Type.String({ description: 'The merchant number that received the money.' }),
  amount_xaf: AmountXaf,
  received_at: DateTime,
  operator_time: nullable(DateTime),
  state: oneOf(['unmatched', 'used', 'dismissed']),
  dismissed_as: nullableOneOf(DISMISSED_AS),
  // Why it was not matched, or what it was used for.
  reason: MessageBody,
  score: Type.Integer({ description: 'From 0 to 100: how far the text is to be trusted.' }),
  doubts: Type.Array(MessageBody, { description: 'What speaks against the text.' }),
  is_trusted: Type.Boolean({
    description: 'Nothing about its text, or the balances of its line, holds it.',
  }),
  waits_for_line: Type.Boolean({
    description: 'Nothing holds it but the balances of its line.',
  }),
  // Older processes leave it out.
  is_left_behind: Type.Optional(
    Type.Boolean({
      description: 'It waits for its line, which went on without it: only staff can match it.',
    }),
  ),
  sms_text: nullable(Type.String({ description: 'The operator’s text as it came.' })),
  used_for: nullable(Type.String({ description: 'The deposit that it paid.' })),
  // Older processes leave it out.
  open_fields: Type.Optional(
    Type.Array(oneOf(UNREAD_FIELDS), {
      description: 'What could not be read: empty, or 0, until two people fill it in.',
    }),
  ),
  // Older processes leave it out.
  reserved_for: Type.Optional(
    nullable(
      Type.String({ description: 'The deposit that staff confirmed while it was not believed.' }),
    ),
  ),
  rivals: Type.Array(
    Type.Object({
      sms_id: Type.String(),
      at: DateTime,
      amount_xaf: AmountXaf,
      payer_msisdn: Msisdn,
      text: Type.String(),
      is_believed: Type.Boolean({ description: 'It connects to a trusted balance of its line.' }),
    }),
    { description: 'Texts with the same operator id that report different payments.' },
  ),
});

export const ReceiptWithCandidates = Type.Object({
  ...ReceiptRow.properties,
  // Older processes leave out the next two.
  // Why it cannot be sent back; null if it can.
  no_return: Type.Optional(nullable(MessageBody)),
  returns: Type.Optional(
    Type.Array(GivenBack, {
      description: 'The withdrawals that send it back, or tried to, newest first.',
    }),
  ),
  candidates: Type.Array(
    Type.Object({
      transaction: TransactionItem,
      // Older processes leave it out.
      may_complete: Type.Optional(
        Type.Boolean({ description: 'Its state lets staff complete it from payments.' }),
      ),
      differences: Type.Array(MessageBody, {
        description: 'Why it was not matched with this one.',
      }),
    }),
  ),
});

export const listReceiptsSchema = {
  operationId: 'listReceipts',
  tags: ['Receipts'],
  summary: 'Payments that fit no deposit, oldest first, with what comes near',
  querystring: Type.Object({
    state: withDefault(oneOf(['unmatched', 'used', 'dismissed']), 'unmatched'),
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 50),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(ReceiptWithCandidates),
      next_cursor: NextCursor,
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const readReceiptSchema = {
  operationId: 'getReceipt',
  tags: ['Receipts'],
  summary: 'One payment, whatever became of it',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  response: { 200: ReceiptWithCandidates, ...errorResponses(401, 403, 404, 422, 500, 503) },
};

export const searchReceiptsSchema = {
  operationId: 'searchReceipts',
  tags: ['Receipts'],
  summary: 'Payments from a number or with an operator’s transaction id, newest first',
  body: Type.Object({
    q: Type.String({ maxLength: 200, description: 'The whole number or id.' }),
  }),
  response: {
    200: Type.Object({ items: Type.Array(ReceiptRow) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
