import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reset } from '../../../src/domain/access/staff-session.ts';
import {
  addPerson,
  codeOf,
  enrol,
  lastAuditLine,
  openBrowser,
  type Person,
  SESSION,
  scriptHeaders,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const reason = 'asked for on the phone';

async function enrolledPerson() {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  return { person, browser, secret: await enrol(service, browser) };
}

const admin = await addPerson(database, 'admin');

async function reset(person: Person, what: Reset): Promise<string | null> {
  const headers = await scriptHeaders(database, admin);
  const path = `/internal/v1/staff/${person.id}/reset`;
  const answer = await service.call('POST', path, { headers, json: { what, reason } });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer)['one_time_password'] as string | null;
}

async function isVouched(person: Person): Promise<boolean> {
  return (await listedFor(admin, person))?.is_vouched ?? false;
}

/** An account as this administrator sees it. */
async function listedFor(administrator: Person, { id }: Person) {
  const headers = await scriptHeaders(database, administrator);
  const answer = bodyOf(await service.call('GET', '/internal/v1/staff', { headers }));
  const people = answer['staff'] as readonly {
    readonly id: string;
    readonly is_vouched: boolean;
    readonly may_vouch: boolean;
  }[];
  return people.find((one) => one.id === id);
}

test('a reset of the password keeps the second factor, and so whose account it is', async () => {
  const { person, browser, secret } = await enrolledPerson();
  const once = (await reset(person, 'password')) ?? '';
  assert.equal((await lastAuditLine(database))?.action, 'staff.reset_password');
  assert.equal((await browser.call('GET', SESSION)).status, 401);
  const next = openBrowser(service);
  assert.equal(statusIn(await next.signIn(person.email, once)), 'second_factor_required');
  const json = { code: await codeOf(database, secret, 1) };
  const given = await next.call('POST', `${SESSION}/second-factor`, { json });
  assert.equal(statusIn(given), 'password_change_required');
  assert.equal(await isVouched(person), true);
});

test('who resets a password without a second factor behind it could use the account', async () => {
  const person = await addPerson(database, 'agent');
  await reset(person, 'password');
  assert.equal(await isVouched(person), false);
});

test('only another administrator than who reset an account is offered to vouch for it', async () => {
  const person = await addPerson(database, 'agent');
  await reset(person, 'password');
  const other = await addPerson(database, 'admin');
  assert.equal((await listedFor(admin, person))?.may_vouch, false);
  assert.equal((await listedFor(other, person))?.may_vouch, true);
});

test('a reset of the factors keeps the password and makes the account anew', async () => {
  const { person, browser } = await enrolledPerson();
  assert.equal(await reset(person, 'factors'), null);
  assert.equal((await lastAuditLine(database))?.action, 'staff.reset_factors');
  assert.equal((await browser.call('GET', SESSION)).status, 401);
  assert.equal(statusIn(await openBrowser(service).signIn(person.email)), 'signed_in');
  assert.equal(await isVouched(person), false);
});

test('an administrator ends the sessions and tokens of another person, and nothing else', async () => {
  const { person, browser, secret } = await enrolledPerson();
  const script = await scriptHeaders(database, person);
  assert.equal(await reset(person, 'sessions'), null);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.reason], ['staff.end_sessions', reason]);
  assert.equal((await browser.call('GET', SESSION)).status, 401);
  assert.equal((await service.call('GET', SESSION, { headers: script })).status, 401);
  const next = openBrowser(service);
  assert.equal(statusIn(await next.signIn(person.email)), 'second_factor_required');
  const json = { code: await codeOf(database, secret, 1) };
  assert.equal(
    statusIn(await next.call('POST', `${SESSION}/second-factor`, { json })),
    'signed_in',
  );
  assert.equal(await isVouched(person), true);
});
