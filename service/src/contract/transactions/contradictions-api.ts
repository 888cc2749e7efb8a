import { Type } from 'typebox';
import { DIRECTIONS } from '../../domain/payment-kinds.ts';
import { REVERSAL_RULINGS } from '../../domain/transactions/contradiction.ts';
import { STATES_OF } from '../../domain/transactions/transaction.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { AmountXaf, Operator, OptionalReasonCode, Reason } from '../fields.ts';
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

export const ContradictionItem = Type.Object({
  id: Type.String(),
  remark: MessageBody,
  evidence: Type.String({ description: 'Who said it, and what.' }),
  transaction_id: nullable(Type.String()),
  receipt_id: nullable(Type.String()),
  direction: nullableOneOf(DIRECTIONS),
  state: nullableOneOf([...new Set([...STATES_OF.deposit, ...STATES_OF.withdrawal])]),
  reason_code: OptionalReasonCode,
  operator: Operator,
  amount_xaf: AmountXaf,
  msisdn_masked: Type.String(),
  sms_text: nullable(
    Type.String({ description: 'The text that says so; a viewer does not get it.' }),
  ),
  recorded_at: DateTime,
  closed_at: nullable(DateTime),
  closed_by: nullable(Type.String()),
  closed_because: nullable(Type.String()),
});

export const listContradictionsSchema = {
  operationId: 'listContradictions',
  tags: ['Contradictions'],
  summary:
    'What was said against something settled: open ones oldest first, all of them newest first',
  querystring: Type.Object({
    state: withDefault(oneOf(['open', 'any']), 'open'),
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 50),
  }),
  response: {
    200: Type.Object({ items: Type.Array(ContradictionItem), next_cursor: NextCursor }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const closeContradictionSchema = {
  operationId: 'closeContradiction',
  tags: ['Contradictions'],
  summary: 'Close a settled contradiction; no state changes',
  description:
    'Of a reversal that no balance proves (`reversed_without_proof`) the person says with `ruling` whether it is one: `reversed` books it, `not_reversed` frees its payment. Above the second person’s amount another person approves the ruling.',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Reason, ruling: Type.Optional(oneOf(REVERSAL_RULINGS)) }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};
