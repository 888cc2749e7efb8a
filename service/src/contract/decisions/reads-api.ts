import { Type } from 'typebox';
import {
  AmountXaf,
  Direction,
  Msisdn,
  Operator,
  PlayerId,
  Reference,
  ServiceTxId,
} from '../fields.ts';
import { ProviderHealthEntry } from '../providers/providers-api.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { State } from '../transactions/transactions-api.ts';
import { withDefault } from '../validation/with-default.ts';

export const QUEUES = [
  'approvals',
  'payouts_not_sent',
  'held',
  'unmatched_receipts',
  'sms_to_look_at',
  'undelivered_webhooks',
] as const;

const Queue = Type.Object({
  name: oneOf(QUEUES),
  count: Type.Integer(),
  oldest_at: nullable(DateTime),
});

const Volume = Type.Object({
  count: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  expired: Type.Integer(),
  amount_succeeded_xaf: AmountXaf,
});

export const overviewSchema = {
  operationId: 'getOverview',
  tags: ['Overview'],
  summary: 'Queues, today’s volumes, providers',
  description: 'Today starts at midnight in Africa/Douala.',
  response: {
    200: Type.Object({
      at: DateTime,
      queues: Type.Array(Queue),
      today: Type.Object({ deposit: Volume, withdrawal: Volume }),
      operators: Type.Array(
        Type.Object({ operator: Operator, direction: Direction, ...Volume.properties }),
      ),
      hours: Type.Array(
        Type.Object({
          hour: DateTime,
          deposit_xaf: AmountXaf,
          withdrawal_xaf: AmountXaf,
          succeeded: Type.Integer(),
          failed: Type.Integer(),
        }),
        { description: 'The last 24 hours, oldest first, without gaps.' },
      ),
      providers: Type.Array(ProviderHealthEntry),
    }),
    ...errorResponses(401, 500, 503),
  },
};

/** One line of a list of transactions. Numbers are masked; the detail shows them whole. */
export const TransactionLine = Type.Object({
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
  application: Type.String(),
  created_at: DateTime,
  state_updated_at: DateTime,
});

const Filters = {
  direction: Type.Optional(Direction),
  state: Type.Optional(State),
  operator: Type.Optional(Operator),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'A transaction id, reference, player id, number or operator transaction id.',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
};

const NextCursor = nullable(Type.String());

export const listTransactionsSchema = {
  operationId: 'listTransactions',
  tags: ['Transactions'],
  summary: 'Transactions by filter, newest first (oldest first for queues)',
  querystring: Type.Object({
    ...Filters,
    order: withDefault(oneOf(['newest', 'oldest']), 'newest'),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 50),
  }),
  response: {
    200: Type.Object({ items: Type.Array(TransactionLine), next_cursor: NextCursor }),
    ...errorResponses(400, 401, 403, 422, 500, 503),
  },
};

export const exportTransactionsSchema = {
  operationId: 'exportTransactions',
  tags: ['Transactions'],
  summary: 'The same as CSV, streamed',
  querystring: Type.Object(Filters),
};

export const ReceiptLine = Type.Object({
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
  reason: Type.String({ description: 'Why it was not matched, in words.' }),
  score: Type.Integer({ description: 'From 0 to 100: how far the text is to be trusted.' }),
  doubts: Type.Array(Type.String(), { description: 'What speaks against the text, in words.' }),
  is_trusted: Type.Boolean({
    description: 'Nothing about its text, or the balances of its line, holds it.',
  }),
  waits_for_line: Type.Boolean({
    description: 'Nothing holds it but the balances of its line.',
  }),
  sms_text: nullable(Type.String({ description: 'The operator’s text as it came.' })),
  used_for: nullable(Type.String({ description: 'The deposit that it paid.' })),
});

/** `replayed`: it was not delivered, and a new one took its place. */
const WEBHOOK_STATES = ['pending', 'delivered', 'undelivered', 'replayed'] as const;

export const WebhookLine = Type.Object({
  id: Type.String(),
  transaction_id: ServiceTxId,
  reference: Reference,
  amount_xaf: AmountXaf,
  event: Type.String(),
  state: oneOf(WEBHOOK_STATES),
  is_replay: Type.Boolean(),
  origin: Type.String(),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      at: DateTime,
      status: nullable(Type.Integer()),
      error: nullable(Type.String()),
      latency_ms: Type.Integer(),
      answer: nullable(Type.String()),
    }),
  ),
  created_at: DateTime,
});

export const ReceiptWithCandidates = Type.Object({
  ...ReceiptLine.properties,
  candidates: Type.Array(
    Type.Object({
      transaction: TransactionLine,
      differences: Type.Array(Type.String(), {
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
    cursor: Type.Optional(Type.String({ format: 'uuid' })),
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

export const listWebhooksSchema = {
  operationId: 'listWebhooks',
  tags: ['Webhooks'],
  summary: 'Webhooks, newest first',
  querystring: Type.Object({
    state: Type.Optional(oneOf(WEBHOOK_STATES)),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 100),
  }),
  response: {
    200: Type.Object({ items: Type.Array(WebhookLine) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
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
      recent: Type.Array(TransactionLine),
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const listAuditSchema = {
  operationId: 'listAudit',
  tags: ['Audit'],
  summary: 'Who did what, newest first',
  querystring: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name, action or id.' })),
    cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 100),
  }),
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: DateTime,
          actor: Type.String(),
          action: Type.String(),
          subject: Type.String(),
          reason: nullable(Type.String()),
          ip: nullable(Type.String()),
          before: nullable(Type.String({ description: 'JSON text.' })),
          after: nullable(Type.String({ description: 'JSON text.' })),
        }),
      ),
      next_cursor: NextCursor,
    }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
