import { Type } from 'typebox';
import { PAYOUT_MARKS } from '../../domain/transactions/payment-limits.ts';
import { FOUND_BY } from '../../domain/transactions/search/search-text.ts';
import {
  AmountXaf,
  Direction,
  Operator,
  OptionalReasonCode,
  PlayerId,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import { MessageBody } from '../message.ts';
import {
  Cursor,
  DateTime,
  dateTime,
  errorResponses,
  NextCursor,
  nullable,
  oneOf,
} from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';
import { State } from './transactions-api.ts';

/** How many people an action needs if the signed-in person takes it, and why it needs two. */
export const Needed = Type.Object({
  people: Type.Integer({ minimum: 1, maximum: 2 }),
  why: nullable(MessageBody),
});

/** A row of a list. Numbers are masked; the detail has them whole, but not for viewers. */
export const TransactionItem = Type.Object({
  id: ServiceTxId,
  direction: Direction,
  operator: Operator,
  provider: Type.String(),
  player_id: PlayerId,
  reference: Reference,
  msisdn_masked: Type.String(),
  amount_xaf: AmountXaf,
  state: State,
  state_reason: Type.String(),
  reason_code: OptionalReasonCode,
  needs_second_person: Type.Boolean({ description: 'Whether two people have to approve it.' }),
  needs: Type.Object(Needed.properties, {
    description: 'How many people it takes to approve it when the signed-in person does.',
  }),
  marks: Type.Array(oneOf(PAYOUT_MARKS), {
    description: 'What an approver should know of a withdrawal, by the limits that are set.',
  }),
  application: Type.String(),
  created_at: DateTime,
  state_updated_at: DateTime,
  found_by: Type.Optional(
    oneOf(FOUND_BY, { description: 'By what a search found it, the surest if there are several.' }),
  ),
});

/** A withdrawal that gives money back, with what its badge needs. */
export const GivenBack = Type.Object({
  id: ServiceTxId,
  amount_xaf: AmountXaf,
  state: State,
  reason_code: OptionalReasonCode,
});

const Filters = {
  direction: Type.Optional(Direction),
  state: Type.Optional(State),
  under_way: Type.Optional(
    oneOf(['true'], { description: 'Withdrawals that are approved or sent and not settled.' }),
  ),
  operator: Type.Optional(Operator),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
};

/** What a person types. It may be a number, so it goes in a body: addresses are logged and kept. */
const Searched = {
  q: Type.String({
    maxLength: 200,
    description:
      'A transaction id, reference, player id, number or operator transaction id; the name of a payer, an amount or the last digits of a number.',
  }),
};

const Listed = {
  ...Filters,
  order: withDefault(oneOf(['newest', 'oldest', 'largest', 'smallest']), 'newest'),
  cursor: Cursor,
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 50),
};

export const listTransactionsSchema = {
  operationId: 'listTransactions',
  tags: ['Transactions'],
  summary: 'Transactions by filter, newest first (oldest first for queues)',
  description:
    'Amounts and last digits are looked for, and amounts sorted, among the newest 100,000 that the filters leave.',
  querystring: Type.Object(Listed),
  response: {
    200: Type.Object({ items: Type.Array(TransactionItem), next_cursor: NextCursor }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const searchTransactionsSchema = {
  operationId: 'searchTransactions',
  tags: ['Transactions'],
  summary: 'Transactions that a search finds among those of the filters',
  body: Type.Object({ ...Listed, ...Searched }),
  response: listTransactionsSchema.response,
};

export const sumTransactionsSchema = {
  operationId: 'sumTransactions',
  tags: ['Transactions'],
  summary: 'How many transactions the filters leave, and how much they come to',
  querystring: Type.Object(Filters),
  response: {
    200: Type.Object({
      count: Type.Integer(),
      amount_xaf: AmountXaf,
      succeeded: Type.Integer(),
      succeeded_xaf: AmountXaf,
      // Older processes leave out the next two. The others that succeeded are deposits.
      withdrawals_succeeded: Type.Optional(Type.Integer()),
      withdrawals_succeeded_xaf: Type.Optional(AmountXaf),
      since: nullable(dateTime('Older ones are not counted; null if all are.')),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const sumFoundTransactionsSchema = {
  operationId: 'sumFoundTransactions',
  tags: ['Transactions'],
  summary: 'The same of what a search finds',
  body: Type.Object({ ...Filters, ...Searched }),
  response: sumTransactionsSchema.response,
};

export const exportTransactionsSchema = {
  operationId: 'exportTransactions',
  tags: ['Transactions'],
  summary: 'The same as CSV, streamed',
  querystring: Type.Object(Filters),
};

export const exportFoundTransactionsSchema = {
  operationId: 'exportFoundTransactions',
  tags: ['Transactions'],
  summary: 'What a search finds as CSV, streamed; a form may ask for it',
  body: Type.Object({ ...Filters, ...Searched }),
};

export const readPlayerSchema = {
  operationId: 'getPlayer',
  tags: ['Players'],
  summary: 'A player’s sums and last transactions',
  params: Type.Object({ player_id: PlayerId }),
  response: {
    200: Type.Object({
      player_id: PlayerId,
      deposits_succeeded: Type.Integer(),
      deposits_xaf: AmountXaf,
      withdrawals_succeeded: Type.Integer(),
      withdrawals_xaf: AmountXaf,
      first_seen_at: nullable(DateTime),
      numbers_masked: Type.Array(Type.String()),
      recent: Type.Array(TransactionItem),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
