import type { FastifyRequest } from 'fastify';
import type { PlainProblemCode, Problem } from '../../contract/problems.ts';
import { includesRole, type StaffRole } from '../../domain/access/staff-role.ts';
import type { SessionStatus } from '../../domain/access/staff-session.ts';
import type { AccessServices } from '../../flows/access/access-services.ts';
import type { TakeRequests } from '../../flows/access/limits/throttle.ts';
import { identify, type StaffSession } from '../../flows/access/sessions.ts';
import { createRequestRate } from '../api-key-auth.ts';
import type { App } from '../app.ts';
import { RequestRefused } from '../errors.ts';
import { calledHost } from '../request/answer-headers.ts';
import { readSessionCookie } from './staff-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set with `staff`; only the sign-in routes read it. */
    staffSession: StaffSession;
  }
  interface FastifyContextConfig {
    /** The sign-in steps at which the route is open, instead of a role. */
    steps?: 'before_sign_in' | readonly SessionStatus[];
    /** Only with a factor that was given within the last minutes: it changes how a person signs in. */
    needsFreshFactor?: true;
    /** A script's token does not open the route. */
    browserOnly?: true;
    /** A file for a person who follows a link, or for a script: no page fetches it by itself. */
    isExport?: true;
    /** A person looks for what they typed; a program could try out many numbers. */
    isSearch?: true;
    /** Browsers call it by themselves, so it does not prove that a person is present. */
    isBackground?: true;
  }
}

export interface StaffAuthDeps {
  readonly access: AccessServices;
  readonly publicUrl: string | null;
  readonly takeRequests: TakeRequests;
  readonly searchesPerSecond: number;
}

/**
 * Requires a signed-in person with the route's role on every route of `app`. A route that names
 * neither a role nor a sign-in step is closed.
 */
export function requireStaff(app: App, deps: StaffAuthDeps): void {
  const maySearch = createRequestRate(deps.takeRequests);
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    const bearer = bearerToken(request);
    if (bearer === null && changesSomething(request) && !isSameOrigin(request, deps.publicUrl)) {
      throw new RequestRefused({ code: 'not_same_origin' });
    }
    if (config.steps === 'before_sign_in') return;
    const session = await findSessionOf(request, deps.access, bearer);
    if (session === null) throw new RequestRefused({ code: 'not_signed_in' });
    const refusal = refuse(session, config);
    if (refusal !== null) throw new RequestRefused(refusal);
    if (bearer === null && config.isExport && !isNavigation(request)) {
      throw new RequestRefused({ code: 'navigation_only' });
    }
    const { id, email, name, role } = session.row;
    if (config.isSearch && !(await maySearch(id, deps.searchesPerSecond))) {
      throw new RequestRefused({ code: 'too_many_searches' });
    }
    request.staffSession = session;
    request.staff = { id, email, name, role };
  });
}

/** Whether a long answer, such as a stream of events, may continue. */
export async function isStillSignedIn(
  request: FastifyRequest,
  { access }: Pick<StaffAuthDeps, 'access'>,
): Promise<boolean> {
  const session = await findSessionOf(request, access, bearerToken(request));
  return session !== null && refuse(session, request.routeOptions.config) === null;
}

function changesSomething({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** The browser itself sends the header, which no page can change; over plain http it sends none. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate';
}

function bearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer ([A-Za-z0-9_-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** A script's token is not accepted as a cookie, nor a cookie as a script's token. */
async function findSessionOf(
  request: FastifyRequest,
  access: AccessServices,
  bearer: string | null,
): Promise<StaffSession | null> {
  const token = bearer ?? readSessionCookie(request, access.environment);
  if (token === null) return null;
  const kind = bearer === null ? 'browser' : 'script';
  const isBackground =
    request.routeOptions.config.isBackground === true || request.headers['x-background'] === 'true';
  return identify(access, { token, kind, isBackground });
}

interface RouteRules {
  readonly role?: StaffRole;
  readonly steps?: readonly SessionStatus[] | 'before_sign_in';
  readonly browserOnly?: true;
  readonly needsFreshFactor?: true;
}

function refuse(session: StaffSession, route: RouteRules): Problem | null {
  const refusal = refuseByStep(session, route);
  if (refusal !== null || !route.needsFreshFactor || session.isFresh) return refusal;
  return { code: 'fresh_factor_first' };
}

function refuseByStep({ row, status }: StaffSession, route: RouteRules): Problem | null {
  if (route.browserOnly && row.kind === 'script') return { code: 'browser_only' };
  if (route.steps !== undefined) {
    return route.steps.includes(status) ? null : { code: 'not_at_this_step' };
  }
  if (status !== 'signed_in') return { code: NEXT_STEP[status] };
  if (route.role === undefined) return { code: 'forbidden' };
  return includesRole(row.role, route.role) ? null : { code: 'role_required' };
}

const NEXT_STEP = {
  second_factor_required: 'second_factor_first',
  enrolment_required: 'enrolment_first',
  password_change_required: 'own_password_first',
} as const satisfies Record<Exclude<SessionStatus, 'signed_in'>, PlainProblemCode>;

/**
 * Whether a request that changes something comes from our own pages. The browser itself sends a
 * header that no page can change; a request without it counts as foreign.
 */
function isSameOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // A proxy that ends TLS calls us by http, so the scheme may differ; the host may not.
  return (
    host === calledHost(request) || (publicUrl !== null && origin === new URL(publicUrl).origin)
  );
}
