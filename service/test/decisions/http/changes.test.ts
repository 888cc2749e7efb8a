import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { lockLine } from '../../../src/db/lines/lines.ts';
import { listChannels } from '../../../src/db/providers/channels.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { changeStaff } from '../../../src/flows/access/administer-staff.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { changeChannel } from '../../../src/flows/providers/administer-providers.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { addMtn, startLiveService, startMtn } from '../../support/providers/live.ts';
import { bodyOf, type Json, shiftClock } from '../../support/transactions/payments.ts';

// Who gets the money, and who may decide, is changed by two people.

const service = await startLiveService();
const { database, payments } = service;
const mtn = await startMtn();
const HOUR_S = 3_600;
const NUMBER = '+237677000001';
const reason = 'the shop has a new SIM';

let channels = 0;

/** A channel of its own for a test, so that nothing waits for it. */
async function addChannel(enabled = true): Promise<string> {
  channels += 1;
  const id = `mtn-${channels}`;
  await addMtn(database, mtn, {
    id,
    channel: {
      enabled,
      collectionMode: 'customer_initiated',
      merchantNumber: '+237677123456',
      ussdTemplate: '*126*4*{merchant}*{amount}#',
    },
  });
  return channelOf(id);
}

function channelOf(providerId: string): string {
  return `${providerId}-channel`;
}

let awa: Person;
let boris: Person;
beforeEach(async () => {
  await shiftClock(database, 0);
  [awa, boris] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
});

async function call(who: Person, method: string, path: string, json: Json = {}) {
  const headers = await scriptHeaders(database, who);
  const body = method === 'GET' ? {} : { json };
  return service.call(method, `/internal/v1${path}`, { headers, ...body });
}

const change = (who: Person, id: string, json: Json) =>
  call(who, 'PATCH', `/channels/${id}`, { reason, ...json });

async function ask(who: Person, id: string, json: Json): Promise<string> {
  const answer = await change(who, id, json);
  assert.equal(answer.status, 202, answer.text);
  return String(bodyOf(answer)['change_id']);
}

async function outcomeOf(answer: ReturnType<typeof call>): Promise<unknown> {
  const { status, json } = await answer;
  return status === 200 ? 'done' : (json as Json)['code'];
}

const approve = (who: Person, id: string) => outcomeOf(call(who, 'POST', `/changes/${id}/approve`));
const withdraw = (who: Person, id: string) =>
  outcomeOf(call(who, 'POST', `/changes/${id}/withdraw`, { reason: 'nobody knows of it' }));

async function setupOf(id: string) {
  const found = (await listChannels(database)).find((channel) => channel.id === id);
  assert.ok(found);
  return found;
}

async function listed(who: Person, changeId: string): Promise<Json> {
  const headers = await scriptHeaders(database, who);
  const answer = await service.call('GET', '/internal/v1/changes', { headers });
  const items = bodyOf(answer)['items'] as readonly Json[];
  return items.find(({ id }) => id === changeId) ?? assert.fail(answer.text);
}

async function auditOf(subject: string): Promise<readonly string[]> {
  const rows = await database.query<{ readonly line: string }>({
    text: `select action || ' by ' || split_part(actor, ' ', 1) as line
           from audit_log where subject = $1 order by id`,
    values: [subject],
  });
  return rows.map(({ line }) => line);
}

for (const [what, json, field, before, after] of [
  ['a merchant number', { merchant_number: NUMBER }, 'merchant_number', '+237677123456', NUMBER],
  [
    'a dial code',
    { ussd_template: '*126*9*{merchant}*{amount}#' },
    'ussd_template',
    '*126*4*{merchant}*{amount}#',
    '*126*9*{merchant}*{amount}#',
  ],
] as const) {
  test(`${what} is changed by two people, and the second one sees what changes`, async () => {
    const id = await addChannel();
    const old = await setupOf(id);
    const changeId = await ask(awa, id, json);
    assert.deepEqual(await setupOf(id), old, 'nothing is changed yet');
    const seen = await listed(boris, changeId);
    assert.deepEqual(seen['differences'], [{ field, before, after }]);
    assert.deepEqual(
      [seen['kind'], seen['subject_id'], seen['state'], seen['reason'], seen['refusal']],
      ['channel', id, 'open', reason, null],
    );
    assert.equal((await listed(awa, changeId))['refusal'], 'own_change');
    assert.equal(await approve(awa, changeId), 'own_change');
    assert.deepEqual(await setupOf(id), old);
    assert.equal(await approve(boris, changeId), 'done');
    assert.notDeepEqual(await setupOf(id), old);
    assert.equal(await approve(boris, changeId), 'change_closed');
    assert.deepEqual(await auditOf(`channel:${id}`), [
      'change.ask by admin',
      'channel.change by admin',
      'change.approve by admin',
    ]);
    assert.equal((await listed(boris, changeId))['state'], 'approved');
  });
}

test('switching a channel on waits; switching it off never does', async () => {
  const id = await addChannel(false);
  const changeId = await ask(awa, id, { enabled: true });
  assert.equal((await setupOf(id)).enabled, false);
  assert.equal(await approve(boris, changeId), 'done');
  assert.equal((await setupOf(id)).enabled, true);
  const off = await change(awa, id, { enabled: false });
  assert.equal(off.status, 200, off.text);
  assert.equal((await setupOf(id)).enabled, false);
});

test('what is switched off together with another number is off at once; the number waits', async () => {
  const id = await addChannel();
  const changeId = await ask(awa, id, { enabled: false, merchant_number: NUMBER });
  const { enabled, merchantNumber } = await setupOf(id);
  assert.deepEqual([enabled, merchantNumber], [false, '+237677123456']);
  const { differences } = await listed(boris, changeId);
  assert.deepEqual(
    (differences as readonly Json[]).map(({ field }) => field),
    ['merchant_number'],
  );
  assert.equal(await approve(boris, changeId), 'done');
  assert.deepEqual(
    [(await setupOf(id)).enabled, (await setupOf(id)).merchantNumber],
    [false, NUMBER],
  );
});

test('a limit or a name does not wait, and what cannot work is refused at once', async () => {
  const id = await addChannel();
  assert.equal((await change(awa, id, { max_amount_xaf: 5_000 })).status, 200);
  assert.equal((await change(awa, id, { merchant_display_name: 'THE SHOP' })).status, 200);
  const diverted = await change(awa, id, { ussd_template: '*126*677999999*{amount}#' });
  assert.equal(diverted.status, 400);
  assert.match(diverted.text, /template_with_number/);
});

test('of a channel one change waits at a time; it can be withdrawn, and expires', async () => {
  const id = await addChannel();
  const first = await ask(awa, id, { merchant_number: NUMBER });
  const again = await change(boris, id, { merchant_number: '+237677000002' });
  assert.deepEqual([again.status, bodyOf(again)['code']], [409, 'change_waits']);
  assert.equal(await withdraw(awa, first), 'done');
  assert.equal(await approve(boris, first), 'change_closed');
  const second = await ask(boris, id, { merchant_number: NUMBER });
  assert.equal(await withdraw(awa, second), 'done', 'a second person may refuse it');
  const third = await ask(awa, id, { merchant_number: NUMBER });
  await shiftClock(database, 72 * HOUR_S + 1);
  assert.equal((await listed(boris, third))['state'], 'expired');
  assert.equal(await approve(boris, third), 'change_closed');
  assert.equal((await setupOf(id)).merchantNumber, '+237677123456');
  await ask(awa, id, { merchant_number: NUMBER });
});

test('a change on something that has changed meanwhile is not made', async () => {
  const id = await addChannel();
  const changeId = await ask(awa, id, { merchant_number: NUMBER });
  const changes = { merchantNumber: '+237677555555' };
  const deps = {
    ...payments,
    environment: 'live',
    policy: fixedPolicy({ changesSecondPerson: true }),
  } as const;
  const byCommand = await changeChannel(deps, COMMAND_LINE, { id, changes, reason });
  assert.equal(byCommand.kind, 'changed', 'a change by momo does not wait');
  assert.equal(await approve(boris, changeId), 'change_overtaken');
  assert.equal((await setupOf(id)).merchantNumber, '+237677555555');
});

test('that the texts of a line name no balance is declared by two people', async () => {
  const line = '+237677000099';
  await database.atomically((connection) => lockLine(connection, line));
  const path = `/lines/${encodeURIComponent(line)}/without-balances`;
  const asked = await call(awa, 'POST', path, { reason });
  assert.equal(asked.status, 202, asked.text);
  const again = await call(boris, 'POST', path, { reason });
  assert.equal(bodyOf(again)['code'], 'change_waits');
  const reports = async () => {
    const [row] = await database.query<{ readonly tells_balances: boolean }>({
      text: 'select tells_balances from lines where line = $1',
      values: [line],
    });
    return row?.tells_balances;
  };
  assert.equal(await reports(), true, 'nothing has changed yet');
  const changeId = String(bodyOf(asked)['change_id']);
  assert.equal(await approve(awa, changeId), 'own_change');
  assert.equal(await approve(boris, changeId), 'done');
  assert.equal(await reports(), false);
});

test('the person who asked must still be an administrator, and the second one no account of theirs', async () => {
  const id = await addChannel();
  const changeId = await ask(awa, id, { merchant_number: NUMBER });
  await database.query({
    text: `update staff set credentials_by = $2, credentials_at = app_now() where id = $1`,
    values: [boris.id, awa.id],
  });
  assert.equal(await approve(boris, changeId), 'set_up_by_approver');
  await shiftClock(database, 71 * HOUR_S);
  assert.equal(await approve(boris, changeId), 'set_up_by_approver');
  await database.query({
    text: `update staff set vouched_by = 'a test' where id = $1`,
    values: [boris.id],
  });
  await database.query({ text: `update staff set role = 'agent' where id = $1`, values: [awa.id] });
  assert.equal(await approve(boris, changeId), 'asker_gone');
  await database.query({ text: `update staff set role = 'admin' where id = $1`, values: [awa.id] });
  assert.equal(await approve(boris, changeId), 'done');
});

test('two approvals at the same moment make the change once', async () => {
  const id = await addChannel();
  const changeId = await ask(awa, id, { merchant_number: NUMBER });
  const carine = await addPerson(database, 'admin');
  const outcomes = await Promise.all([approve(boris, changeId), approve(carine, changeId)]);
  assert.deepEqual(new Set(outcomes), new Set(['change_closed', 'done']));
  const lines = await auditOf(`channel:${id}`);
  assert.equal(lines.filter((line) => line.startsWith('channel.change')).length, 1);
});

test('the database itself refuses that one person asks and approves', async () => {
  const changeId = await ask(awa, await addChannel(), { merchant_number: NUMBER });
  const forged = database.query({
    text: `update agreements
           set state = 'approved', decided_by = said_by, decided_at = now() where id = $1`,
    values: [changeId],
  });
  await assert.rejects(forged, /approved_by_another_person/);
});

async function roleOf(id: unknown): Promise<string | undefined> {
  const [row] = await database.query<{ readonly role: string }>({
    text: 'select role from staff where id = $1',
    values: [id],
  });
  return row?.role;
}

test('a new administrator is a viewer until a second person has approved', async () => {
  const email = 'odile@example.com';
  const added = await call(awa, 'POST', '/staff', { email, name: 'Odile', role: 'admin' });
  assert.equal(added.status, 200, added.text);
  const { staff, waiting, one_time_password } = bodyOf(added);
  assert.match(String(one_time_password), /^\w{5}-/);
  const { id, role } = staff as Json;
  assert.equal(role, 'viewer');
  const changeId = String((waiting as Json)['change_id']);
  assert.deepEqual((await listed(boris, changeId))['differences'], [
    { field: 'role', before: 'viewer', after: 'admin' },
  ]);
  assert.equal(await approve(awa, changeId), 'own_change');
  assert.equal(await approve(boris, changeId), 'done');
  assert.equal(await roleOf(id), 'admin');
});

test('to promote an agent, or to let an administrator in again, waits as well', async () => {
  const agent = await addPerson(database, 'agent');
  const patch = (id: string, json: Json) => call(awa, 'PATCH', `/staff/${id}`, { reason, ...json });
  assert.equal((await patch(agent.id, { role: 'viewer' })).status, 200, 'less never waits');
  const promotion = await patch(agent.id, { role: 'admin' });
  assert.equal(promotion.status, 202, promotion.text);
  assert.equal(await roleOf(agent.id), 'viewer');
  const former = await addPerson(database, 'admin');
  await takeAccess(former.id);
  const back = await patch(former.id, { disabled: false });
  assert.equal(back.status, 202, back.text);
  assert.equal(await approve(boris, String(bodyOf(back)['change_id'])), 'done');
  const headers = await scriptHeaders(database, former);
  assert.equal((await service.call('GET', '/internal/v1/changes', { headers })).status, 200);
});

async function takeAccess(id: string): Promise<void> {
  const change = { role: null, disabled: true, reason };
  await changeStaff({ database, policy: ONE_PERSON }, COMMAND_LINE, id, change);
}

/** Whether a session that is open now still lets an administrator in. */
async function readerOfStaff(who: Person): Promise<() => Promise<boolean>> {
  const headers = await scriptHeaders(database, who);
  return async () => (await service.call('GET', '/internal/v1/staff', { headers })).status === 200;
}

for (const [what, json] of [
  ['demote', { role: 'agent' }],
  ['lock out', { disabled: true }],
] as const) {
  test(`to ${what} another administrator takes a second one, and meanwhile nothing changes`, async () => {
    const carine = await addPerson(database, 'admin');
    const mayStill = await readerOfStaff(carine);
    const asked = await call(awa, 'PATCH', `/staff/${carine.id}`, { reason, ...json });
    assert.equal(asked.status, 202, asked.text);
    assert.equal(await mayStill(), true);
    const changeId = String(bodyOf(asked)['change_id']);
    assert.equal(await approve(awa, changeId), 'own_change');
    assert.equal(await approve(boris, changeId), 'done');
    assert.equal(await mayStill(), false);
  });
}

test('one administrator ends the sessions of another one at once: they sign in again', async () => {
  const carine = await addPerson(database, 'admin');
  const mayStill = await readerOfStaff(carine);
  assert.equal(await mayStill(), true);
  const ended = await call(awa, 'POST', `/staff/${carine.id}/reset`, { what: 'sessions', reason });
  assert.equal(ended.status, 200, ended.text);
  assert.equal(await mayStill(), false);
  assert.equal(await roleOf(carine.id), 'admin');
});

test('the session says that a change of the set-up waits for a second person', async () => {
  assert.equal(bodyOf(await call(awa, 'GET', '/session'))['changes_second_person'], true);
});

test('in the sandbox nothing waits', async () => {
  const sandbox = await startTestService();
  const headers = await scriptHeaders(sandbox.database, await addPerson(sandbox.database, 'admin'));
  const json = { merchant_number: '+237677000009', reason };
  const channel = (await listChannels(sandbox.database))[0]?.id;
  const changed = await sandbox.call('PATCH', `/internal/v1/channels/${channel}`, {
    headers,
    json,
  });
  assert.equal(changed.status, 200, changed.text);
  const person = { email: 'eve@example.com', name: 'Eve', role: 'admin' };
  const added = await sandbox.call('POST', '/internal/v1/staff', { headers, json: person });
  assert.equal((bodyOf(added)['staff'] as Json)['role'], 'admin');
  assert.equal('waiting' in bodyOf(added), false);
});

test('a listed change says what it is about by name, and whose operator it concerns', async () => {
  const id = await addChannel();
  await change(awa, id, { merchant_number: NUMBER });
  const { items } = bodyOf(await call(boris, 'GET', '/changes')) as { readonly items: Json[] };
  const about = items.find((one) => one['subject_id'] === id)?.['about'];
  const name = id.replace(/-channel$/, '');
  assert.deepEqual(about, { kind: 'channel', id, name, amount_xaf: null, operator: 'mtn' });
});
