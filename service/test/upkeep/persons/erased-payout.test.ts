import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listContradictions } from '../../../src/db/transactions/contradictions.ts';
import { resolveTransaction } from '../../../src/flows/decisions/resolve-transaction.ts';
import { escalateStuck } from '../../../src/flows/provider-requests/follow-requests.ts';
import { erasePerson } from '../../../src/flows/upkeep/persons/erase-person.ts';
import { MTN_MOMO } from '../../../src/providers/mtn-momo/index.ts';
import { isNumberOf } from '../../../src/providers/wire.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import {
  addMtn,
  createApproved,
  decisionOf,
  operatorsDecided,
  passTime,
  startLiveService,
  startMtn,
} from '../../support/providers/live.ts';
import { paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { read } from '../../support/transactions/payments.ts';

// What an operator says of a payout whose person was erased.

const SECRETS_KEY = 'ab'.repeat(32);
const DAY_MS = 86_400_000;
const PERSON = '+237680000077';
const service = await startLiveService({ SECRETS_KEY });
const { database, payments } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main', vault: payments.vault });

const ACTOR = { actor: 'a test', actorId: null, ip: null };

async function erase(msisdn = PERSON): Promise<string> {
  const deps = { database, vault: payments.vault, policy: fixedPolicy({}) };
  const erasure = await erasePerson(deps, { msisdn, reason: 'a letter' }, ACTOR);
  return erasure.kind === 'erased' ? 'erased' : erasure.problems.join('; ');
}

/** A payout that the operator takes, whose status is unavailable, and that staff reject. */
async function rejectedPayout(msisdn = PERSON): Promise<string> {
  const away = { kind: 'error', when: 'before', status: 503, code: 'SERVICE_UNAVAILABLE' } as const;
  operator.faults.add('transfer_status', away);
  operator.faults.add('transfer', { kind: 'reset', when: 'after' }, { times: 1 });
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await passTime(database, 3_601_000);
  await escalateStuck({ database });
  const asked = { decision: 'reject', reason: 'as I see it' } as const;
  assert.equal((await resolveTransaction(...(await decisionOf(service)), id, asked)).kind, 'done');
  return id;
}

/** As when a callback comes. */
async function askOnceMore(id: string): Promise<void> {
  await database.query({
    text: 'update submissions set next_step_at = app_now(), claim = null where transaction_id = $1',
    values: [id],
  });
  while ((await service.takeSteps()) > 0);
}

const id = await rejectedPayout();

test('nobody is erased while a provider is asked, nor for seven days after an end', async () => {
  assert.match(await erase(), /1 of its requests are still asked about at a provider/);
  assert.match(await erase(), /1 of its deposits and withdrawals ended less than seven days ago/);
  await database.query({ text: 'update submissions set next_step_at = null' });
  assert.equal(await erase(), '1 of its deposits and withdrawals ended less than seven days ago');
  await passTime(database, 6 * DAY_MS);
  assert.equal(await erase(), '1 of its deposits and withdrawals ended less than seven days ago');
  await passTime(database, DAY_MS);
  assert.equal(await erase(), 'erased');
});

test('an operator that has paid an erased person after all is understood', async () => {
  operator.faults.clear();
  await operatorsDecided(operator);
  await askOnceMore(id);
  const wanted = { isOpen: true, transactionId: id, after: null, limit: 10 };
  const kinds = (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
  assert.deepEqual(kinds, ['settled_failed_but_paid']);
  assert.equal((await read(service, id))['msisdn'], '+99900000000');
});

test('what the operator then says does not bring the number back', async () => {
  const rows = await database.query<{ readonly said: string }>({
    text: `select request || coalesce(answer, '') as said from evidence where transaction_id = $1`,
    values: [id],
  });
  assert.ok(rows.some(({ said }) => said.includes('SUCCESSFUL')));
  assert.ok(rows.every(({ said }) => !said.includes(PERSON.slice(4))));
});

test('a callback that comes later does not bring the number back either', async () => {
  const [request] = await database.query<{ reference: string; callback_secret: string }>({
    text: 'select reference, callback_secret from submissions where transaction_id = $1',
    values: [id],
  });
  const path = `/internal/v1/callbacks/${request?.reference}/${request?.callback_secret}`;
  const json = { payee: { partyId: '237 68 00 000 77' }, status: 'SUCCESSFUL' };
  assert.equal((await service.call('POST', path, { json })).status, 200);
  const rows = await database.query<{ readonly answer: string | null }>({
    text: `select answer from evidence where transaction_id = $1 and kind = 'callback'`,
    values: [id],
  });
  assert.deepEqual(rows, [{ answer: null }]);
});

test('an answer about another number than the erased one is about another payment', async () => {
  const other = await rejectedPayout('+237680000078');
  await database.query({ text: 'update submissions set next_step_at = null' });
  await passTime(database, 7 * DAY_MS);
  assert.equal(await erase('+237680000078'), 'erased');
  await database.query({ text: 'alter table erased_numbers disable trigger all' });
  await database.query({
    text: `update erased_numbers set digest = repeat('0', 32) where transaction_id = $1`,
    values: [other],
  });
  operator.faults.clear();
  await operatorsDecided(operator);
  await askOnceMore(other);
  const [row] = await database.query<{ readonly problem: string | null }>({
    text: 'select problem from submissions where transaction_id = $1',
    values: [other],
  });
  assert.match(row?.problem ?? '', /system_answered_of_another/);
});

test('a number is compared in every spelling, whether it is there or was erased', () => {
  const order = paymentOrderOf(MTN_MOMO, 'withdrawal');
  const kept = { ...order, msisdn: PERSON };
  const erased = { ...order, msisdn: '+99900000000', wasNumber: (one: string) => one === PERSON };
  for (const spelling of ['+237680000077', '237680000077', '680000077']) {
    assert.ok(isNumberOf(spelling, kept) && isNumberOf(spelling, erased), spelling);
  }
  for (const spelling of ['680000078', '', '80000077', null]) {
    assert.ok(!isNumberOf(spelling, kept) && !isNumberOf(spelling, erased), String(spelling));
  }
});
