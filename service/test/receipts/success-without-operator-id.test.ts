import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addMtn, settleAll, startLiveService, startMtn } from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, receiptsOf, tell } from '../support/receipts/sms.ts';
import { create, DEPOSITS, historyOf, read } from '../support/transactions/payments.ts';

const MTN_LINE = '+237670009999';
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: MTN_LINE } });
const SIMS = { 'sim-1': { operator: 'mtn', line: MTN_LINE } } as const;
await addGateway(database, { sims: SIMS, opensWithXaf: 10_000 });
const till = createTill(service);

let balance = 10_000;

function sendTextOf(msisdn: string, id: string) {
  balance += 500;
  const text = mtnText({ payer: msisdn, amount: 500, balance, id });
  return tell(service, { sender: 'MobileMoney', text });
}

async function prompt(msisdn: string, player: string): Promise<string> {
  const order = { player_id: player, msisdn, operator: 'mtn' };
  return (await create(service, DEPOSITS, order)).service_tx_id;
}

/** The player confirms; the provider says so without the operator's id, which is returned. */
async function confirmWithoutOperatorId(id: string): Promise<string> {
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  operator.faults.add('collect_status', { kind: 'nameless' });
  operator.approve(row?.reference ?? '');
  await askNow();
  assert.deepEqual(await shown(id), ['succeeded', null]);
  return operator.ledger.find(row?.reference ?? '')?.details.financialTransactionId ?? '';
}

/** Makes the service ask the provider now. */
async function askNow(): Promise<void> {
  await database.query({
    text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
  });
  while ((await service.takeSteps()) > 0);
}

async function shown(id: string): Promise<readonly unknown[]> {
  const transaction = await read(service, id);
  return [transaction['state'], transaction['provider_tx_id']];
}

test('the late text of a success without an id completes no other prompt: staff decide', async () => {
  const [msisdn, player] = [till.player('mtn'), randomUUID()];
  const first = await prompt(msisdn, player);
  const paid = await confirmWithoutOperatorId(first);
  const second = await prompt(msisdn, player);
  await sendTextOf(msisdn, paid);
  assert.deepEqual(await shown(second), ['provider_acknowledged', null]);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.equal(receipt?.state, 'unmatched');
  assert.match(receipt.reason, new RegExp(`payment of deposit ${first}`));
});

test('the late text of a success without an id, alone, fills in its id', async () => {
  const msisdn = till.player('mtn');
  const id = await prompt(msisdn, randomUUID());
  const paid = await confirmWithoutOperatorId(id);
  const moves = (await historyOf(database, id)).length;
  await sendTextOf(msisdn, paid);
  assert.deepEqual(await shown(id), ['succeeded', paid]);
  assert.equal((await historyOf(database, id)).length, moves);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.equal(receipt?.state, 'used');
  await sendTextOf(msisdn, String(randomInt(10_000_000_000, 99_000_000_000)));
  const [, another] = await receiptsOf(database, msisdn);
  assert.match(another?.reason ?? '', /no deposit of this number/, 'one payment for one deposit');
});

test('a text that waited for the provider’s status is for staff when the status has no id', async () => {
  const [msisdn, player] = [till.player('mtn'), randomUUID()];
  const first = await prompt(msisdn, player);
  const second = await prompt(msisdn, player);
  await sendTextOf(msisdn, String(randomInt(10_000_000_000, 99_000_000_000)));
  const [held] = await receiptsOf(database, msisdn);
  assert.match(held?.reason ?? '', /Several payment requests/);
  await confirmWithoutOperatorId(first);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.match(receipt?.reason ?? '', new RegExp(`payment of deposit ${first}`));
  assert.deepEqual(await shown(second), ['provider_acknowledged', null]);
});

test('a provider that left out the id is asked for it, and a later answer fills it in', async () => {
  const msisdn = till.player('mtn');
  const id = await prompt(msisdn, randomUUID());
  const paid = await confirmWithoutOperatorId(id);
  await askNow();
  const countEvidence = async () => {
    const [row] = await database.query<{ readonly count: number }>({
      text: 'select count(*) as count from evidence where transaction_id = $1',
      values: [id],
    });
    return row?.count;
  };
  const evidence = await countEvidence();
  await askNow();
  assert.equal(await countEvidence(), evidence, 'the same answer again is no evidence');
  operator.faults.clear();
  await settleAll(service, 1);
  assert.deepEqual(await shown(id), ['succeeded', paid]);
});

test('a provider that never gives the id is asked for an hour', async () => {
  const id = await prompt(till.player('mtn'), randomUUID());
  await confirmWithoutOperatorId(id);
  await settleAll(service, 70);
  const [row] = await database.query<{ readonly next_step_at: Date | null }>({
    text: 'select next_step_at from submissions where transaction_id = $1',
    values: [id],
  });
  assert.equal(row?.next_step_at, null);
});
