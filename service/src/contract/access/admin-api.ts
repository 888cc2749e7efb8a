import { Type } from 'typebox';
import { RESETS } from '../../domain/access/staff-session.ts';
import { Reason } from '../fields.ts';
import { DateTime, dateTime, errorResponses, nullable, oneOf } from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';
import { MayVouch, Role, StaffMember } from './session-api.ts';

/** Nothing has changed yet: a second person must approve it. */
export const WaitingChange = Type.Object({
  change_id: Type.String({ description: 'See `GET /internal/v1/changes`.' }),
  expires_at: DateTime,
});

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
          // Older processes leave it out.
          former_secret_until: Type.Optional(
            nullable(dateTime('Until when the secret of before signs as well.')),
          ),
          keys: Type.Array(
            Type.Object({
              prefix: Type.String(),
              created_at: DateTime,
              revoked_at: nullable(DateTime),
              is_vouched: Type.Boolean({
                description: 'False while only its issuer knows whose key it is.',
              }),
              may_vouch: MayVouch,
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

export const rotateSecretSchema = {
  operationId: 'rotateWebhookSecret',
  tags: ['Administration'],
  summary:
    'Make a new webhook secret; it is shown once, and the one of before signs as well for a while',
  body: Type.Object({
    application: issueKeySchema.body.properties.application,
    overlap_hours: Type.Integer({ minimum: 0, maximum: 168 }),
    reason: Reason,
  }),
  response: {
    200: Type.Object({ webhook_secret: Type.String(), former_until: DateTime }),
    202: WaitingChange,
    ...errorResponses(401, 403, 409, 422, 500, 503),
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

export const vouchForKeySchema = {
  operationId: 'vouchForKey',
  tags: ['Administration'],
  summary: 'Vouch for a key that another administrator issued',
  params: revokeKeySchema.params,
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
  summary: 'Add a person; the temporary password is shown once',
  body: Type.Object({
    email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', maxLength: 254 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    role: withDefault(Role, 'viewer'),
  }),
  response: {
    200: Type.Object({
      staff: StaffMember,
      one_time_password: Type.String(),
      // A new administrator is a viewer until a second person approves.
      waiting: Type.Optional(WaitingChange),
    }),
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
  response: {
    200: StaffMember,
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

export const resetStaffSchema = {
  operationId: 'resetStaff',
  tags: ['Administration'],
  summary: 'Reset the password, remove the second factors, or only sign out everywhere',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ what: oneOf(RESETS), reason: Reason }),
  response: {
    200: Type.Object({
      one_time_password: nullable(
        Type.String({
          description: 'Of a reset password, or of factors removed behind a temporary one.',
        }),
      ),
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

export const vouchForStaffSchema = {
  operationId: 'vouchForStaff',
  tags: ['Administration'],
  summary: 'Vouch for an account that another administrator made or reset',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ reason: Reason }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};
