import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, startTwin, type TestService } from '../support/harness.ts';
import { inParallel } from '../support/in-parallel.ts';
import {
  addMtn,
  createApproved,
  operatorsDecided,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import {
  create,
  DEPOSITS,
  MTN,
  paymentBody,
  read,
  switchProviders,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// Every process of these tests keeps its catalogue as long as one in production does.
const sandbox = await startTestService();
const twin = await startTwin(sandbox);

async function providerOf(service: TestService, path: string): Promise<unknown> {
  const { service_tx_id } = await create(service, path, MTN);
  return (await read(service, service_tx_id))['provider'];
}

test('a provider that was switched off takes nothing more, in any process', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    for (const service of [sandbox, twin]) {
      assert.equal(await providerOf(service, path), 'mtn-momo');
    }
    await switchProviders(sandbox.database, ['mtn-momo'], 'off');
    for (const service of [sandbox, twin]) {
      assert.equal(await providerOf(service, path), 'mtn-backup');
    }
    await switchProviders(sandbox.database, ['mtn-backup'], 'off');
    for (const service of [sandbox, twin]) {
      const answer = await service.call('POST', path, { json: paymentBody(MTN) });
      assert.equal(answer.status, 503);
    }
    await switchProviders(sandbox.database, ['mtn-momo', 'mtn-backup'], 'on');
    await sandbox.payments.catalogue.now();
    await twin.payments.catalogue.now();
  }
});

test('a channel that was switched off takes nothing more either', async () => {
  for (const service of [sandbox, twin]) await create(service, DEPOSITS, MTN);
  const text = `update channels set enabled = $1 where id = 'mtn-momo-sandbox'`;
  await sandbox.database.query({ text, values: [false] });
  assert.equal(await providerOf(twin, DEPOSITS), 'mtn-backup');
  await sandbox.database.query({ text, values: [true] });
});

test('switching a provider off waits for the requests on their way', async () => {
  const countOf = async (provider = 'mtn-momo') => {
    const [row] = await sandbox.database.query<{ readonly count: number }>({
      text: 'select count(*) from transactions where provider_id = $1',
      values: [provider],
    });
    return row?.count ?? 0;
  };
  // A busy machine may answer some of them with 503, which does not matter here.
  const ask = (service: TestService) => service.call('POST', DEPOSITS, { json: paymentBody(MTN) });
  for (let round = 0; round < 5; round += 1) {
    const before = await countOf();
    let isOver = false;
    const load = inParallel(16, 16, async (index) => {
      const service = index % 2 === 0 ? sandbox : twin;
      while (!isOver) await ask(service);
    });
    while ((await countOf()) === before);
    await switchProviders(sandbox.database, ['mtn-momo'], 'off');
    const atAnswer = await countOf();
    await inParallel(16, 16, async () => {
      await ask(twin);
    });
    isOver = true;
    await load;
    assert.equal(await countOf(), atAnswer);
    assert.ok((await countOf('mtn-backup')) > 0, 'the others went to the backup');
    await switchProviders(sandbox.database, ['mtn-momo'], 'on');
    for (const { payments } of [sandbox, twin]) await payments.catalogue.now();
  }
});

test('an approved payout goes to no provider that was switched off meanwhile', async () => {
  const live = await startLiveService({}, { freshMs: 1_000 });
  const primary = await startMtn();
  const backup = await startMtn();
  await addMtn(live.database, primary, { id: 'mtn-main' });
  await addMtn(live.database, backup, { id: 'mtn-spare', isPrimary: false });
  await createApproved(live);
  await live.takeSteps();
  assert.equal(primary.ledger.payments().length, 1);

  const id = await createApproved(live, { msisdn: '+237670000777' });
  await live.payments.catalogue.now();
  await switchProviders(live.database, ['mtn-main'], 'off');
  await live.takeSteps();
  await operatorsDecided(primary, backup);
  await settleAll(live, 1);
  assert.equal(primary.ledger.payments().length, 1);
  assert.equal((await read(live, id))['provider'], 'mtn-spare');
  assert.equal((await read(live, id))['state'], 'succeeded');

  const waiting = await createApproved(live, { msisdn: '+237670000778' });
  await live.payments.catalogue.now();
  await switchProviders(live.database, ['mtn-spare'], 'off');
  await live.takeSteps();
  assert.equal((await read(live, waiting))['state'], 'approved');
  assert.equal(backup.ledger.payments().length, 1);
});
