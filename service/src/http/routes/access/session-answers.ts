import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Session } from '../../../contract/access/session-api.ts';
import type { PlainProblemCode, Problem } from '../../../contract/problems.ts';
import { assert } from '../../../domain/assert.ts';
import { OPERATOR_LIST } from '../../../domain/operators/operators.ts';
import type { AccessServices } from '../../../flows/access/access-services.ts';
import type { FailedAttempt } from '../../../flows/access/attempts.ts';
import { keepBrowser } from '../../../flows/access/known-browsers.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import type { Confirmation } from '../../../flows/access/second-factor.ts';
import { identify, type StaffSession } from '../../../flows/access/sessions.ts';
import { VERSION } from '../../../settings/version.ts';
import { sendProblem } from '../../errors.ts';
import { setBrowserCookie, setSessionCookie, visitorOf } from '../../staff/staff-cookie.ts';
import { toStaffMember } from './admin.ts';

// The answers of the sign-in steps.

export interface SessionDeps {
  readonly access: AccessServices;
  readonly policy: Pick<PolicySource, 'recent'>;
  readonly publicUrl: string | null;
}

export const PATH = '/internal/v1/session';

export async function answerConfirmation(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Confirmation,
) {
  if (result.kind === 'not_begun') return sendProblem(reply, { code: 'enrolment_not_begun' });
  if (result.kind !== 'confirmed') return sendFailure(reply, result, 'wrong_code');
  return goOn(deps, request, reply, result.token);
}

/** Sends the browser its new token and the sign-in step that it has reached. */
export async function goOn(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Static<typeof Session>> {
  const { access } = deps;
  const session = await identify(access, { token, kind: 'browser', isBackground: false });
  assert(session !== null, 'a session that was opened just now is not there');
  const { environment } = access;
  setSessionCookie(request, reply, { token, environment });
  if (session.status === 'signed_in') {
    const { row } = session;
    const kept = keepBrowser(row, visitorOf(request));
    setBrowserCookie(request, reply, { staffId: row.id, kept, environment });
  }
  return toSession(deps, session);
}

export function sendFailure(
  reply: FastifyReply,
  failure: FailedAttempt,
  wrong: PlainProblemCode,
): FastifyReply {
  return sendProblem(reply, failure.kind === 'wrong' ? { code: wrong } : toWait(failure.seconds));
}

function toWait(seconds: number): Problem {
  return { code: 'too_many_attempts', params: { wait_s: seconds }, retryAfterSeconds: seconds };
}

export async function toSession(
  { access, policy }: SessionDeps,
  { row, status }: StaffSession,
): Promise<Static<typeof Session>> {
  const { approvalSecondPersonXaf, changesSecondPerson } = await policy.recent();
  return {
    status,
    staff: toStaffMember(row),
    environment: access.environment,
    version: VERSION,
    approval_second_person_xaf: approvalSecondPersonXaf,
    changes_second_person: changesSecondPerson,
    operators: OPERATOR_LIST.map(({ name, words, colours, sampleNumber }) => ({
      name,
      words,
      colours,
      sample_number: sampleNumber,
    })),
  };
}
