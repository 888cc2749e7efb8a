import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { FACTS_OF } from '../../src/domain/operators/operator.ts';
import {
  addMtn,
  addOrange,
  giveGoodPast,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../support/providers/live.ts';
import { createTill, mtnText } from '../support/providers/till.ts';
import { addGateway, openLine, receiptsOf, tell } from '../support/receipts/sms.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

// Prompts at providers whose wallets are also our lines: texts report the same payments.

const ORANGE_LINE = '+237690000001';
const MTN_LINE = '+237670009999';
const SPARE_LINE = '+237670008888';
const service = await startLiveService();
const { database } = service;
const orange = await startOrange({ decide: 'manual' });
const mtn = await startMtn({ decide: 'manual' });
const spare = await startMtn({ decide: 'manual' });
await addOrange(database, orange, { id: 'orange-main' });
await addMtn(database, mtn, { id: 'mtn-main', channel: { merchantNumber: MTN_LINE } });
await addMtn(database, spare, {
  id: 'mtn-spare',
  isPrimary: false,
  channel: { merchantNumber: SPARE_LINE },
});
await giveGoodPast(database, ['orange-main', 'mtn-main', 'mtn-spare']);
await addGateway(database, {
  sims: {
    'sim-1': { operator: 'orange', line: ORANGE_LINE },
    'sim-2': { operator: 'mtn', line: MTN_LINE },
    'sim-3': { operator: 'mtn', line: SPARE_LINE },
  },
  opensWithXaf: null,
});
for (const line of [ORANGE_LINE, MTN_LINE, SPARE_LINE]) await openLine(database, line, 10_000);
const till = createTill(service);
const balances = new Map<string, number>();

/** The balance of the line after one more payment of 500. */
function grown(line: string): number {
  const balance = (balances.get(line) ?? 10_000) + 500;
  balances.set(line, balance);
  return balance;
}

function sendOrange(payer: string, id: string) {
  const text = FACTS_OF.orange.texts.write.received({
    number: payer.slice(4),
    name: 'ABEGA SOLANGE',
    line: ORANGE_LINE,
    amountXaf: 500,
    balanceXaf: grown(ORANGE_LINE),
    id,
    at: new Date(),
  });
  return tell(service, { text });
}

function sendMtn(payer: string, id: string, sim: 'sim-2' | 'sim-3' = 'sim-2') {
  const line = sim === 'sim-2' ? MTN_LINE : SPARE_LINE;
  const text = mtnText({ payer, amount: 500, balance: grown(line), id });
  return tell(service, { sim, sender: 'MobileMoney', text });
}

/** Of Orange; the number of the merchant is among those of the till. */
function player(): string {
  const number = till.player('orange');
  return number === ORANGE_LINE ? till.player('orange') : number;
}

const someId = () => String(randomInt(10_000_000_000, 99_000_000_000));

async function shown(id: string): Promise<readonly unknown[]> {
  const { state, provider_tx_id } = await read(service, id);
  return [state, provider_tx_id];
}

/** A prompt of Orange, which names the payment before the player has confirmed it. */
async function namedPrompt(msisdn: string) {
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, operator: 'orange' });
  const [state, name] = await shown(id);
  assert.equal(state, 'provider_acknowledged');
  assert.match(String(name), /^MP/);
  return { id, name: String(name) };
}

test('the text of a payment that Orange named beforehand completes its prompt', async () => {
  const msisdn = player();
  const { id, name } = await namedPrompt(msisdn);
  await sendOrange(msisdn, name);
  assert.deepEqual(await shown(id), ['succeeded', name]);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.deepEqual(receipt?.state, 'used');
});

test('a text with the id of another player’s prompt is for a person', async () => {
  const [msisdn, other] = [player(), player()];
  const { id, name } = await namedPrompt(msisdn);
  await sendOrange(other, name);
  assert.deepEqual(await shown(id), ['provider_acknowledged', name]);
  const [receipt] = await receiptsOf(database, other);
  assert.equal(receipt?.state, 'unmatched');
  assert.match(receipt.reason, new RegExp(`gave its id to deposit ${id}`));
});

test('a player who pays by hand and confirms the prompt as well is a contradiction, once', async () => {
  const msisdn = till.player('mtn');
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, operator: 'mtn' });
  const byHand = someId();
  await sendMtn(msisdn, byHand);
  assert.deepEqual(await shown(id), ['succeeded', byHand]);
  const prompt = mtn.ledger.payments().find((one) => msisdn.endsWith(one.msisdn));
  assert.ok(prompt);
  mtn.approve(prompt.reference);
  await settleAll(service, 2);
  assert.deepEqual(await shown(id), ['succeeded', byHand]);
  const wanted = { isOpen: true, transactionId: id, after: null, limit: 10 };
  const messages = (await listContradictions(database, wanted)).map(({ remark }) => remark);
  const operator_tx_id = prompt.details.financialTransactionId;
  assert.deepEqual(messages, [{ code: 'paid_with_another', params: { operator_tx_id } }]);
});

test('a prompt that the backup sends is paid into the wallet of the backup', async () => {
  await mtn.goOffline();
  const msisdn = till.player('mtn');
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, operator: 'mtn' });
  await mtn.goOnline();
  assert.equal((await read(service, id))['provider'], 'mtn-spare');
  const prompt = spare.ledger.payments().find((one) => msisdn.endsWith(one.msisdn));
  assert.ok(prompt);
  spare.approve(prompt.reference);
  await settleAll(service, 1);
  assert.equal((await shown(id))[0], 'succeeded');
  const [booked] = await database.query<{ readonly wallet: string }>({
    text: `select d.name as wallet from book_entries e join book_accounts d on d.id = e.debit
           where e.rule = 'payment_in' order by e.booked_at desc limit 1`,
  });
  assert.equal(booked?.wallet, `wallet mtn:${SPARE_LINE}`);
});

test('the text about a prompt that the backup sent completes it', async () => {
  await mtn.goOffline();
  const msisdn = till.player('mtn');
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, operator: 'mtn' });
  await mtn.goOnline();
  const paid = someId();
  await sendMtn(msisdn, paid, 'sim-3');
  assert.deepEqual(await shown(id), ['succeeded', paid]);
});

test('an expiry of a request that may still be on its way fails no deposit', async () => {
  // The answer is lost, and Orange does not know the payment yet.
  orange.faults.add('pay', { kind: 'reset', when: 'before' }, { times: 1 });
  const msisdn = player();
  const { service_tx_id: id } = await create(service, DEPOSITS, { msisdn, operator: 'orange' });
  assert.equal((await shown(id))[0], 'pending');
  await passTime(database, 3_000);
  await service.takeSteps();
  assert.equal((await shown(id))[0], 'pending');
});

test('the books and all the rest hold after all this', async () => {
  await assertAllHolds(service, { isStopped: false });
});
