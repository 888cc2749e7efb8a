import { TOTP } from 'otpauth';
import type { Answer } from '../../service/emulators/http.ts';
import { type SetUp, STAFF, type StaffName } from './month-set-up.ts';

const PERIOD_MS = 30_000;
const DIGITS = 6;

/**
 * Signs a person in with their password and the code of their app, and hands the session to the
 * browser: cookies are those of a machine, whatever its port. So the demo needs no typing, and the
 * service none of its rules changed.
 */
export async function signInAs(
  name: string,
  {
    serviceUrl,
    staff,
    host,
  }: { readonly serviceUrl: string; readonly staff: SetUp['staff']; readonly host: string },
): Promise<Answer | null> {
  if (!isStaffName(name)) return null;
  const { password, totpSecret } = staff[name];
  const url = serviceUrl.replace('127.0.0.1', host);
  const jar = new Map<string, string>();
  const post = async (path: string, body: object): Promise<Response> => {
    const cookie = [...jar.values()].map((set) => set.split(';')[0]).join('; ');
    const answer = await fetch(`${url}/internal/v1/session${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    for (const set of answer.headers.getSetCookie()) jar.set(set.split('=')[0] ?? '', set);
    return answer;
  };
  const { email } = STAFF[name];
  const known = await post('', { email, password });
  if (!known.ok) return { status: known.status, body: await known.text() };
  // A code counts once, so the one of the next half minute is taken where this one is used up.
  for (const aheadMs of [0, PERIOD_MS]) {
    const timestamp = Date.now() + aheadMs;
    const code = new TOTP({ secret: totpSecret, digits: DIGITS }).generate({ timestamp });
    const given = await post('/second-factor', { code });
    if (given.ok) return goToConsole(url, [...jar.values()]);
  }
  return { status: 429, body: 'Both codes of this minute are used: try again in half a minute.' };
}

function isStaffName(name: string): name is StaffName {
  return Object.hasOwn(STAFF, name);
}

/** A page of its own instead of a redirect: a strict cookie is not sent along with that. */
function goToConsole(url: string, cookies: readonly string[]): Answer {
  const body = `<!doctype html><meta charset="utf-8"><title>Signed in</title>
<meta http-equiv="refresh" content="0; url=${url}/console"><a href="${url}/console">Console</a>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'set-cookie': cookies };
  return { status: 200, headers, body };
}
