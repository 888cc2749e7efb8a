import { Type } from 'typebox';
import { AmountXaf, CollectionMode, Direction, Operator } from '../fields.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/with-default.ts';
import { Role, StaffMember } from './session-api.ts';

const Reason = Type.String({ minLength: 3, maxLength: 500 });

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
  message: Type.String(),
  balance_xaf: nullable(
    Type.Integer({ description: 'What is left to pay out; null where the provider does not say.' }),
  ),
  problem: nullable(Type.String({ description: 'Why it cannot be used now, as it said itself.' })),
  checked_at: nullable(DateTime),
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

/** Null takes the limit away. */
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
  response: { 200: ProviderSetup, ...errorResponses(400, 401, 403, 404, 422, 500, 503) },
};

export const listApplicationsSchema = {
  operationId: 'listApplications',
  tags: ['Administration'],
  summary: 'Applications and their keys',
  response: {
    200: Type.Object({
      applications: Type.Array(
        Type.Object({
          name: Type.String(),
          created_at: DateTime,
          has_webhook_secret: Type.Boolean(),
          keys: Type.Array(
            Type.Object({
              prefix: Type.String(),
              created_at: DateTime,
              revoked_at: nullable(DateTime),
            }),
          ),
        }),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const issueKeySchema = {
  operationId: 'issueKey',
  tags: ['Administration'],
  summary: 'Issue an API key; it is shown once',
  body: Type.Object({ application: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: {
    200: Type.Object({ key: Type.String(), webhook_secret: nullable(Type.String()) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};

export const revokeKeySchema = {
  operationId: 'revokeKey',
  tags: ['Administration'],
  summary: 'Revoke an API key',
  params: Type.Object({ prefix: Type.String({ pattern: '^[a-z0-9]{12}$' }) }),
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

export const listStaffSchema = {
  operationId: 'listStaff',
  tags: ['Administration'],
  summary: 'Everybody who may sign in',
  response: {
    200: Type.Object({ staff: Type.Array(StaffMember) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const addStaffSchema = {
  operationId: 'addStaff',
  tags: ['Administration'],
  summary: 'Add a person; the one-time password is shown once',
  body: Type.Object({
    email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', maxLength: 254 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    role: withDefault(Role, 'viewer'),
  }),
  response: {
    200: Type.Object({ staff: StaffMember, one_time_password: Type.String() }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};

export const changeStaffSchema = {
  operationId: 'changeStaff',
  tags: ['Administration'],
  summary: 'Change a person’s role, or lock them out',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({
    role: Type.Optional(Role),
    disabled: Type.Optional(Type.Boolean()),
    reason: Reason,
  }),
  response: { 200: StaffMember, ...errorResponses(401, 403, 404, 409, 422, 500, 503) },
};

export const resetStaffSchema = {
  operationId: 'resetStaff',
  tags: ['Administration'],
  summary: 'New one-time password, second factor removed, signed out everywhere',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ one_time_password: Type.String() }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};
