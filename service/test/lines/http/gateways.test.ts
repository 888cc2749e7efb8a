import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGateway, listSimsOf } from '../../../src/db/lines/gateways.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { revokeGatewayKey } from '../../../src/flows/lines/administer-gateways.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService, type TestService } from '../../support/harness.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { tell } from '../../support/receipts/sms.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

// A person who has a gateway's secret can send texts in the operator's name.

const live = await startLiveService();
const sandbox = await startTestService();
const reason = 'a phone for the new line';
const SIM = { sim: 'sim-1', operator: 'orange', line: '+237 699 00 00 77', is_only: true, reason };

async function call(service: TestService, who: Person, path: string, json: Json) {
  const headers = await scriptHeaders(service.database, who);
  return service.call('POST', `/internal/v1${path}`, { headers, json });
}

async function gatewaysAs(service: TestService, who: Person): Promise<readonly Json[]> {
  const headers = await scriptHeaders(service.database, who);
  const answer = await service.call('GET', '/internal/v1/gateways', { headers });
  return bodyOf(answer)['items'] as readonly Json[];
}

async function admins(service: TestService): Promise<readonly [Person, Person]> {
  return [await addPerson(service.database, 'admin'), await addPerson(service.database, 'admin')];
}

test('in the sandbox an administrator adds a gateway, places its SIM and ends its key', async () => {
  const { database } = sandbox;
  const [awa] = await admins(sandbox);
  const added = await call(sandbox, awa, '/gateways/till/key', { dialect: 'signed', reason });
  assert.equal(added.status, 200, added.text);
  const secret = String(bodyOf(added)['secret']);
  assert.match(String(bodyOf(added)['address']), /^http:\/\/.*\/internal\/v1\/sms\/till$/);
  assert.equal((await call(sandbox, awa, '/gateways/till/sims', SIM)).status, 200);
  const text = { sim: 'sim-1', sender: 'OrangeMoney', text: 'hello' };
  assert.equal((await tell(sandbox, text, { gateway: 'till', secret })).status, 200);
  const listed = (await gatewaysAs(sandbox, awa)).find(({ gateway }) => gateway === 'till');
  assert.ok(listed?.['last_seen_at']);
  assert.deepEqual(listed?.['sims'], [{ sim: 'sim-1', operator: 'orange', line: '+237699000077' }]);
  assert.equal(listed?.['only_sim'], 'sim-1');

  const revoked = await call(sandbox, awa, '/gateways/till/revoke', { reason });
  assert.equal(revoked.status, 200);
  assert.equal((await tell(sandbox, text, { gateway: 'till', secret })).status, 401);
  assert.notEqual((await findGateway(database, 'till'))?.revokedAt, null);
});

test('what cannot be set up is refused with its reason', async () => {
  const [awa] = await admins(sandbox);
  const named = await call(sandbox, awa, '/gateways/Till%20Phone/key', {
    dialect: 'signed',
    reason,
  });
  assert.deepEqual([named.status, bodyOf(named)['code']], [400, 'gateway_invalid']);
  assert.match(named.text, /small letters/);
  const nowhere = await call(sandbox, awa, '/gateways/nowhere/sims', SIM);
  assert.deepEqual([nowhere.status, bodyOf(nowhere)['code']], [404, 'gateway_not_found']);
  const gone = await call(sandbox, awa, '/gateways/nowhere/revoke', { reason });
  assert.equal(gone.status, 404);
  await call(sandbox, awa, '/gateways/odd/key', { dialect: 'signed', reason });
  const badLine = await call(sandbox, awa, '/gateways/odd/sims', { ...SIM, line: 'none' });
  assert.match(badLine.text, /merchant code/);
});

test('in live the second administrator makes the gateway work, and gets its secret', async () => {
  const { database } = live;
  const [awa, boris] = await admins(live);
  const asked = await call(live, awa, '/gateways/till/key', { dialect: 'signed', reason });
  assert.equal(asked.status, 202, asked.text);
  assert.equal(await findGateway(database, 'till'), null, 'nothing is changed yet');
  const again = await call(live, boris, '/gateways/till/key', { dialect: 'android', reason });
  assert.deepEqual([again.status, bodyOf(again)['code']], [409, 'change_waits']);
  const id = String(bodyOf(asked)['change_id']);
  assert.equal((await call(live, awa, `/changes/${id}/approve`, {})).status, 403);
  const approved = await call(live, boris, `/changes/${id}/approve`, {});
  assert.equal(approved.status, 200, approved.text);
  const secret = String(bodyOf(approved)['secret']);
  assert.equal((await findGateway(database, 'till'))?.dialect, 'signed');

  const placing = await call(live, awa, '/gateways/till/sims', SIM);
  assert.equal(placing.status, 202, placing.text);
  assert.deepEqual(await listSimsOf(database, 'till'), []);
  const placed = await call(live, boris, `/changes/${bodyOf(placing)['change_id']}/approve`, {});
  assert.deepEqual(bodyOf(placed), { done: true, secret: null });
  const [sim] = await listSimsOf(database, 'till');
  assert.equal(sim?.line, '+237699000077');
  const text = { sim: 'sim-1', sender: 'OrangeMoney', text: 'hello' };
  assert.equal((await tell(live, text, { gateway: 'till', secret })).status, 200);
});

test('a change of a gateway that has changed meanwhile is not made', async () => {
  const { database } = live;
  const [awa, boris] = await admins(live);
  const asked = await call(live, awa, '/gateways/till/key', { dialect: 'android', reason });
  await revokeGatewayKey({ database }, COMMAND_LINE, { gatewayId: 'till', reason: null });
  const approved = await call(live, boris, `/changes/${bodyOf(asked)['change_id']}/approve`, {});
  assert.deepEqual([approved.status, bodyOf(approved)['code']], [409, 'change_overtaken']);
  assert.equal((await findGateway(database, 'till'))?.dialect, 'signed');
});
