import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listChannels } from '../../src/db/providers/channels.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { bodyOf } from '../support/transactions/payments.ts';

const service = await startTestService({}, { policy: { changesSecondPerson: true } });
const { database, config } = service;
const env = { DATABASE_URL: config.databaseUrl ?? '' };
const headers = await scriptHeaders(database, await addPerson(database, 'admin'));
const [channel] = await listChannels(database);
assert.ok(channel);
const { id } = channel;

const { momo } = openMomo(env);

async function ask(merchant_number: string): Promise<string> {
  const json = { merchant_number, reason: 'a new SIM' };
  const answer = await service.call('PATCH', `/internal/v1/channels/${id}`, { headers, json });
  assert.equal(answer.status, 202, answer.text);
  return String(bodyOf(answer)['change_id']);
}

async function numberNow(): Promise<string | undefined> {
  return (await listChannels(database)).find((one) => one.id === id)?.merchantNumber;
}

test('the person who runs momo sees what waits, and is the second person', async () => {
  assert.equal((await momo('change', 'list')).stdout, 'no change waits\n');
  const changeId = await ask('+237677000001');
  const list = await momo('change', 'list');
  assert.match(list.stdout, new RegExp(`^${changeId}  channel ${id}  `));
  assert.match(
    list.stdout,
    /"merchantNumber":"\+237677000001"\}\n {2}asked for by admin <.*: a new/,
  );
  assert.equal((await momo('change', 'approve', changeId)).stdout, `approved ${changeId}\n`);
  assert.equal(await numberNow(), '+237677000001');
  assert.deepEqual((await lastAuditLine(database))?.action, 'change.approve');
  const again = await momo('change', 'approve', changeId);
  assert.deepEqual([again.code, again.stderr], [1, 'momo: the change does not wait any more\n']);
});

test('momo takes the access of an administrator alone, and approves that one takes it', async () => {
  const [former, other] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
  const disabled = await momo('staff', 'disable', '--email', former.email);
  assert.equal(disabled.stdout, `disabled ${former.email}\n`);
  const json = { disabled: true, reason: 'has left' };
  const path = `/internal/v1/staff/${other.id}`;
  const asked = await service.call('PATCH', path, { headers, json });
  assert.equal(asked.status, 202, asked.text);
  const changeId = String(bodyOf(asked)['change_id']);
  assert.equal((await momo('change', 'approve', changeId)).stdout, `approved ${changeId}\n`);
  const list = await momo('staff', 'list');
  assert.match(list.stdout, new RegExp(`^${other.email} .* disabled 2`, 'm'));
});

test('momo approves no change after which no administrator would remain', async () => {
  const [asker, last] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
  const path = `/internal/v1/staff/${last.id}`;
  const json = { role: 'agent', reason: 'has another task' };
  const asked = await service.call('PATCH', path, {
    headers: await scriptHeaders(database, asker),
    json,
  });
  await database.query({
    text: `update staff set disabled_at = now() where role = 'admin' and id <> $1`,
    values: [last.id],
  });
  const refused = await momo('change', 'approve', String(bodyOf(asked)['change_id']));
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  await database.query({ text: 'update staff set disabled_at = null' });
});

test('momo refuses a change, and what momo itself changes does not wait', async () => {
  const changeId = await ask('+237677000002');
  const refused = await momo('change', 'withdraw', changeId, '--reason', 'nobody knows of it');
  assert.equal(refused.stdout, `withdrew ${changeId}\n`);
  const set = ['channel', 'set', id, '--merchant-number', '+237677000003', '--reason', 'new SIM'];
  assert.equal((await momo(...set)).code, 0);
  assert.equal(await numberNow(), '+237677000003');
});
