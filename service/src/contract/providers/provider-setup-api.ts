import { Type } from 'typebox';
import { FLOAT_LEVELS } from '../../domain/lines/float-level.ts';
import { TRIAL_OUTCOMES, TRIAL_POINTS } from '../../domain/providers/trial.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { AmountXaf, CollectionMode, Direction, Operator, Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';

const ProviderSetup = Type.Object({
  id: Type.String(),
  display_name: Type.String(),
  adapter: Type.String(),
  operators: Type.Array(Operator),
  directions: Type.Array(Direction),
  is_primary: Type.Boolean(),
  flag_enabled: Type.Boolean(),
  status: oneOf(['operational', 'degraded', 'unavailable']),
  failure_rate_1h: Type.Number(),
  tx_count_1h: Type.Integer(),
  message: MessageBody,
  floats: Type.Array(
    Type.Object({
      wallet: Type.String(),
      free_xaf: nullable(
        Type.Number({ description: 'Null if it is unknown, and for who does not see it.' }),
      ),
      level: oneOf(FLOAT_LEVELS),
    }),
    { description: 'The wallets out of which it pays, with what they can still pay out.' },
  ),
  // Why it cannot be used now.
  problem: nullable(MessageBody),
  checked_at: nullable(DateTime),
  trial: nullable(
    Type.Object(
      {
        at: DateTime,
        rows: Type.Array(
          Type.Object({
            direction: Direction,
            point: oneOf(TRIAL_POINTS),
            outcome: oneOf(TRIAL_OUTCOMES),
            found: nullable(Type.String()),
          }),
        ),
      },
      { description: 'The last rehearsal with money, compared with what is assumed.' },
    ),
  ),
  channels: Type.Array(
    Type.Object({
      id: Type.String(),
      operator: Operator,
      collection_mode: CollectionMode,
      merchant_number: Type.String(),
      merchant_display_name: nullable(Type.String()),
      ussd_template: nullable(Type.String()),
      enabled: Type.Boolean(),
      min_amount_xaf: nullable(AmountXaf),
      max_amount_xaf: nullable(AmountXaf),
    }),
  ),
});

/** `null` removes the limit. */
const ChangedLimit = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Null(),
]);

export const listProviderSetupSchema = {
  operationId: 'listProviderSetup',
  tags: ['Administration'],
  summary: 'Providers with their channels, switches and health',
  response: {
    200: Type.Object({ providers: Type.Array(ProviderSetup) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const switchProviderSchema = {
  operationId: 'switchProvider',
  tags: ['Administration'],
  summary: 'Switch a provider on or off',
  params: Type.Object({ id: Type.String({ maxLength: 60 }) }),
  body: Type.Object({ enabled: Type.Boolean(), reason: Reason }),
  response: { 200: ProviderSetup, ...errorResponses(401, 403, 404, 422, 500, 503) },
};

export const changeChannelSchema = {
  operationId: 'changeChannel',
  tags: ['Administration'],
  summary: 'Change a channel',
  params: Type.Object({ id: Type.String({ maxLength: 60 }) }),
  body: Type.Object({
    enabled: Type.Optional(Type.Boolean()),
    collection_mode: Type.Optional(CollectionMode),
    merchant_number: Type.Optional(Type.String({ pattern: '^\\+?[0-9]{4,15}$' })),
    merchant_display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    ussd_template: Type.Optional(Type.String({ minLength: 3, maxLength: 100 })),
    min_amount_xaf: Type.Optional(ChangedLimit),
    max_amount_xaf: Type.Optional(ChangedLimit),
    reason: Reason,
  }),
  response: {
    200: ProviderSetup,
    202: WaitingChange,
    ...errorResponses(400, 401, 403, 404, 409, 422, 500, 503),
  },
};
