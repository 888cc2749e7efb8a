import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, create, type Json, WITHDRAWALS } from '../../support/transactions/payments.ts';

// A person who issues an API key and approves what it creates is one person, not two.

const service = await startTestService(
  { SPORTSBOOK_API_KEY: 'configured' },
  { policy: { accountsNeedVouching: true } },
);
const { database } = service;
const [eve, ada] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
const reason = 'asked for by the office';

async function post(person: Person, path: string, json: Json = {}): Promise<Json> {
  const headers = await scriptHeaders(database, person);
  return bodyOf(await service.call('POST', `/internal/v1/${path}`, { headers, json }));
}

async function issue(person: Person) {
  const { key } = await post(person, 'keys', { application: 'shop' });
  const prefix = String(key).split('_')[2]?.slice(0, 12) ?? '';
  return { headers: { 'x-api-key': String(key) }, prefix };
}

async function approve(person: Person, id: string): Promise<unknown> {
  const { outcome, refusal } = await post(person, `withdrawals/${id}/approve`);
  return outcome ?? refusal;
}

test('the issuer of a key approves nothing that it creates until another person vouches', async () => {
  const { headers, prefix } = await issue(eve);
  const pay = async () => (await create(service, WITHDRAWALS, {}, headers)).service_tx_id;
  const [first, second] = [await pay(), await pay()];
  assert.equal(await approve(eve, first), 'own_payout', 'however small it is');
  assert.equal(await approve(ada, first), 'done', 'another person approves it');
  assert.equal((await post(eve, `keys/${prefix}/vouch`, { reason }))['code'], 'set_up_by_approver');
  assert.equal((await post(ada, `keys/${prefix}/vouch`, { reason }))['done'], true);
  assert.equal(await approve(eve, second), 'done');
});

test('an account that the issuer made counts as the issuer', async () => {
  const { headers } = await issue(eve);
  const { service_tx_id: id } = await create(service, WITHDRAWALS, {}, headers);
  const puppet = await addPerson(database, 'agent');
  await database.query({
    text: 'update staff set credentials_by = $2, vouched_by = null where id = $1',
    values: [puppet.id, eve.id],
  });
  assert.equal(await approve(puppet, id), 'set_up_by_approver');
  assert.equal(await approve(ada, id), 'done');
});

test('the configured key, and keys that momo issued, are bound to nobody', async () => {
  const headers = { 'x-api-key': 'configured' };
  const { service_tx_id: id } = await create(service, WITHDRAWALS, {}, headers);
  assert.equal(await approve(eve, id), 'done');
});
