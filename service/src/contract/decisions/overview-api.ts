import { Type } from 'typebox';
import { AmountXaf, Direction, Operator } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { ProviderHealthEntry } from '../providers/providers-api.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';

export const QUEUES = [
  'approvals',
  'payouts_not_sent',
  'held',
  'contradictions',
  'statement_differences',
  'changes',
  'own_changes',
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
  failed: Type.Integer({ description: 'Without what staff rejected.' }),
  expired: Type.Integer(),
  rejected: Type.Integer({ description: 'By staff; not in success_rate.' }),
  amount_succeeded_xaf: AmountXaf,
  success_rate: nullable(
    Type.Number({
      description: 'Succeeded of those that have ended, without what staff rejected.',
    }),
  ),
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
        Type.Object({
          operator: Operator,
          direction: Direction,
          is_switched_off: Type.Boolean({
            description: 'It is set up, and staff have switched off every way.',
          }),
          ...Volume.properties,
        }),
      ),
      hours: Type.Array(
        Type.Object({
          hour: DateTime,
          deposit_xaf: AmountXaf,
          withdrawal_xaf: AmountXaf,
          succeeded: Type.Integer(),
          failed: Type.Integer(),
          expired: Type.Integer(),
        }),
        { description: 'The last 24 hours, oldest first, without gaps.' },
      ),
      // `why` is `message` with its code, for other languages.
      providers: Type.Array(Type.Object({ ...ProviderHealthEntry.properties, why: MessageBody })),
      under_way: Type.Object(
        { count: Type.Integer(), oldest_at: nullable(DateTime) },
        { description: 'Payouts that are approved or sent and not settled.' },
      ),
      // Why nothing leaves the service, or `null` in normal operation.
      quarantine: nullable(Type.Object({ at: DateTime, notice: MessageBody, reason: MessageBody })),
    }),
    ...errorResponses(401, 500, 503),
  },
};
