import { type Static, Type } from 'typebox';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { DIRECTIONS } from '../../domain/payment-kinds.ts';
import {
  DEPOSIT_STATES,
  requiresHumanApproval,
  type Transaction,
  WITHDRAWAL_STATES,
} from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  Direction,
  Msisdn,
  Operator,
  OptionalCheckoutId,
  OptionalReasonCode,
  OptionalRefundOf,
  PlayerId,
  ProviderTxId,
  Reference,
  reasonMember,
  refundMember,
  ServiceTxId,
} from '../fields.ts';
import { closedQuery, dateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

const STATES = [...new Set([...DEPOSIT_STATES, ...WITHDRAWAL_STATES])];

export const State = oneOf(STATES, {
  title: 'TransactionState',
  description: 'The state of a transaction; deposits and withdrawals each have their own.',
});

const CreatedAt = dateTime('When it was created.');
const UpdatedAt = dateTime('Its last change of any kind.');

const TransactionBody = Type.Object(
  {
    service_tx_id: ServiceTxId,
    idempotency_key: Reference,
    direction: Direction,
    operator: Operator,
    provider: Type.String({ description: 'Id of the provider in use.', examples: ['mtn-momo'] }),
    msisdn: Msisdn,
    amount_minor: AmountXaf,
    state: State,
    state_updated_at: dateTime('The last change of its state.'),
    requires_human_approval: Type.Boolean({
      description: 'True while a withdrawal waits for approval.',
      examples: [false],
    }),
    provider_tx_id: ProviderTxId,
    expires_at: nullable(dateTime('Until when an open deposit can be confirmed; otherwise null.')),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    state_reason: Type.String({
      description: 'Why the transaction is in this state, as an English sentence.',
      examples: ['The player confirmed the payment.'],
    }),
    reason_code: OptionalReasonCode,
    refund_of: OptionalRefundOf,
    refunded_xaf: Type.Optional(
      Type.Integer({
        description:
          'An extension of this service: what refunds give back of this deposit, with those that wait and without those that failed. Left out while it is nothing.',
        examples: [500],
      }),
    ),
    checkout_id: OptionalCheckoutId,
  },
  { title: 'Transaction', description: 'A deposit or a withdrawal, as it is now.' },
);

export const readTransactionSchema = {
  operationId: 'getTransaction',
  tags: ['Transactions'],
  summary: 'Read one transaction',
  description: 'For polling, and after an incident; webhooks are quicker.',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  response: { 200: TransactionBody, ...errorResponses(400, 401, 404, 422, 429, 500, 503) },
};

export function toTransactionBody(
  transaction: Transaction,
  refundedXaf: number,
): Static<typeof TransactionBody> {
  return {
    service_tx_id: transaction.id,
    idempotency_key: transaction.reference,
    direction: transaction.direction,
    operator: transaction.operator,
    provider: transaction.providerId,
    msisdn: transaction.msisdn,
    amount_minor: transaction.amountXaf,
    state: transaction.state,
    state_updated_at: transaction.stateUpdatedAt.toISOString(),
    requires_human_approval: requiresHumanApproval(transaction),
    provider_tx_id: transaction.providerTxId,
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    state_reason: transaction.stateReason,
    ...reasonMember(transaction.reasonCode),
    ...refundMember(transaction.refundOf),
    ...(refundedXaf === 0 ? {} : { refunded_xaf: refundedXaf }),
  };
}

const TransactionSummary = Type.Object(
  {
    service_tx_id: ServiceTxId,
    reference: Reference,
    direction: Direction,
    operator: Operator,
    amount_xaf: AmountXaf,
    state: State,
    provider_tx_id: ProviderTxId,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    msisdn: Msisdn,
    reason_code: OptionalReasonCode,
    refund_of: OptionalRefundOf,
    checkout_id: OptionalCheckoutId,
  },
  { title: 'TransactionSummary', description: 'A transaction in a list.' },
);

const TransactionPage = Type.Object(
  {
    items: Type.Array(TransactionSummary, { description: 'The transactions, newest first.' }),
    total: Type.Integer({ description: 'How many there are in all.', examples: [41] }),
    page: Type.Integer({ description: 'This page, from 1.', examples: [1] }),
    limit: Type.Integer({ description: 'Items in a page.', examples: [20] }),
    pages: Type.Integer({ description: 'How many pages there are.', examples: [3] }),
  },
  { title: 'TransactionPage', description: 'One page of a list of transactions.' },
);

export const playerListSchema = {
  operationId: 'listPlayerTransactions',
  tags: ['Transactions'],
  summary: "List a player's transactions, newest first",
  description: 'A player without transactions has an empty list.',
  params: Type.Object({ player_id: PlayerId }),
  querystring: Type.Object({
    status: Type.Optional(
      Type.String({
        description: 'Only this state; an unknown one gives an empty list.',
        examples: ['succeeded'],
        'x-known': STATES,
      }),
    ),
    direction: Type.Optional(oneOf(DIRECTIONS, { description: 'Only this direction.' })),
    page: withDefault(
      Type.Integer({ minimum: 1, description: 'The page, from 1.', examples: [1] }),
      1,
    ),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Items in a page.', examples: [20] }),
      20,
    ),
  }),
  response: { 200: TransactionPage, ...errorResponses(400, 401, 422, 429, 500, 503) },
};

const Since = Type.Optional(
  Type.String({
    format: 'day-or-moment',
    description:
      'Only what was created then or later: a day in Douala, or a moment in ISO 8601 with its zone.',
    examples: ['2026-03-01'],
  }),
);

const Until = Type.Optional(
  Type.String({
    format: 'day-or-moment',
    description:
      'Only what was created until then: a day in Douala, which counts whole, or before a moment in ISO 8601 with its zone.',
    examples: ['2026-03-31'],
  }),
);

export const listOwnTransactionsSchema = {
  operationId: 'listTransactions',
  tags: ['Transactions'],
  summary: 'List your transactions, newest first',
  description:
    'Finds a transaction by your own `reference`, and everything of a time for reconciliation. An extension of this service. A page may have fewer items than `limit`, even none, while there are more: go on until `next_cursor` is null.',
  querystring: closedQuery({
    reference: Type.Optional(Reference),
    player_id: Type.Optional(PlayerId),
    direction: Type.Optional(oneOf(DIRECTIONS, { description: 'Only this direction.' })),
    status: Type.Optional(oneOf(STATES, { description: 'Only what is in this state now.' })),
    operator: Type.Optional(oneOf(OPERATORS, { description: 'Only this operator.' })),
    from: Since,
    to: Until,
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The `next_cursor` of the page before.',
        examples: ['NmUxYzA0…'],
      }),
    ),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Items in a page.', examples: [20] }),
      20,
    ),
  }),
  response: {
    200: Type.Object(
      {
        items: Type.Array(TransactionSummary, { description: 'The transactions, newest first.' }),
        next_cursor: nullable(
          Type.String({ description: 'Null after the last page.', examples: ['NmUxYzA0…'] }),
        ),
      },
      { title: 'TransactionList', description: 'A page of your transactions.' },
    ),
    ...errorResponses(400, 401, 422, 429, 500, 503),
  },
};
