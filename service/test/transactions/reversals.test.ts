import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision } from '../../emulators/payments.ts';
import { listEvidence } from '../../src/db/provider-requests/evidence.ts';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { askNow } from '../../src/flows/provider-requests/follow-requests.ts';
import {
  addMtn,
  addOrange,
  createApproved,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../support/providers/live.ts';
import {
  create,
  DEPOSITS,
  historyOf,
  type Json,
  MTN,
  ORANGE,
  read,
} from '../support/transactions/payments.ts';

// An operator reverses a payment that it had reported as succeeded.

const service = await startLiveService();
const { database } = service;
const mtn = await startMtn();
const orange = await startOrange();
await addMtn(database, mtn, { id: 'mtn-main' });
await addOrange(database, orange, { id: 'orange-main' });
const CALLBACK = { callback_url: 'https://93.184.216.34/hook' };

async function settle(): Promise<void> {
  await settleAll(service, 2);
  await operatorsDecided(mtn, orange);
  await settleAll(service, 3);
}

interface Sent {
  readonly reference: string;
  readonly handle: string;
  readonly callback_secret: string;
}

async function sentFor(id: string): Promise<Sent> {
  const [row] = await database.query<Sent>({
    text: 'select reference, handle, callback_secret from submissions where transaction_id = $1',
    values: [id],
  });
  assert.ok(row !== undefined);
  return row;
}

const CASES: readonly (readonly [
  name: string,
  make: () => Promise<string>,
  reverse: (sent: Sent) => Decision,
])[] = [
  [
    'a payout of MTN',
    () => createApproved(service, { ...MTN, ...CALLBACK }),
    ({ handle }) => mtn.reverse(handle),
  ],
  [
    'a payout of Orange',
    () => createApproved(service, { ...ORANGE, ...CALLBACK }),
    ({ handle }) => orange.reverse(handle),
  ],
  [
    'a deposit of MTN',
    async () => (await create(service, DEPOSITS, { ...MTN, ...CALLBACK })).service_tx_id,
    ({ handle }) => mtn.reverse(handle),
  ],
  [
    'a deposit of Orange',
    async () => (await create(service, DEPOSITS, { ...ORANGE, ...CALLBACK })).service_tx_id,
    ({ handle }) => orange.reverse(handle),
  ],
];

/** One that has succeeded and that the operator then reverses. */
async function reversed([, make, reverse]: (typeof CASES)[number]): Promise<string> {
  const id = await make();
  await settle();
  assert.equal((await read(service, id))['state'], 'succeeded');
  const sent = await sentFor(id);
  assert.equal(reverse(sent).kind, 'done');
  await passTime(database, 60_000);
  return id;
}

async function contradictionsOf(transactionId: string): Promise<readonly string[]> {
  const wanted = { isOpen: true, transactionId, after: null, limit: 10 };
  return (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
}

async function eventsOf(id: string): Promise<number> {
  const rows = await database.query({
    text: 'select id from webhooks where transaction_id = $1',
    values: [id],
  });
  return rows.length;
}

for (const one of CASES) {
  test(`${one[0]} that the operator reverses is a contradiction and stays succeeded`, async () => {
    const id = await reversed(one);
    const [moves, events] = [await historyOf(database, id), await eventsOf(id)];
    const before: Json = await read(service, id);
    assert.equal(await askNow({ database, onSubmitted: () => {} }, id), true);
    await service.takeSteps();
    assert.deepEqual(await contradictionsOf(id), ['reversed_by_operator']);
    assert.deepEqual(await read(service, id), before, 'the platform sees no difference');
    assert.deepEqual(await historyOf(database, id), moves);
    assert.equal(await eventsOf(id), events, 'no webhook is sent');
    const said = (await listEvidence(database, id)).map(({ answer }) => answer ?? '');
    assert.ok(
      said.some((answer) => /FAILED/.test(answer)),
      'what the operator said is kept word for word',
    );
    await askNow({ database, onSubmitted: () => {} }, id);
    await service.takeSteps();
    assert.deepEqual(await contradictionsOf(id), ['reversed_by_operator'], 'it is one');
  });
}

test('a callback after the end makes the provider be asked once more, not once for each', async () => {
  const [mtnPayout] = CASES;
  assert.ok(mtnPayout !== undefined);
  const id = await reversed(mtnPayout);
  const { reference, callback_secret: secret } = await sentFor(id);
  const path = `/internal/v1/callbacks/${reference}/${secret}`;
  const asked = () => mtn.ledger.requests()['transfer_status'] ?? 0;
  const before = asked();
  for (let call = 0; call < 5; call += 1) {
    assert.equal((await service.call('PUT', path, { json: { status: 'FAILED' } })).status, 200);
    await service.takeSteps();
  }
  assert.equal(asked() - before, 1);
  assert.deepEqual(await contradictionsOf(id), ['reversed_by_operator']);
});

test('a callback in the moment after the end is asked about a little later, and not forgotten', async () => {
  const id = await createApproved(service, { ...MTN, ...CALLBACK });
  await settle();
  const { reference, handle, callback_secret: secret } = await sentFor(id);
  await askNow({ database, onSubmitted: () => {} }, id);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(mtn.reverse(handle).kind, 'done');
  const asked = () => mtn.ledger.requests()['transfer_status'] ?? 0;
  const before = asked();
  for (let call = 0; call < 5; call += 1) {
    await service.call('PUT', `/internal/v1/callbacks/${reference}/${secret}`, { json: {} });
    await service.takeSteps();
  }
  assert.equal(asked() - before, 0, 'a flood of calls is no flood of questions');
  await passTime(database, 10_000);
  await service.takeSteps();
  assert.equal(asked() - before, 1);
  assert.deepEqual(await contradictionsOf(id), ['reversed_by_operator']);
});
