import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startPawapayEmulator } from '../../emulators/pawapay/pawapay-emulator.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { renewCallbackAddress } from '../../src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../../src/providers/registry.ts';
import {
  addMtn,
  addPawapay,
  passTime,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';

const service = await startLiveService({ TRUSTED_PROXIES: '127.0.0.1' });
const { database } = service;
const pawapay = await startPawapayEmulator({ decide: 'manual' });
after(() => pawapay.stop());
await addPawapay(database, pawapay, { id: 'pawapay-mtn' });
await addMtn(database, await startMtn({ decide: 'manual' }), { id: 'mtn-main', isPrimary: false });

async function newAddress(id = 'pawapay-mtn'): Promise<string> {
  const deps = { database, adapters: ADAPTERS };
  const made = await renewCallbackAddress(deps, COMMAND_LINE, { id, reason: 'a test' });
  assert.ok(made.kind === 'made');
  return made.path;
}

async function referenceOf(id: string): Promise<string> {
  const [row] = await database.query<{ reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  assert.ok(row);
  return row.reference;
}

async function countStray(): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  return Number(/^momo_stray_callbacks_total\{[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('a call to the address of the account makes the payment that it names be asked about', async () => {
  const path = await newAddress();
  for (const method of ['POST', 'PUT']) {
    const { service_tx_id: id } = await create(service, DEPOSITS);
    const depositId = await referenceOf(id);
    pawapay.approve(depositId);
    assert.equal(await service.takeSteps(), 0, 'nothing is due yet');
    const body = { depositId, status: 'COMPLETED' };
    assert.equal((await service.call(method, path, { json: body })).status, 200);
    assert.equal(await service.takeSteps(), 1);
    assert.equal((await read(service, id))['state'], 'succeeded');
  }
});

test('what a callback says is never believed: the status is read again', async () => {
  const path = await newAddress();
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const body = { depositId: await referenceOf(id), status: 'FAILED' };
  assert.equal((await service.call('POST', path, { json: body })).status, 200);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_acknowledged');
});

test('a burst of calls asks once at once, and once more for those that came meanwhile', async () => {
  const path = await newAddress();
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const body = { depositId: await referenceOf(id), status: 'COMPLETED' };
  const asked = async () => {
    const [row] = await database.query<{ asked: number }>({
      text: 'select asked from submissions where transaction_id = $1',
      values: [id],
    });
    return row?.asked;
  };
  for (let round = 0; round < 10; round += 1) {
    await service.call('POST', path, { json: body });
    await service.takeSteps();
  }
  assert.equal(await asked(), 1);
  await passTime(database, 2_100);
  await service.takeSteps();
  assert.equal(await asked(), 2);
});

test('a call that names nothing of ours is a 200, is counted and asks nobody', async () => {
  const path = await newAddress();
  const before = await countStray();
  const bodies = ['', '{', '[]', '{"depositId":7}', JSON.stringify({ depositId: randomUUID() })];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    assert.equal((await service.call('POST', path, { headers, body })).status, 200, body);
  }
  assert.equal((await service.call('GET', `${path}?depositId=${randomUUID()}`)).status, 200);
  assert.equal((await countStray()) - before, bodies.length + 1);
  assert.equal(await service.takeSteps(), 0);
});

test('calls that name nothing are limited for each network, and end no other one’s hints', async () => {
  const path = await newAddress();
  const before = await countStray();
  const call = async (ip: string, json: object) =>
    service.call('POST', path, { headers: { 'x-forwarded-for': ip }, json });
  const strays = await Promise.all(Array.from({ length: 300 }, () => call('192.0.2.1', {})));
  assert.ok(strays.every(({ status }) => status === 200));
  const { service_tx_id: id } = await create(service, DEPOSITS);
  const body = { depositId: await referenceOf(id) };
  const late = await call('192.0.2.1', body);
  assert.deepEqual([late.status, late.headers.get('retry-after')], [429, '60']);
  assert.equal((await countStray()) - before, 301);
  const isHinted = async () => {
    const [row] = await database.query<{ readonly is: boolean }>({
      text: 'select hinted_at is not null as is from submissions where transaction_id = $1',
      values: [id],
    });
    return row?.is;
  };
  assert.equal(await isHinted(), false);
  assert.equal((await call('192.0.2.2', body)).status, 200);
  assert.equal(await isHinted(), true);
  assert.ok((await service.takeSteps()) > 0);
});

test('a payment of another account is not hastened by this one’s address', async () => {
  const path = await newAddress();
  await pawapay.goOffline();
  const { service_tx_id: id } = await create(service, DEPOSITS);
  await pawapay.goOnline();
  const [row] = await database.query<{ provider_id: string }>({
    text: 'select provider_id from submissions where transaction_id = $1',
    values: [id],
  });
  assert.equal(row?.provider_id, 'mtn-main');
  const body = { depositId: await referenceOf(id) };
  assert.equal((await service.call('POST', path, { json: body })).status, 200);
  assert.equal(await service.takeSteps(), 0);
});

test('a new address ends the one before after a day; a wrong secret is a 404', async () => {
  const [older, old, path] = [await newAddress(), await newAddress(), await newAddress()];
  assert.equal((await service.call('POST', older)).status, 404, 'a second new one ends it at once');
  assert.equal((await service.call('POST', old)).status, 200);
  await passTime(database, 86_400_000);
  assert.equal((await service.call('POST', old)).status, 404);
  assert.equal((await service.call('POST', `${path}0`)).status, 404);
  assert.equal((await service.call('POST', path.replace('pawapay-mtn', 'mtn-main'))).status, 404);
  assert.equal((await service.call('POST', path)).status, 200);
  const [stored] = await database.query<{ row: string }>({
    text: `select to_json(p)::text as row from providers p where id = 'pawapay-mtn'`,
  });
  assert.ok(!stored?.row.includes(path.split('/').at(-1) ?? '-'), 'only a digest is stored');
});

test('a system that gets an address with each payment has none for the account', async () => {
  const deps = { database, adapters: ADAPTERS };
  const made = await renewCallbackAddress(deps, COMMAND_LINE, { id: 'mtn-main', reason: 'a test' });
  assert.equal(made.kind, 'not_needed');
});
