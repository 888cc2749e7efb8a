import { type Static, Type } from 'typebox';
import { SIMULATED_OUTCOMES } from '../../domain/transactions/simulation.ts';
import {
  DEPOSIT_STATES,
  PAYMENT_EVENTS,
  requiresHumanApproval,
  type Transaction,
  WITHDRAWAL_STATES,
} from '../../domain/transactions/transaction.ts';
import {
  AmountXaf,
  Direction,
  Msisdn,
  Operator,
  PlayerId,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';

export const State = oneOf([...new Set([...DEPOSIT_STATES, ...WITHDRAWAL_STATES])]);

const TransactionBody = Type.Object({
  service_tx_id: ServiceTxId,
  idempotency_key: Reference,
  direction: Direction,
  operator: Operator,
  provider: Type.String({ description: 'Id of the provider in use.', examples: ['mtn-momo'] }),
  msisdn: Msisdn,
  amount_minor: AmountXaf,
  state: State,
  state_updated_at: DateTime,
  requires_human_approval: Type.Boolean(),
  provider_tx_id: nullable(Type.String()),
  expires_at: nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
  state_reason: Type.String({ description: 'Why the transaction is in this state.' }),
});

export const readTransactionSchema = {
  operationId: 'getTransaction',
  tags: ['Transactions'],
  summary: 'Read one transaction',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  response: { 200: TransactionBody, ...errorResponses(400, 401, 404, 422, 429, 500, 503) },
};

export function toTransactionBody(transaction: Transaction): Static<typeof TransactionBody> {
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
  };
}

export const playerListSchema = {
  operationId: 'listPlayerTransactions',
  tags: ['Transactions'],
  summary: "List a player's transactions, newest first",
  params: Type.Object({ player_id: PlayerId }),
  querystring: Type.Object({
    status: Type.Optional(
      Type.String({ description: 'Only this state; an unknown one gives an empty list.' }),
    ),
    direction: Type.Optional(Direction),
    page: withDefault(Type.Integer({ minimum: 1 }), 1),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          service_tx_id: ServiceTxId,
          reference: Reference,
          direction: Direction,
          operator: Operator,
          amount_xaf: AmountXaf,
          state: State,
          provider_tx_id: nullable(Type.String()),
          created_at: DateTime,
          updated_at: DateTime,
          msisdn: Msisdn,
        }),
      ),
      total: Type.Integer(),
      page: Type.Integer(),
      limit: Type.Integer(),
      pages: Type.Integer(),
    }),
    ...errorResponses(400, 401, 422, 429, 500, 503),
  },
};

export const simulateSchema = {
  operationId: 'simulateOutcome',
  tags: ['Sandbox'],
  summary: 'Decide how a transaction ends (sandbox only)',
  description:
    'A deposit can succeed, fail or expire, an expired one can still succeed; a withdrawal that waits for approval can succeed or fail. The webhook is sent as in production.',
  params: Type.Object({ service_tx_id: ServiceTxId }),
  body: Type.Object({ outcome: oneOf(SIMULATED_OUTCOMES) }),
  response: {
    200: Type.Object({
      service_tx_id: ServiceTxId,
      reference: Reference,
      previous_state: State,
      state: State,
      webhook_event: Type.Unsafe<(typeof PAYMENT_EVENTS)[number] | null>({
        type: ['string', 'null'],
        enum: [...PAYMENT_EVENTS, null],
        description: 'Null when the transaction has no callback_url.',
      }),
    }),
    ...errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503),
  },
};
