import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../domain/installation.ts';
import { KNOWN_DAYS, type Visitor } from '../../flows/access/known-browsers.ts';

/** A browser accepts a cookie with this prefix only over https and only for this host. */
const SECURE_NAME = '__Host-momo';
/** Plain http, as on a developer's machine. */
const PLAIN_NAME = 'momo';

/** Before the end of the person's id: several people may use one browser. */
const BROWSER_NAME = 'momo-browser-';
const MAX_BROWSER_COOKIES = 20;

/** The token in the browser's cookie. In live it is read from the secure cookie only. */
export function readSessionCookie(
  request: FastifyRequest,
  environment: Environment,
): string | null {
  const cookies = parseCookies(request.headers.cookie ?? '');
  const plain = environment === 'live' ? undefined : cookies.get(PLAIN_NAME);
  return cookies.get(SECURE_NAME) ?? plain ?? null;
}

/**
 * Gives the token to the browser, out of reach of scripts and other sites. It ends with the browser
 * session; the server decides how long the token is valid.
 */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: { readonly token: string; readonly environment: Environment },
): void {
  const { token, environment } = cookie;
  const name = isSecure(request, environment) ? SECURE_NAME : PLAIN_NAME;
  reply.header('set-cookie', cookieText(name, token));
}

/** The browser stays known for this person's later sign-ins; this opens nothing. */
export function setBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: {
    readonly staffId: string;
    readonly kept: string;
    readonly environment: Environment;
  },
): void {
  const secure = isSecure(request, cookie.environment) ? '; Secure' : '';
  const prefix = secure === '' ? '' : '__Host-';
  const name = `${prefix}${BROWSER_NAME}${cookie.staffId.slice(-12)}`;
  const lifetime = `Max-Age=${KNOWN_DAYS * 86_400}`;
  reply.header(
    'set-cookie',
    `${name}=${cookie.kept}; Path=/; ${lifetime}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Who tries to sign in, or to show again who is there. */
export function visitorOf(request: FastifyRequest): Visitor {
  const cookies = [...parseCookies(request.headers.cookie ?? '')]
    .filter(([name]) => name.includes(BROWSER_NAME))
    .map(([, value]) => value);
  return {
    ip: request.ip,
    browserCookies: cookies.slice(0, MAX_BROWSER_COOKIES),
    at: new Date(),
  };
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('set-cookie', [
    `${cookieText(SECURE_NAME, '')}; Max-Age=0`,
    `${cookieText(PLAIN_NAME, '')}; Max-Age=0`,
  ]);
}

function cookieText(name: typeof SECURE_NAME | typeof PLAIN_NAME, token: string): string {
  const secure = name === SECURE_NAME ? '; Secure' : '';
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Whether the browser uses https to reach us or a proxy in front of us. A forged header only leads
 * to a stricter cookie, so these headers can be trusted.
 */
function isSecure(request: FastifyRequest, environment: Environment): boolean {
  return (
    environment === 'live' ||
    request.protocol === 'https' ||
    /^https\b/.test(String(request.headers['x-forwarded-proto'])) ||
    request.headers.origin?.startsWith('https://') === true
  );
}

function parseCookies(header: string): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((part) => {
    const [name = '', ...value] = part.trim().split('=');
    return [name, value.join('=')] as const;
  });
  return new Map(pairs);
}
