import type { Static } from 'typebox';
import {
  addStaffSchema,
  changeStaffSchema,
  issueKeySchema,
  listApplicationsSchema,
  listStaffSchema,
  resetStaffSchema,
  revokeKeySchema,
  rotateSecretSchema,
  vouchForKeySchema,
  vouchForStaffSchema,
} from '../../../contract/access/admin-api.ts';
import type { StaffMember } from '../../../contract/access/session-api.ts';
import { ownApplicationIssues } from '../../../contract/validation/issue.ts';
import { listApplications } from '../../../db/access/access.ts';
import { listStaff, type StaffRow } from '../../../db/access/staff.ts';
import { isOwnApplication } from '../../../domain/access/own-application.ts';
import type { AccessServices } from '../../../flows/access/access-services.ts';
import {
  issueKey,
  mayVouchForKey,
  revokeKey,
  rotateWebhookSecret,
  vouchForApiKey,
} from '../../../flows/access/administer-keys.ts';
import {
  addStaff,
  changeStaff,
  mayVouch,
  resetStaff,
  vouchForPerson,
} from '../../../flows/access/administer-staff.ts';
import type { App } from '../../app.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';
import { admin } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

/** Staff accounts, applications and their keys. */
export function accessRoutes(app: App, deps: { readonly access: AccessServices }): void {
  keyRoutes(app, deps.access);
  memberRoutes(app, deps.access);
}

function keyRoutes(app: App, access: AccessServices): void {
  app.get(
    '/internal/v1/applications',
    { schema: listApplicationsSchema, config: admin },
    async (request) => {
      const applications = await listApplications(access.database);
      const toKey = async (key: (typeof applications)[number]['keys'][number]) => {
        const isOpen = !key.is_vouched && key.revoked_at === null;
        const may =
          isOpen && (await mayVouchForKey(access.database, requestActor(request), key.prefix));
        return { ...key, may_vouch: may === true };
      };
      return {
        applications: await Promise.all(
          applications.map(async ({ created_at, keys, ...application }) => ({
            ...application,
            created_at: created_at.toISOString(),
            keys: await Promise.all(keys.map(toKey)),
          })),
        ),
      };
    },
  );

  app.post('/internal/v1/keys', { schema: issueKeySchema, config: admin }, async (request) => {
    const { application } = request.body;
    if (isOwnApplication(application)) throw new InvalidRequest(ownApplicationIssues(application));
    const issued = await issueKey(access, requestActor(request), application);
    return { key: issued.key, webhook_secret: issued.webhookSecret };
  });

  app.post(
    '/internal/v1/webhook-secrets',
    { schema: rotateSecretSchema, config: admin },
    async (request, reply) => {
      const { application, overlap_hours: overlapHours, reason } = request.body;
      const asked = { application, overlapHours, reason };
      const rotated = await rotateWebhookSecret(access, requestActor(request), asked);
      if (rotated.kind === 'waits') return reply.code(202).send(toWaiting(rotated));
      if (rotated.kind !== 'rotated') return sendProblem(reply, { code: rotated.kind });
      const { webhookSecret, formerUntil } = rotated;
      return { webhook_secret: webhookSecret, former_until: formerUntil.toISOString() };
    },
  );

  app.post(
    '/internal/v1/keys/:prefix/revoke',
    { schema: revokeKeySchema, config: admin },
    async (request, reply) => {
      const { prefix } = request.params;
      const { reason } = request.body;
      const done = await revokeKey(access, requestActor(request), { prefix, reason });
      return done ? { done } : sendProblem(reply, { code: 'key_not_found' });
    },
  );

  app.post(
    '/internal/v1/keys/:prefix/vouch',
    { schema: vouchForKeySchema, config: admin },
    async (request, reply) => {
      const asked = { prefix: request.params.prefix, reason: request.body.reason };
      const vouched = await vouchForApiKey(access, requestActor(request), asked);
      if (vouched === 'not_found') return sendProblem(reply, { code: 'key_not_found' });
      return vouched === 'done' ? { done: true } : sendProblem(reply, { code: vouched });
    },
  );
}

function memberRoutes(app: App, access: AccessServices): void {
  app.get('/internal/v1/staff', { schema: listStaffSchema, config: admin }, async (request) => {
    const staff = await listStaff(access.database);
    const toListed = async (row: StaffRow) => ({
      ...toStaffMember(row),
      may_vouch:
        !row.is_vouched && (await mayVouch(access.database, requestActor(request), row.id)),
    });
    return { staff: await Promise.all(staff.map(toListed)) };
  });

  app.post(
    '/internal/v1/staff',
    { schema: addStaffSchema, config: admin },
    async (request, reply) => {
      const result = await addStaff(access, requestActor(request), request.body);
      if (result.kind !== 'added') return sendProblem(reply, { code: result.kind });
      const { staff, oneTimePassword, waiting } = result;
      return {
        staff: toStaffMember(staff),
        one_time_password: oneTimePassword,
        ...(waiting?.kind === 'waits' ? { waiting: toWaiting(waiting) } : {}),
      };
    },
  );

  app.patch(
    '/internal/v1/staff/:id',
    { schema: changeStaffSchema, config: admin },
    async (request, reply) => {
      const { role = null, disabled = null, reason } = request.body;
      const change = { role, disabled, reason };
      const result = await changeStaff(access, requestActor(request), request.params.id, change);
      if (result.kind === 'not_found') return sendProblem(reply, { code: 'staff_not_found' });
      if (result.kind === 'refused') return sendProblem(reply, { code: result.refusal });
      if (result.kind === 'change_waits') return sendProblem(reply, { code: result.kind });
      if (result.kind === 'waits') return reply.code(202).send(toWaiting(result));
      return toStaffMember(result.staff);
    },
  );

  app.post(
    '/internal/v1/staff/:id/reset',
    { schema: resetStaffSchema, config: admin },
    async (request, reply) => {
      const asked = { id: request.params.id, ...request.body };
      const result = await resetStaff(access, requestActor(request), asked);
      if (result.kind === 'not_found') return sendProblem(reply, { code: 'staff_not_found' });
      return { one_time_password: result.oneTimePassword };
    },
  );

  app.post(
    '/internal/v1/staff/:id/vouch',
    { schema: vouchForStaffSchema, config: admin },
    async (request, reply) => {
      const asked = { id: request.params.id, reason: request.body.reason };
      const vouched = await vouchForPerson(access, requestActor(request), asked);
      if (vouched === 'not_found') return sendProblem(reply, { code: 'staff_not_found' });
      return vouched === 'done' ? { done: true } : sendProblem(reply, { code: vouched });
    },
  );
}

/** A person as the console sees them: no hash, no secret. */
export function toStaffMember(row: StaffRow): Static<typeof StaffMember> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    second_factor: row.has_second_factor,
    disabled: row.disabled_at !== null,
    is_vouched: row.is_vouched,
    created_at: row.created_at.toISOString(),
  };
}
