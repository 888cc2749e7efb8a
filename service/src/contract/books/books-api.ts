import { Type } from 'typebox';
import {
  OptionalReasonCode,
  OptionalRefundOf,
  ProviderTxId,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import { closedQuery, dateTime, day, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

export const MOVEMENT_KINDS = [
  'deposit',
  'withdrawal',
  'withdrawal_returned',
  'fee',
  'correction',
] as const;

function amount(description: string) {
  return Type.Integer({ description, examples: [5_000] });
}

const Movement = Type.Object(
  {
    kind: oneOf(MOVEMENT_KINDS, { title: 'MovementKind', description: 'Why the balance changed.' }),
    amount_xaf: amount('Positive: the balance grows.'),
    service_tx_id: nullable(ServiceTxId),
    reference: nullable(Reference),
    provider_tx_id: ProviderTxId,
    reason_code: OptionalReasonCode,
    refund_of: OptionalRefundOf,
    booked_at: dateTime('When it was booked.'),
    value_at: dateTime('When the money moved, as far as the operator reports it.'),
  },
  { title: 'Movement', description: 'A change of what you are owed.' },
);

export const statementSchema = {
  operationId: 'getStatement',
  tags: ['Statement'],
  summary: 'Your movements and balance over some days',
  description:
    'What you are owed, and everything that changed it, the oldest first. The opening balance and all movements of the days make the closing balance.',
  querystring: closedQuery({
    from: day('The first day, in Douala.'),
    to: day('The last day, in Douala.'),
    cursor: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The `next_cursor` of the page before.',
        examples: ['eyJhdCI6…'],
      }),
    ),
    limit: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: 'Movements per page.',
        examples: [100],
      }),
      100,
    ),
  }),
  response: {
    200: Type.Object(
      {
        from: day('The first day, in Douala.'),
        to: day('The last day, in Douala.'),
        opening_balance_xaf: amount('What you were owed when the first day began.'),
        closing_balance_xaf: amount('What you were owed when the last day ended.'),
        items: Type.Array(Movement, { description: 'The movements of this page.' }),
        next_cursor: nullable(
          Type.String({ description: 'Null after the last page.', examples: ['eyJhdCI6…'] }),
        ),
      },
      { title: 'Statement', description: 'A page of your account with us.' },
    ),
    ...errorResponses(401, 422, 429, 500, 503),
  },
};

const Day = day('Of Douala, both included.');

export const reportSchema = {
  operationId: 'getReport',
  tags: ['Finance'],
  summary: 'What moved a wallet or an application’s account over some days, as a file, streamed',
  querystring: Type.Object({
    wallet: Type.Optional(Type.String({ maxLength: 100, description: 'Operator and number.' })),
    application: Type.Optional(
      Type.String({ maxLength: 100, description: 'Its name; used when no wallet is given.' }),
    ),
    from: Day,
    to: Day,
    format: oneOf(['xlsx', 'csv']),
  }),
};

export const listReportAccountsSchema = {
  operationId: 'listReportAccounts',
  tags: ['Finance'],
  summary: 'The wallets and applications that have reports',
  response: {
    200: Type.Object({
      wallets: Type.Array(Type.String()),
      applications: Type.Array(Type.String()),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};
