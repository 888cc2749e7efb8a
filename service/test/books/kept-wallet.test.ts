import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import {
  addMtn,
  createApproved,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, tell } from '../support/receipts/sms.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';

// A provider request keeps the wallet that it was sent with.

const [OLD, NEW] = ['+237670009991', '+237670009992'];
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: OLD } });
await database.query({ text: `update providers set payout_wallet = 'disbursement'` });
await addGateway(database, {
  sims: { 'sim-1': { operator: 'mtn', line: OLD } },
  opensWithXaf: 10_000,
});
const till = createTill(service);
const APPLICATION = `application ${DEFAULT_APPLICATION_ID}`;

async function useNumber(merchantNumber: string): Promise<void> {
  await database.query({
    text: 'update channels set merchant_number = $1',
    values: [merchantNumber],
  });
}

/** The operator moves the money; returns its id of the payment. */
async function confirm(id: string): Promise<string> {
  const [row] = await database.query<{ readonly reference: string }>({
    text: 'select reference from submissions where transaction_id = $1',
    values: [id],
  });
  operator.approve(row?.reference ?? '');
  return operator.ledger.find(row?.reference ?? '')?.details.financialTransactionId ?? '';
}

async function prompt() {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn' };
  const { service_tx_id: id } = await create(service, DEPOSITS, order);
  return { id, msisdn };
}

test('the text of the old line still completes the prompt that named it', async () => {
  const { id, msisdn } = await prompt();
  await useNumber(NEW);
  const paid = await confirm(id);
  const text = mtnText({ payer: msisdn, amount: 500, balance: 10_500, id: paid });
  await tell(service, { sender: 'MobileMoney', text });
  assert.equal((await read(service, id))['provider_tx_id'], paid);
  await useNumber(OLD);
});

test('a new merchant number moves no payout and no prompt that is under way', async () => {
  const payout = await createApproved(service, { msisdn: till.player('mtn') });
  await service.takeSteps();
  const { id: deposit } = await prompt();
  await useNumber(NEW);
  const changes = {
    [`wallet mtn:${OLD}:disbursement`]: -500,
    'payouts_under_way ': 500,
    [`wallet mtn:${OLD}`]: 500,
    [APPLICATION]: -500,
  };
  await assertBooksChange(database, changes, async () => {
    await confirm(payout);
    await confirm(deposit);
    await settleAll(service);
  });
  assert.equal((await read(service, payout))['state'], 'succeeded');
  assert.equal((await read(service, deposit))['state'], 'succeeded');
});

test('what is sent after that goes with the new number', async () => {
  const { id } = await prompt();
  await assertBooksChange(
    database,
    { [`wallet mtn:${NEW}`]: 500, [APPLICATION]: -500 },
    async () => {
      await confirm(id);
      await settleAll(service);
    },
  );
});
