import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  beginEnrolmentSchema,
  changePasswordSchema,
  readSessionSchema,
  secondFactorSchema,
  signInSchema,
  signOutSchema,
} from '../../../contract/access/session-api.ts';
import { changePassword } from '../../../flows/access/passwords.ts';
import { beginEnrolment, confirmCode } from '../../../flows/access/second-factor.ts';
import { signOut } from '../../../flows/access/sessions.ts';
import { signIn } from '../../../flows/access/sign-in.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { clearSessionCookie, readSessionCookie, visitorOf } from '../../staff/staff-cookie.ts';
import { requestActor } from '../../staff/staff-request.ts';
import { ADDING, factorRoutes, GIVING } from './factors.ts';
import {
  answerConfirmation,
  goOn,
  PATH,
  type SessionDeps,
  sendFailure,
  toSession,
} from './session-answers.ts';

const ANY_STEP = [
  'signed_in',
  'second_factor_required',
  'enrolment_required',
  'password_change_required',
] as const;

/** Signing in, step by step, and out. */
export function staffSessionRoutes(app: App, deps: SessionDeps): void {
  app.get(PATH, { schema: readSessionSchema, config: { steps: ANY_STEP } }, (request) =>
    toSession(deps, request.staffSession),
  );
  signInRoutes(app, deps);
  enrolmentRoutes(app, deps);
  passwordRoute(app, deps);
  factorRoutes(app, deps);
}

function signInRoutes(app: App, deps: SessionDeps): void {
  const { access } = deps;

  app.post(
    PATH,
    { schema: signInSchema, config: { steps: 'before_sign_in' } },
    async (request, reply) => {
      const userAgent = request.headers['user-agent']?.slice(0, 200) ?? null;
      const replaces = readSessionCookie(request, access.environment);
      const result = await signIn(access, {
        ...request.body,
        ...visitorOf(request),
        userAgent,
        replaces,
      });
      if (result.kind === 'one_time_password_over') {
        return sendProblem(reply, { code: result.kind });
      }
      if (result.kind !== 'opened') return sendFailure(reply, result, 'wrong_password');
      return goOn(deps, request, reply, result.token);
    },
  );

  app.post(
    `${PATH}/second-factor`,
    {
      schema: secondFactorSchema,
      config: GIVING,
    },
    async (request, reply) => {
      // An unconfirmed app is not a factor yet; the person has a passkey.
      if (request.staffSession.row.totp_confirmed_at === null) {
        return sendProblem(reply, { code: 'enrolment_not_begun' });
      }
      return takeCode(deps, request, reply, request.body.code);
    },
  );

  app.delete(
    PATH,
    { schema: signOutSchema, config: { steps: ANY_STEP } },
    async (request, reply) => {
      await signOut(access, requestActor(request), request.staffSession, 'here');
      clearSessionCookie(reply);
      return { done: true };
    },
  );
}

function enrolmentRoutes(app: App, deps: SessionDeps): void {
  app.post(
    `${PATH}/totp`,
    {
      schema: beginEnrolmentSchema,
      config: ADDING,
    },
    async (request, reply) => {
      const result = await beginEnrolment(deps.access, request.staffSession);
      if (result.kind !== 'begun') return sendProblem(reply, { code: result.kind });
      return { secret: result.secret, otpauth_uri: result.otpauthUri };
    },
  );

  app.post(
    `${PATH}/totp/confirm`,
    {
      schema: { ...secondFactorSchema, operationId: 'confirmTotpEnrolment' },
      config: ADDING,
    },
    async (request, reply) => {
      if (request.staffSession.row.totp_confirmed_at !== null) {
        return sendProblem(reply, { code: 'already_enrolled' });
      }
      return takeCode(deps, request, reply, request.body.code);
    },
  );
}

function passwordRoute(app: App, deps: SessionDeps): void {
  app.post(
    `${PATH}/password`,
    {
      schema: changePasswordSchema,
      config: { steps: ['password_change_required', 'signed_in'], browserOnly: true },
    },
    async (request, reply) => {
      const {
        current_password: current = null,
        new_password: chosen,
        keep_tokens: keepsTokens,
      } = request.body;
      const { hostname, staffSession } = request;
      const result = await changePassword(deps.access, staffSession, {
        current,
        chosen,
        keepsTokens,
        ...visitorOf(request),
        hosts: deps.publicUrl === null ? [hostname] : [hostname, new URL(deps.publicUrl).hostname],
      });
      if (result.kind === 'unchanged') return sendProblem(reply, { code: 'password_unchanged' });
      if (result.kind === 'guessable') {
        return sendProblem(reply, { code: `password_${result.why}` });
      }
      if (result.kind !== 'changed') return sendFailure(reply, result, 'wrong_current_password');
      return goOn(deps, request, reply, result.token);
    },
  );
}

async function takeCode(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
) {
  const given = { ...visitorOf(request), code };
  const result = await confirmCode(deps.access, request.staffSession, given);
  return answerConfirmation(deps, request, reply, result);
}
