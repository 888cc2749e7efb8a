import { Type } from 'typebox';
import { Msisdn, Operator, ServiceTxId } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { Cursor, DateTime, errorResponses, NextCursor, nullable } from '../schema.ts';
import { GivenBack } from '../transactions/staff-transactions-api.ts';
import { withDefault } from '../validation/schema-options.ts';

const Overpaid = Type.Object({
  id: ServiceTxId,
  application: Type.String(),
  reference: Type.String(),
  operator: Operator,
  msisdn: Msisdn,
  payer_name: nullable(Type.String({ description: 'As the operator’s text spells it.' })),
  amount_xaf: Type.Integer({ description: 'What the books owe to the payer.' }),
  since: DateTime,
  no_return: nullable(MessageBody),
  returns: Type.Array(GivenBack, {
    description: 'The withdrawals that send it back, or tried to, newest first.',
  }),
});

export const listOverpaymentsSchema = {
  operationId: 'listOverpayments',
  tags: ['Finance'],
  summary: 'What was paid above the amount of deposits and is owed to payers, the oldest first',
  description:
    '`no_return`: why it cannot be sent back, or null. A return that has left and did not fail is owed no more. What the list has and what was corrected make the account `overpayments`.',
  querystring: Type.Object({
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 50),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(Overpaid),
      next_cursor: NextCursor,
      count: Type.Integer({ description: 'How many there are on all pages.' }),
      listed_xaf: Type.Integer({ description: 'What all pages have together.' }),
      corrected_xaf: Type.Integer({
        description: 'What two people corrected in the account; positive: more is owed.',
      }),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
