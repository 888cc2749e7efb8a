import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addPerson, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import { addGateway, createOrangeLine, tell } from '../../support/receipts/sms.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  ORANGE,
} from '../../support/transactions/payments.ts';

const LINE = '+237699000001';
const PAYER = '+237690000041';
const service = await startTestService();
const { database } = service;
const staff = await signedIn(service, await addPerson(database, 'admin'));
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);

async function receiptOf(payer: string, state = 'unmatched'): Promise<Json> {
  const answer = await staff.call('GET', `/internal/v1/receipts?state=${state}`);
  const items = bodyOf(answer)['items'] as readonly Json[];
  const found = items.find((item) => item['payer_msisdn'] === payer);
  assert.ok(found, answer.text);
  return found;
}

function dismiss(id: unknown, reason = 'Support has returned it.') {
  const json = { was: 'unknown', reason };
  return staff.call('POST', `/internal/v1/receipts/${String(id)}/dismiss`, { json });
}

async function stateOf(id: string): Promise<string | undefined> {
  const [row] = await database.query<{ readonly state: string }>({
    text: 'select state from receipts where id = $1',
    values: [id],
  });
  return row?.state;
}

test('a payment of a true text comes with its payer’s name, the text and no doubt that holds it back', async () => {
  const text = line.pay({ payer: PAYER, amount: 900 });
  assert.equal((await tell(service, { text })).status, 200);
  const receipt = await receiptOf(PAYER);
  assert.equal(receipt['sms_text'], text);
  assert.equal(receipt['payer_name'], 'ABEGA SOLANGE');
  assert.deepEqual([receipt['is_trusted'], receipt['waits_for_line']], [true, false]);
  assert.ok(Number(receipt['score']) >= 90, String(receipt['score']));
  const operatorTime = Date.parse(String(receipt['operator_time']));
  assert.ok(Math.abs(Date.now() - operatorTime) < 600_000, String(receipt['operator_time']));
});

test('a payment whose line does not add up says so, and what is dismissed waits no more', async () => {
  const payer = '+237690000042';
  line.takeSilently(3_000);
  await tell(service, { text: line.pay({ payer, amount: 800 }) });
  const receipt = await receiptOf(payer);
  assert.deepEqual([receipt['is_trusted'], receipt['waits_for_line']], [false, true]);
  assert.match(
    JSON.stringify(receipt['doubts']),
    /assumes a balance of 47.900.FCFA; the line had 50.900.FCFA/,
  );
  assert.equal((await dismiss(receipt['id'])).status, 200);
  assert.equal((await receiptOf(payer, 'dismissed'))['waits_for_line'], false);
  const trust = (balance: unknown) =>
    staff.call('POST', `/internal/v1/lines/${LINE}/balance`, {
      json: { balance_cents: balance, reason: 'Money was taken to the bank.' },
    });
  await tell(service, { text: line.pay({ payer: '+237690000048', amount: 100 }) });
  assert.equal((await trust(undefined)).status, 422);
  assert.equal((await trust(48_800.25)).status, 422);
  const trusted = bodyOf(await trust(4_880_025));
  assert.deepEqual([trusted['credited'], trusted['held'], trusted['left']], [0, 1, 0]);
  assert.match(
    JSON.stringify(trusted['gap']),
    /2.200.FCFA probably left/,
    'its text counts no more',
  );
});

test('a payment without a text has none', async () => {
  const payer = '+237690000043';
  await insertReceipt(database, { payer, amountXaf: 450 });
  const receipt = await receiptOf(payer);
  assert.deepEqual(
    [receipt['sms_text'], receipt['payer_name'], receipt['operator_time'], receipt['doubts']],
    [null, null, null, []],
  );
});

test('a deposit on the same line, spelled otherwise, is not called another line', async () => {
  const payer = '+237690000044';
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer });
  await database.query({
    text: 'update transactions set line = $2 where id = $1',
    values: [id, '699 000 001'],
  });
  await tell(service, { text: line.pay({ payer, amount: 450 }) });
  const { candidates } = (await receiptOf(payer)) as {
    candidates?: { differences: { text: string }[] }[];
  };
  const [candidate] = candidates ?? [];
  assert.deepEqual(candidate?.differences, [
    {
      code: 'too_little',
      params: { amount_xaf: 50 },
      text: 'It is 50\u00a0FCFA too little.',
    },
  ]);
});

test('a payment is dismissed once, with one line in the audit log that says why', async () => {
  const id = await insertReceipt(database, { payer: '+237690000045', amountXaf: 450 });
  assert.deepEqual(bodyOf(await dismiss(id)), { done: true });
  assert.equal(await stateOf(id), 'dismissed');
  assert.equal((await dismiss(id)).status, 409);
  const lines = await database.query<{ readonly action: string; readonly reason: string }>({
    text: 'select action, reason from audit_log where subject = $1',
    values: [`receipt:${id}`],
  });
  assert.deepEqual(lines, [{ action: 'receipt.dismiss', reason: 'Support has returned it.' }]);
});

test('of two people who dismiss a payment at once, one is refused', async () => {
  const id = await insertReceipt(database, { payer: '+237690000046', amountXaf: 450 });
  const answers = await Promise.all([dismiss(id), dismiss(id)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
});

test('a used payment is not dismissed, and a dismissed one pays nothing', async () => {
  const payer = '+237690000047';
  const { service_tx_id: deposit } = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer });
  const used = await insertReceipt(database, { payer, amountXaf: 500 });
  const other = await insertReceipt(database, { payer, amountXaf: 500 });
  assert.equal((await dismiss(other)).status, 200);
  const complete = (receipt: string) =>
    staff.call('POST', `/internal/v1/deposits/${deposit}/complete`, {
      json: { receipt_ids: [receipt], reason: 'By hand.' },
    });
  assert.equal((await complete(other)).status, 409);
  assert.equal((await complete(used)).status, 200);
  assert.equal((await dismiss(used)).status, 409);
  assert.equal(await stateOf(used), 'used');
});

test('a payment that does not exist is a 404, and a dismissal without a reason a 422', async () => {
  assert.equal((await dismiss(randomUUID())).status, 404);
  assert.equal((await dismiss(randomUUID(), '')).status, 422);
});

test('a search finds held, used and dismissed payments by number and by operator id', async () => {
  const payer = '+237690000051';
  const held = await insertReceipt(database, { payer, amountXaf: 450 });
  const gone = await insertReceipt(database, { payer, amountXaf: 460 });
  await dismiss(gone);
  const found = async (q: string) => {
    const answer = await staff.call('POST', '/internal/v1/receipts/search', { json: { q } });
    const { items } = bodyOf(answer) as { items?: readonly Json[] };
    return new Set(items?.map(({ id }) => id));
  };
  assert.deepEqual(await found('6 90 00 00 51'), new Set([held, gone]));
  assert.deepEqual(await found(`PP-${held}`), new Set([held]));
  assert.deepEqual(await found('nothing like it'), new Set());
});

test('a payment is read by its id whatever became of it, with the deposit that it paid', async () => {
  const payer = '+237690000052';
  const one = async (id: string) => bodyOf(await staff.call('GET', `/internal/v1/receipts/${id}`));
  const { service_tx_id: deposit } = await create(service, DEPOSITS, { ...ORANGE, msisdn: payer });
  const used = await insertReceipt(database, { payer, amountXaf: 500 });
  const open = await one(used);
  assert.deepEqual([open['state'], open['used_for']], ['unmatched', null]);
  assert.equal((open['candidates'] as readonly unknown[]).length, 1);
  await staff.call('POST', `/internal/v1/deposits/${deposit}/complete`, {
    json: { receipt_ids: [used], reason: 'By hand.' },
  });
  const { state, used_for, candidates } = await one(used);
  assert.deepEqual([state, used_for, candidates], ['used', deposit, []]);
  const missing = await staff.call('GET', `/internal/v1/receipts/${randomUUID()}`);
  assert.equal(missing.status, 404);
});
