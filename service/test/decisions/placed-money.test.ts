import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../src/db/books/entries.ts';
import { postReversal } from '../../src/domain/books/posting.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { addMtn, passTime, startLiveService, startMtn } from '../support/providers/live.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  read,
} from '../support/transactions/payments.ts';

// Two people have decided about the money that a provider reported late: they rejected the deposit
// and returned the money, or freed it. One person does not undo that, nor does the provider.

const HELD = 'requires_manual_resolution';
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main' });
const [ana, bo] = await Promise.all([addPerson(database, 'agent'), addPerson(database, 'agent')]);

const PLACES = {
  returned: { money: 'returned', returned_how: 'Transfer 17' },
  free: { money: 'free' },
} as const;

for (const [place, money] of Object.entries(PLACES)) {
  test(`a repeated success about money that staff called ${place} is no news`, async () => {
    const { id } = await payLate();
    await rejectByTwo(id, money);
    await askByOne(id);
    assert.equal(await stateOf(id), 'failed');
    assert.equal((await read(service, id))['provider_tx_id'] === null, place === 'free');
  });
}

test('a repeated success of the same request without an id is no news', async () => {
  operator.faults.add('collect_status', { kind: 'nameless' });
  const { id } = await payLate();
  await rejectByTwo(id, {});
  await askByOne(id);
  operator.faults.clear();
  assert.equal(await stateOf(id), 'failed');
});

test('a repeated success without an id is no news about money that had one', async () => {
  const { id } = await payLate();
  await rejectByTwo(id, PLACES.returned);
  operator.faults.add('collect_status', { kind: 'nameless' });
  await askByOne(id);
  operator.faults.clear();
  assert.equal(await stateOf(id), 'failed');
});

test('another id is a late confirmation, and two people undo what two decided', async () => {
  const { id, reference } = await payLate();
  await rejectByTwo(id, PLACES.returned);
  const { details } = operator.ledger.find(reference) ?? assert.fail();
  Object.assign(details, { financialTransactionId: '99000000001' });
  await askByOne(id);
  assert.equal(await stateOf(id), HELD);
  const { second_person } = (await detailOf(id))['transaction'] as Json;
  assert.equal((second_person as Json)['confirm'], 'undoes_two');
  assert.equal(await resolve(ana, id, { decision: 'confirm' }), 'waits_for_second_person');
  assert.equal(await stateOf(id), HELD);
  assert.equal(await resolve(bo, id, { decision: 'confirm' }), 'done');
  assert.equal(await stateOf(id), 'succeeded');
});

test('verify names a deposit that is credited although its money was returned', async () => {
  const { id } = await payLate();
  await rejectByTwo(id, PLACES.returned);
  assert.deepEqual((await verifyBooks(database)).findings, []);
  await forceState(database, id, 'succeeded');
  const { findings } = await verifyBooks(database);
  const found = findings.find(({ proof }) => proof === 'returned_money_is_not_credited');
  assert.equal(found?.subject, `transaction:${id}`);
  assert.match(found.problem, /returned to the payer, .*settle it with the platform/);
});

/** A deposit whose prompt the player confirmed after its deadline: staff decide. */
async function payLate(): Promise<{ readonly id: string; readonly reference: string }> {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  const reference = row?.reference ?? assert.fail();
  await passTime(database, 3_600_000);
  operator.approve(reference);
  await ask(id);
  assert.equal(await stateOf(id), HELD);
  return { id, reference };
}

async function ask(id: string): Promise<void> {
  await database.query({
    text: 'update submissions set next_step_at = app_now() where transaction_id = $1',
    values: [id],
  });
  while ((await service.takeSteps()) > 0);
}

/** One person presses "Ask the provider now". */
async function askByOne(id: string): Promise<void> {
  const headers = await scriptHeaders(database, ana);
  const path = `/internal/v1/transactions/${id}/ask-provider`;
  const answer = await service.call('POST', path, { headers });
  assert.equal(answer.status, 200, answer.text);
  while ((await service.takeSteps()) > 0);
}

async function rejectByTwo(id: string, money: Json): Promise<void> {
  // The operator has taken it back: a person's word alone shows no return.
  if (money === PLACES.returned) {
    const operatorTxId = String((await read(service, id))['provider_tx_id']);
    const taken = { operator: 'mtn', operatorTxId, transactionId: null };
    await insertEntries(database, postReversal(taken));
  }
  const json = { decision: 'reject', ...money };
  assert.equal(await resolve(ana, id, json), 'waits_for_second_person');
  assert.equal(await resolve(bo, id, json), 'done');
}

async function resolve(who: typeof ana, id: string, json: Json): Promise<unknown> {
  const headers = await scriptHeaders(database, who);
  const path = `/internal/v1/transactions/${id}/resolve`;
  const asked = { headers, json: { reason: 'Compared with the statement.', ...json } };
  const { outcome, code } = bodyOf(await service.call('POST', path, asked));
  return outcome ?? code;
}

async function detailOf(id: string): Promise<Json> {
  const headers = await scriptHeaders(database, ana);
  return bodyOf(await service.call('GET', `/internal/v1/transactions/${id}`, { headers }));
}

async function stateOf(id: string): Promise<unknown> {
  return (await read(service, id))['state'];
}
