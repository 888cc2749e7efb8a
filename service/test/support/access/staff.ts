import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { findStaffByEmail, updatePassword } from '../../../src/db/access/staff.ts';
import type { Database, Queryable } from '../../../src/db/client.ts';
import type { StaffRole } from '../../../src/domain/access/staff-role.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { addStaff } from '../../../src/flows/access/administer-staff.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { issueScriptToken } from '../../../src/flows/access/sessions.ts';
import { createPasswords } from '../../../src/signing/password.ts';
import type { Answer, CallOptions } from '../call.ts';
import type { TestService } from '../harness.ts';
import { bodyOf, type Json } from '../transactions/payments.ts';

export const SESSION = '/internal/v1/session';
export const PASSWORD = 'correct horse battery staple';
/** The least work that argon2 knows: hundreds of people are added and sign in in these tests. */
const passwords = createPasswords(1, { memory: 8, passes: 1, parallelism: 1 });
const passwordHash = await passwords.hash(PASSWORD);

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole;
}

/** A person who has chosen their password already. */
export async function addPerson(database: Database, role: StaffRole = 'viewer'): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const added = await addStaff({ database, passwords, policy: ONE_PERSON }, COMMAND_LINE, {
    email,
    name: role,
    role,
  });
  assert.equal(added.kind, 'added');
  assert.ok(added.kind === 'added');
  const { id } = added.staff;
  await updatePassword(database, { id, passwordHash });
  return { id, email, role };
}

/** Headers of a script that acts as this person, or may do less. */
export async function scriptHeaders(
  database: Database,
  { email }: Pick<Person, 'email'>,
  role?: StaffRole,
): Promise<Record<string, string>> {
  const person = await findStaffByEmail(database, email);
  const issued = await issueScriptToken({ database }, COMMAND_LINE, {
    email,
    role: role ?? person?.role ?? 'viewer',
    hours: 1,
    label: 'test',
  });
  assert.ok(issued.kind === 'issued');
  return { authorization: `Bearer ${issued.token}` };
}

/** What a browser does by itself: it says where a page comes from and keeps the cookie. */
export interface Browser {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
  cookie(): string;
}

export function openBrowser(service: Pick<TestService, 'url' | 'call'>, startCookie = ''): Browser {
  const cookies = new Map(startCookie === '' ? [] : startCookie.split('; ').map(toPair));
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const headers = {
      origin: service.url,
      ...(cookies.size > 0 && { cookie: cookie() }),
      ...options.headers,
    };
    const answer = await service.call(method, path, { ...options, headers });
    for (const set of answer.headers.getSetCookie())
      cookies.set(...toPair(set.split(';')[0] ?? ''));
    return answer;
  };
  return {
    call,
    signIn: (email, password = PASSWORD) => call('POST', SESSION, { json: { email, password } }),
    cookie,
  };
}

function toPair(cookie: string): [string, string] {
  const [name = '', ...value] = cookie.split('=');
  return [name, value.join('=')];
}

/** A browser in which this person has signed in. */
export async function signedIn(service: TestService, { email }: Person): Promise<Browser> {
  const browser = openBrowser(service);
  const answer = await browser.signIn(email);
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

export function statusIn(answer: Answer): unknown {
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['status'];
}

/** Enrols an authenticator app and returns its secret. */
export async function enrol(service: TestService, browser: Browser): Promise<string> {
  const begun = await browser.call('POST', `${SESSION}/totp`);
  assert.equal(begun.status, 200, begun.text);
  const secret = String(bodyOf(begun)['secret']);
  const code = await codeOf(service.database, secret);
  const confirmed = await browser.call('POST', `${SESSION}/totp/confirm`, { json: { code } });
  assert.equal(confirmed.status, 200, confirmed.text);
  return secret;
}

/** The code that the authenticator app shows now, or some steps of 30 seconds from now. */
export async function codeOf(database: Queryable, secret: string, steps = 0): Promise<string> {
  const [row] = await database.query<{ readonly now: Date }>({ text: 'select app_now() as now' });
  const timestamp = (row?.now.getTime() ?? 0) + steps * 30_000;
  return new TOTP({ secret }).generate({ timestamp });
}

export interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: Json | null;
  readonly after: Json | null;
  readonly reason: string | null;
}

export async function lastAuditLine(database: Queryable): Promise<AuditRow | undefined> {
  const [line] = await database.query<AuditRow>({
    text: `select actor, action, subject, before, after, reason
           from audit_log order by id desc limit 1`,
  });
  return line;
}
