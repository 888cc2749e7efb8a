import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { findStaffByEmail } from '../../../src/db/access/staff.ts';
import type { Reset } from '../../../src/domain/access/staff-session.ts';
import {
  addPerson,
  type Browser,
  enrol,
  lastAuditLine,
  openBrowser,
  type Person,
  SESSION,
  scriptHeaders,
  signedIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  type Json,
  read,
  shiftClock,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

// Above the limit two people approve. One person with two accounts is one person.

const LIMIT = { approvalSecondPersonXaf: 100_000 };
const policy = {
  ...LIMIT,
  accountsNeedVouching: true,
  // Longer than the days that a test lets pass.
  approvalValidHours: 8_760,
};
const service = await startTestService({}, { policy });
const { database } = service;
const eve = await addPerson(database, 'admin');
const asEve = { authorization: '' };
const DAY_S = 86_400;
const reason = 'asked for by the office';

beforeEach(async () => {
  await shiftClock(database, 0);
  Object.assign(asEve, await scriptHeaders(database, eve));
});

const admin = (method: string, path: string, json: Json) =>
  service.call(method, `/internal/v1/${path}`, { headers: asEve, json });

async function asScript(person: Person) {
  return { authorization: '', ...(await scriptHeaders(database, person)) };
}

async function vouch(headers: typeof asEve, { id }: Person): Promise<unknown> {
  const path = `/internal/v1/staff/${id}/vouch`;
  const { done, code } = bodyOf(await service.call('POST', path, { headers, json: { reason } }));
  return done ?? code;
}

async function large(): Promise<string> {
  return (await create(service, WITHDRAWALS, { amount_xaf: 100_001 })).service_tx_id;
}

type Approver = Browser | typeof asEve;

async function approve(who: Approver, id: string) {
  const path = `/internal/v1/withdrawals/${id}/approve`;
  const answer =
    'call' in who
      ? await who.call('POST', path)
      : await service.call('POST', path, { headers: who });
  const { outcome, refusal, detail } = bodyOf(answer);
  return { status: answer.status, outcome, refusal, detail };
}

async function outcomeOf(who: Approver, id: string): Promise<unknown> {
  const { outcome, refusal } = await approve(who, id);
  return outcome ?? refusal;
}

/** Signs in with a temporary password and takes the account over. */
async function takeOver(email: string, oneTimePassword: unknown): Promise<Browser> {
  const browser = openBrowser(service);
  const current_password = String(oneTimePassword);
  await browser.signIn(email, current_password);
  const json = { current_password, new_password: 'a password of their own' };
  assert.equal((await browser.call('POST', `${SESSION}/password`, { json })).status, 200);
  return browser;
}

async function addPuppet(name: string, role = 'agent'): Promise<Browser> {
  const email = `${name}@example.com`;
  const added = bodyOf(await admin('POST', 'staff', { email, name, role }));
  return takeOver(email, added['one_time_password']);
}

async function idOf(email: string): Promise<string> {
  return (await findStaffByEmail(database, email))?.id ?? assert.fail();
}

/** The temporary password, if the reset gave one. */
async function resetBy(headers: typeof asEve, id: string, what: Reset): Promise<unknown> {
  const path = `/internal/v1/staff/${id}/reset`;
  const answer = await service.call('POST', path, { headers, json: { what, reason } });
  return bodyOf(answer)['one_time_password'];
}

async function change({ id }: Person, json: Json): Promise<void> {
  assert.equal((await admin('PATCH', `staff/${id}`, { ...json, reason })).status, 200);
}

for (const [what, loss] of [
  ['was locked out', { disabled: true }],
  ['is only a viewer now', { role: 'viewer' }],
] as const) {
  test(`the approval of a person who ${what} does not count`, async () => {
    const person = await addPerson(database, 'agent');
    const id = await large();
    assert.equal(await outcomeOf(await signedIn(service, person), id), 'waits_for_second_person');
    await change(person, loss);
    assert.equal(await outcomeOf(asEve, id), 'waits_for_second_person');
    const headers = asEve;
    const path = `/internal/v1/transactions/${id}`;
    const detail = bodyOf(await service.call('GET', path, { headers }))['transaction'] as Json;
    const approvals = detail['approvals'] as readonly Json[];
    assert.deepEqual(
      approvals.map(({ staff_id, counts }) => [staff_id, counts]),
      [
        [person.id, false],
        [eve.id, true],
      ],
    );
    const other = await signedIn(service, await addPerson(database, 'agent'));
    assert.equal(await outcomeOf(other, id), 'done');
  });
}

test('an account that the first approver added is no second person, and says so', async () => {
  const id = await large();
  assert.equal(await outcomeOf(asEve, id), 'waits_for_second_person');
  const puppet = await addPuppet('puppet');
  const refused = await approve(puppet, id);
  assert.deepEqual([refused.status, refused.refusal], [403, 'set_up_by_approver']);
  assert.match(String(refused.detail), /one of you made or reset the other’s account/);
  const path = '/internal/v1/withdrawals/approve';
  const bulk = bodyOf(await puppet.call('POST', path, { json: { ids: [id] } }));
  const [result] = bulk['results'] as readonly Json[];
  assert.deepEqual([result?.['outcome'], result?.['refusal']], ['refused', 'set_up_by_approver']);
  assert.equal(result?.['code'], 'set_up_by_approver');
  assert.equal((await read(service, id))['state'], 'pending_approval');
  const other = await signedIn(service, await addPerson(database, 'agent'));
  assert.equal(await outcomeOf(other, id), 'done', 'another person is a second person');
});

test('the order does not matter, nor how many accounts are in between', async () => {
  const [one, other] = [await addPuppet('one'), await addPuppet('other', 'admin')];
  const json = { email: 'last@example.com', name: 'last', role: 'agent' };
  const added = bodyOf(await other.call('POST', '/internal/v1/staff', { json }));
  const last = await takeOver('last@example.com', added['one_time_password']);
  for (const [first, second] of [
    [one, asEve],
    [one, other],
    [asEve, last],
    [last, one],
  ] as const) {
    const id = await large();
    assert.equal(await outcomeOf(first, id), 'waits_for_second_person');
    assert.equal(await outcomeOf(second, id), 'set_up_by_approver');
    assert.equal(await outcomeOf(first, id), 'waits_for_second_person', 'a repeated click');
  }
});

test('a person who reset an account is no second person beside it until another one vouches', async () => {
  const person = await addPerson(database, 'agent');
  const reset = bodyOf(
    await admin('POST', `staff/${person.id}/reset`, { what: 'password', reason }),
  );
  const asPerson = await takeOver(person.email, reset['one_time_password']);
  const id = await large();
  assert.equal(await outcomeOf(asPerson, id), 'waits_for_second_person');
  await shiftClock(database, 60 * DAY_S);
  Object.assign(asEve, await scriptHeaders(database, eve));
  assert.equal(await outcomeOf(asEve, id), 'set_up_by_approver', 'no time makes two people of one');
  assert.equal(await vouch(asEve, person), 'set_up_by_approver', 'nor does the same person');
  const other = await asScript(await addPerson(database, 'admin'));
  assert.equal(await vouch(other, person), true);
  assert.equal(await outcomeOf(asEve, id), 'done');
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'withdrawal.approve');
});

test('a person who lets an account in again is bound to it as well', async () => {
  const person = await addPerson(database, 'agent');
  await change(person, { disabled: true });
  await change(person, { disabled: false });
  const id = await large();
  const asPerson = await signedIn(service, person);
  assert.equal(await outcomeOf(asPerson, id), 'waits_for_second_person');
  assert.equal(await outcomeOf(asEve, id), 'set_up_by_approver');
});

test('an account stays that of its maker when another person lets it in again', async () => {
  const puppet = await addPuppet('let-in-again');
  const id = await idOf('let-in-again@example.com');
  const other = await asScript(await addPerson(database, 'admin'));
  for (const disabled of [true, false]) {
    const path = `/internal/v1/staff/${id}`;
    const answer = await service.call('PATCH', path, {
      headers: other,
      json: { disabled, reason },
    });
    assert.equal(answer.status, 200, answer.text);
  }
  await puppet.signIn('let-in-again@example.com', 'a password of their own');
  const payout = await large();
  assert.equal(await outcomeOf(asEve, payout), 'waits_for_second_person');
  assert.equal(await outcomeOf(puppet, payout), 'set_up_by_approver');
});

test('an account stays that of its maker when another person removes its factors', async () => {
  const email = 'lost-phone@example.com';
  const puppet = await addPuppet('lost-phone');
  const other = await asScript(await addPerson(database, 'admin'));
  assert.equal(await resetBy(other, await idOf(email), 'factors'), null);
  await puppet.signIn(email, 'a password of their own');
  const payout = await large();
  assert.equal(await outcomeOf(asEve, payout), 'waits_for_second_person');
  assert.equal(await outcomeOf(puppet, payout), 'set_up_by_approver');
});

test('a temporary password ends when another person removes the factors behind it', async () => {
  const person = await addPerson(database, 'agent');
  await enrol(service, await signedIn(service, person));
  const byEve = String(await resetBy(asEve, person.id, 'password'));
  const other = await asScript(await addPerson(database, 'admin'));
  const byOther = await resetBy(other, person.id, 'factors');
  assert.equal((await openBrowser(service).signIn(person.email, byEve)).status, 401);
  const asPerson = await takeOver(person.email, byOther);
  const payout = await large();
  assert.equal(await outcomeOf(other, payout), 'waits_for_second_person');
  assert.equal(await outcomeOf(asPerson, payout), 'set_up_by_approver');
  assert.equal(await outcomeOf(asEve, payout), 'done');
});

test('an amount that needs one person only may be approved by a new account', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { amount_xaf: 100_000 });
  assert.equal(await outcomeOf(await addPuppet('newcomer'), id), 'done');
});

test('of a second approval and a lock-out at the same moment neither comes in between', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await addPerson(database, 'agent');
    const second = await asScript(await addPerson(database, 'agent'));
    const id = await large();
    await approve(await asScript(person), id);
    const [outcome] = await Promise.all([
      outcomeOf(second, id),
      change(person, { disabled: true }),
    ]);
    const [order] = await database.query<{ readonly approved_first: boolean }>({
      text: `select coalesce((select max(l.id) from audit_log l
                              where l.subject = 'transaction:' || $1::text
                                and l.action = 'withdrawal.approve'), 9999999)
                    < max(id) as approved_first
             from audit_log where subject = 'staff:' || $2::text and action = 'staff.change'`,
      values: [id, person.id],
    });
    assert.equal(outcome, order?.approved_first ? 'done' : 'waits_for_second_person');
  }
});
