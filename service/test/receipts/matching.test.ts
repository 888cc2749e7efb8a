import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import type { Answer } from '../support/call.ts';
import { startTwin } from '../support/harness.ts';
import { passTime, startLiveService } from '../support/providers/live.ts';
import {
  addGateway,
  addLines,
  createOrangeLine,
  nextOrangeId,
  orangeText,
  receiptsOf,
  tell,
} from '../support/receipts/sms.ts';
import {
  create,
  DEPOSITS,
  historyOf,
  type Json,
  read,
  shiftClock,
} from '../support/transactions/payments.ts';

const LINE = '+237699000001';
const SECOND_LINE = '+237699000002';
const service = await startLiveService();
const { database } = service;
await addLines(database, 'orange', [LINE, SECOND_LINE]);
await addGateway(database, {
  sims: {
    'sim-1': { operator: 'orange', line: LINE },
    'sim-2': { operator: 'orange', line: SECOND_LINE },
  },
});
const line = createOrangeLine(LINE);
const secondLine = createOrangeLine(SECOND_LINE);

let numbers = 0;
function player() {
  numbers += 1;
  return `+23769${String(numbers).padStart(7, '0')}`;
}

/** A deposit on the first line: the other one is switched off meanwhile. */
async function deposit(msisdn: string, changes: Json = {}) {
  const created = await create(service, DEPOSITS, {
    operator: 'orange',
    msisdn,
    callback_url: 'https://example.com/hook',
    ...changes,
  });
  assert.equal(created['collection_mode'], 'customer_initiated');
  await database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [created.service_tx_id, LINE],
  });
  return created.service_tx_id;
}

async function stateOf(id: string) {
  return (await read(service, id))['state'];
}

async function eventsOf(id: string) {
  const rows = await database.query<{ event: string }>({
    text: 'select event from webhooks where transaction_id = $1 order by position',
    values: [id],
  });
  return rows.map(({ event }) => event);
}

// The operator's clock, in the texts, is not the one that tests shift.
afterEach(() => shiftClock(database, 0));

test('a payment with the right number, line and amount completes the deposit', async () => {
  const msisdn = player();
  const id = await deposit(msisdn);
  const answer = await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(answer.status, 200, answer.text);
  const transaction = await read(service, id);
  assert.equal(
    transaction['state'],
    'succeeded',
    JSON.stringify(await receiptsOf(database, msisdn)),
  );
  assert.match(String(transaction['provider_tx_id']), /^PP/);
  assert.deepEqual(await eventsOf(id), ['payment.succeeded']);
  assert.deepEqual(
    (await receiptsOf(database, msisdn)).map(({ state, score }) => [state, score]),
    [['used', 100]],
  );
});

test('the same text again, from any gateway name, credits nothing more', async () => {
  const msisdn = player();
  const first = await deposit(msisdn);
  const text = line.pay({ payer: msisdn, amount: 500 });
  await tell(service, { text });
  const second = await deposit(msisdn);
  for (let copy = 0; copy < 3; copy += 1) {
    assert.equal((await tell(service, { text })).status, 200);
    assert.equal((await tell(service, { text: `${text} ` })).status, 200);
  }
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['succeeded', 'pending']);
  assert.equal((await receiptsOf(database, msisdn)).length, 1);
});

test('of several open deposits the oldest is completed', async () => {
  const msisdn = player();
  const playerId = randomUUID();
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push(await deposit(msisdn, { player_id: playerId }));
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.deepEqual(await Promise.all(ids.map(stateOf)), ['succeeded', 'pending', 'pending']);
});

const HELD: readonly (readonly [name: string, send: (msisdn: string) => Promise<unknown>])[] = [
  ['one franc more', (msisdn) => tell(service, { text: line.pay({ payer: msisdn, amount: 501 }) })],
  ['one franc less', (msisdn) => tell(service, { text: line.pay({ payer: msisdn, amount: 499 }) })],
  [
    'another line',
    (msisdn) =>
      tell(service, { sim: 'sim-2', text: secondLine.pay({ payer: msisdn, amount: 500 }) }),
  ],
];

for (const [name, send] of HELD) {
  test(`a payment with ${name} is held with its reason and credits nothing`, async () => {
    const msisdn = player();
    const id = await deposit(msisdn);
    await send(msisdn);
    assert.equal(await stateOf(id), 'pending');
    const [receipt] = await receiptsOf(database, msisdn);
    assert.equal(receipt?.state, 'unmatched');
    assert.match(receipt?.reason ?? '', /amount|merchant number/);
  });
}

test('a payment of a number without a deposit is held', async () => {
  const msisdn = player();
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  const [receipt] = await receiptsOf(database, msisdn);
  assert.deepEqual([receipt?.state, receipt?.is_trusted], ['unmatched', true]);
});

test('only staff can distinguish deposits of two players for one number and amount', async () => {
  const msisdn = player();
  const ids = [await deposit(msisdn), await deposit(msisdn)];
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.deepEqual(await Promise.all(ids.map(stateOf)), ['pending', 'pending']);
  const [receipt] = await receiptsOf(database, msisdn);
  assert.match(receipt?.reason ?? '', /different players/);
});

test('a late payment within 24 hours succeeds after expired, in this order', async () => {
  const msisdn = player();
  const id = await deposit(msisdn);
  await passTime(database, 3_600_000);
  await expireDeposits({ database, onQueued: () => {} });
  assert.equal(await stateOf(id), 'expired');
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(await stateOf(id), 'succeeded');
  assert.deepEqual(await eventsOf(id), ['payment.expired', 'payment.succeeded']);
});

test('past the deadline but not expired yet, the payment still comes after expired', async () => {
  const msisdn = player();
  const id = await deposit(msisdn);
  await passTime(database, 601_000);
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.deepEqual(await eventsOf(id), ['payment.expired', 'payment.succeeded']);
  const triggers = (await historyOf(database, id)).map(({ trigger }) => trigger);
  assert.deepEqual(triggers, ['create', 'window_closed', 'matching_payment_received']);
});

test('a payment more than 24 hours after expiry is held and the deposit stays expired', async () => {
  const msisdn = player();
  const id = await deposit(msisdn);
  await passTime(database, 700_000);
  await expireDeposits({ database, onQueued: () => {} });
  await passTime(database, 24 * 3_600_000 + 1_000);
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(await stateOf(id), 'expired');
  assert.equal((await receiptsOf(database, msisdn))[0]?.state, 'unmatched');
});

test('the 24 hours are counted from the deadline, not from when it was noticed', async () => {
  const msisdn = player();
  const id = await deposit(msisdn);
  await passTime(database, 600_000 + 24 * 3_600_000 - 60_000);
  await expireDeposits({ database, onQueued: () => {} });
  await passTime(database, 120_000);
  await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) });
  assert.equal(await stateOf(id), 'expired');
});

test('copies at once on two processes, racing the expiry: one credit each', async () => {
  const twin = await startTwin(service);
  const late: string[] = [];
  const players = Array.from({ length: 25 }, player);
  const ids = await Promise.all(players.map((msisdn) => deposit(msisdn)));
  // The first deadline is past already, the others follow each other while the texts come in, and
  // the last is far away.
  await database.query({
    text: `update transactions set expires_at =
             case id when $2 then app_now() + interval '1 hour'
             else app_now() + (array_position($1::uuid[], id) - 2) * interval '10 ms' end
           where id = any($1::uuid[])`,
    values: [ids, ids.at(-1)],
  });
  const texts = players.map((msisdn) => line.pay({ payer: msisdn, amount: 500 }));
  const copies = texts.flatMap((text, index) =>
    Array.from({ length: 2 + (index % 4) }, (_, copy) =>
      sendUntilTaken(copy % 2 === 0 ? service : twin, text),
    ),
  );
  const expiring = Array.from({ length: 20 }, () =>
    expireDeposits({ database, onQueued: () => {} }),
  );
  const answers = await Promise.all(copies);
  await Promise.all(expiring);
  assert.ok(answers.every(({ status }) => status === 200));
  for (const [index, id] of ids.entries()) {
    const history = await historyOf(database, id);
    const succeeded = history.filter(({ to_state: to }) => to === 'succeeded');
    assert.equal(succeeded.length, 1, JSON.stringify(history));
    assert.equal((await receiptsOf(database, players[index] ?? '')).length, 1);
    const isLate = history.some(({ to_state: to }) => to === 'expired');
    const reported = isLate ? ['payment.expired', 'payment.succeeded'] : ['payment.succeeded'];
    assert.deepEqual(await eventsOf(id), reported);
    if (isLate) late.push(id);
  }
  assert.ok(late.includes(ids[0] ?? '') && !late.includes(ids.at(-1) ?? ''), `${late.length} late`);
});

/** As gateways do: a process that is too busy says so, and gets the text again. */
async function sendUntilTaken(to: Pick<typeof service, 'call'>, text: string): Promise<Answer> {
  const answer = await tell(to, { text });
  return answer.status === 503 ? sendUntilTaken(to, text) : answer;
}

test('money that left a line gives no receipt', async () => {
  const msisdn = player();
  const text = orangeText({
    payer: LINE.replace('+237', ''),
    payee: msisdn.replace('+237', ''),
    amount: 700,
    balance: '1.00',
    id: nextOrangeId(),
  });
  await tell(service, { sender: 'OrangeMoney', text });
  assert.deepEqual(await receiptsOf(database, msisdn), []);
  assert.deepEqual(await receiptsOf(database, LINE), []);
});
