import type { FastifyRequest } from 'fastify';
import {
  addPasskeySchema,
  askPasskeySchema,
  confirmPasskeySchema,
  endSessionSchema,
  listSessionsSchema,
  makeRecoveryCodesSchema,
  passkeyOptionsSchema,
  readFactorsSchema,
  recoveryCodeSchema,
  removePasskeySchema,
  signOutEverywhereSchema,
} from '../../../contract/access/factors-api.ts';
import { countRecoveryCodes, listPasskeys } from '../../../db/access/second-factors.ts';
import { listSessions } from '../../../db/access/staff-sessions.ts';
import {
  addPasskey,
  askPasskey,
  type BrowserLocation,
  beginPasskey,
  confirmPasskey,
  removePasskey,
} from '../../../flows/access/factors/passkeys.ts';
import {
  confirmRecoveryCode,
  makeRecoveryCodes,
} from '../../../flows/access/factors/recovery-codes.ts';
import { endSession, signOut } from '../../../flows/access/sessions.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { calledHost } from '../../request/answer-headers.ts';
import { clearSessionCookie, visitorOf } from '../../staff/staff-cookie.ts';
import { requestActor } from '../../staff/staff-request.ts';
import { answerConfirmation, PATH, type SessionDeps } from './session-answers.ts';

/** The sign-in steps at which a person may add a factor. */
export const ADDING = {
  steps: ['enrolment_required', 'signed_in'],
  browserOnly: true,
  needsFreshFactor: true,
} as const;
/** A person who has signed in gives the factor again when a route asks for a fresh one. */
export const GIVING = {
  steps: ['second_factor_required', 'signed_in'],
  browserOnly: true,
} as const;
const OWN = { role: 'viewer', browserOnly: true } as const;
const CHANGING = { ...OWN, needsFreshFactor: true } as const;

/** Second factors besides the authenticator app, and a person's sessions. */
export function factorRoutes(app: App, deps: SessionDeps): void {
  recoveryRoutes(app, deps);
  newPasskeyRoutes(app, deps);
  passkeyRoutes(app, deps);
  ownSessionRoutes(app, deps);
}

function recoveryRoutes(app: App, deps: SessionDeps): void {
  const { access } = deps;
  app.get(
    `${PATH}/factors`,
    {
      schema: readFactorsSchema,
      config: { steps: ['second_factor_required', ...ADDING.steps], browserOnly: true },
    },
    async ({ staffSession: { row } }) => {
      const [recoveryCodes, passkeys] = await Promise.all([
        countRecoveryCodes(access.database, row.id),
        listPasskeys(access.database, row.id),
      ]);
      return {
        totp: row.totp_confirmed_at !== null,
        recovery_codes: recoveryCodes,
        passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at?.toISOString() ?? null,
        })),
      };
    },
  );

  app.post(
    `${PATH}/recovery-codes`,
    { schema: makeRecoveryCodesSchema, config: CHANGING },
    async ({ staffSession, ip }, reply) => {
      if (!staffSession.row.has_second_factor) {
        return sendProblem(reply, { code: 'second_factor_missing' });
      }
      return { codes: [...(await makeRecoveryCodes(access, staffSession, ip))] };
    },
  );

  app.post(
    `${PATH}/recovery-code`,
    { schema: recoveryCodeSchema, config: GIVING },
    async (request, reply) => {
      const { staffSession, body } = request;
      const result = await confirmRecoveryCode(access, staffSession, {
        ...visitorOf(request),
        code: body.code,
      });
      return answerConfirmation(deps, request, reply, result);
    },
  );
}

function newPasskeyRoutes(app: App, deps: SessionDeps): void {
  const { access } = deps;
  app.post(
    `${PATH}/passkeys/options`,
    { schema: passkeyOptionsSchema, config: ADDING },
    async (request) => ({
      ...(await beginPasskey(access, request.staffSession, locationOf(deps, request))),
    }),
  );

  app.post(
    `${PATH}/passkeys`,
    { schema: addPasskeySchema, config: ADDING },
    async (request, reply) => {
      const { passkey_name: name, credential } = request.body;
      const response = { ...credential, clientExtensionResults: {} };
      const location = locationOf(deps, request);
      const result = await addPasskey(access, request.staffSession, location, { name, response });
      return answerConfirmation(deps, request, reply, result);
    },
  );

  app.delete(
    `${PATH}/passkeys/:id`,
    { schema: removePasskeySchema, config: CHANGING },
    async ({ params: { id }, staffSession, ip }, reply) => {
      const done = await removePasskey(access, staffSession, { id, ip });
      return done ? { done } : sendProblem(reply, { code: 'passkey_not_found' });
    },
  );
}

function passkeyRoutes(app: App, deps: SessionDeps): void {
  const { access } = deps;
  app.post(
    `${PATH}/passkey/options`,
    { schema: askPasskeySchema, config: GIVING },
    async (request, reply) => {
      const options = await askPasskey(access, request.staffSession, locationOf(deps, request));
      return options === null ? sendProblem(reply, { code: 'passkey_not_found' }) : { ...options };
    },
  );

  app.post(
    `${PATH}/passkey`,
    { schema: confirmPasskeySchema, config: GIVING },
    async (request, reply) => {
      const response = { ...request.body.credential, clientExtensionResults: {} };
      const location = locationOf(deps, request);
      const result = await confirmPasskey(access, request.staffSession, location, response);
      return answerConfirmation(deps, request, reply, result);
    },
  );
}

function ownSessionRoutes(app: App, { access }: SessionDeps): void {
  app.get(
    '/internal/v1/sessions',
    { schema: listSessionsSchema, config: OWN },
    async ({ staffSession: { row } }) => {
      const sessions = await listSessions(access.database, {
        staffId: row.id,
        here: row.token_hash,
        idleMinutes: access.idleMinutes,
      });
      return {
        items: sessions.map(({ created_at, last_seen_at, ...session }) => ({
          ...session,
          created_at: created_at.toISOString(),
          last_seen_at: last_seen_at.toISOString(),
        })),
      };
    },
  );

  app.delete(
    '/internal/v1/sessions',
    { schema: signOutEverywhereSchema, config: CHANGING },
    async (request, reply) => {
      await signOut(access, requestActor(request), request.staffSession, 'everywhere');
      clearSessionCookie(reply);
      return { done: true };
    },
  );

  app.delete(
    '/internal/v1/sessions/:id',
    { schema: endSessionSchema, config: CHANGING },
    async (request, reply) => {
      const { staffSession, params } = request;
      const done = await endSession(access, requestActor(request), staffSession, params.id);
      return done ? { done } : sendProblem(reply, { code: 'session_not_found' });
    },
  );
}

/** A proxy that ends TLS calls us by http, so the scheme may differ; the host may not. */
function locationOf({ publicUrl }: SessionDeps, request: FastifyRequest): BrowserLocation {
  const host = calledHost(request);
  const hostname = host.replace(/:\d*$/, '');
  const outside = publicUrl === null ? null : new URL(publicUrl);
  const isOutside = outside?.hostname === hostname;
  return {
    host: hostname,
    origins: [`https://${host}`, `http://${host}`, ...(isOutside ? [outside.origin] : [])],
    ...visitorOf(request),
  };
}
