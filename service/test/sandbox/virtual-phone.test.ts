import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID, insertApplication } from '../../src/db/access/access.ts';
import { issuePhoneLink, readPhoneLink } from '../../src/flows/sandbox/phone-link.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { addPerson, signedIn } from '../support/access/staff.ts';
import { startTestService } from '../support/harness.ts';
import { addGateway } from '../support/receipts/sms.ts';
import { create, DEPOSITS, MTN, ORANGE, read } from '../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

async function openPhone(msisdn: string): Promise<string> {
  const answer = await service.call('POST', '/api/v1/sandbox/phones', { json: { msisdn } });
  assert.equal(answer.status, 200, answer.text);
  return new URL((answer.json as { readonly url: string }).url).pathname;
}

const look = async (phone: string) => (await service.call('GET', phone)).text;

async function press(phone: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await service.call('POST', phone, {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(answer.status, 303, answer.text);
  return answer.headers.get('location') ?? '';
}

/** Each test has a number of its own. */
let last = 0;
function nextNumber(operator: { readonly msisdn: string }): string {
  last += 1;
  return `${operator.msisdn.slice(0, -3)}${String(last).padStart(3, '0')}`;
}

test('a prompt is confirmed with any PIN, and the operator’s SMS succeeds the deposit', async () => {
  const msisdn = nextNumber(MTN);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, msisdn });
  const phone = await openPhone(msisdn);
  assert.match(await look(phone), /asks for <b>500 FCFA/);
  assert.match(await press(phone, { prompt: id, answer: 'confirm', pin: 'abc' }), /no_pin/);
  assert.equal((await read(service, id))['state'], 'pending');
  assert.match(await press(phone, { prompt: id, answer: 'confirm', pin: '48151' }), /paid/);
  const { state, provider_tx_id: txId } = await read(service, id);
  assert.equal(state, 'succeeded');
  assert.match(String(txId), /^18\d{9}$/, 'the id is that of the SMS');
  const [sms] = await database.query<{ readonly state: string; readonly body: string }>({
    text: `select state, body from sms_messages where gateway_id = 'sandbox-phone'`,
  });
  assert.equal(sms?.state, 'receipt');
  assert.match(await look(phone), new RegExp(`Paiement de 500 FCFA effectue. .*${String(txId)}`));
  assert.match(await press(phone, { prompt: id, answer: 'confirm', pin: '48151' }), /too_late/);
  assert.ok(!service.logLines.join('').includes('48151'), 'no PIN is kept');
});

test('an agent opens the phone of a player from the console, and lets time pass', async () => {
  const agent = await signedIn(service, await addPerson(database, 'agent'));
  const msisdn = nextNumber(MTN);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, msisdn });
  const opened = await agent.call('POST', '/internal/v1/sandbox/phones', { json: { msisdn } });
  assert.equal(opened.status, 200, opened.text);
  const phone = new URL((opened.json as { readonly url: string }).url).pathname;
  assert.match(await look(phone), /asks for <b>500 FCFA/);

  const advance = (seconds: number) =>
    agent.call('POST', '/internal/v1/sandbox/clock/advance', { json: { seconds } });
  assert.deepEqual((await advance(900)).json, { seconds: 900, transactions: 1 });
  assert.equal((await advance(604_801)).status, 422, 'at most a week');
  await expireDeposits({ database, onQueued: () => {} });
  assert.equal((await read(service, id))['state'], 'expired');
});

test('a prompt that is refused fails the deposit, as the provider’s status would', async () => {
  const msisdn = nextNumber(MTN);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, msisdn });
  const phone = await openPhone(msisdn);
  assert.match(await press(phone, { prompt: id, answer: 'refuse' }), /refused/);
  assert.equal((await read(service, id))['state'], 'failed');
});

test('the code of a deposit is dialled, and only its amount pays it', async () => {
  const msisdn = nextNumber(ORANGE);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
  const phone = await openPhone(msisdn);
  const [, code = ''] = /Dial (\*000\*[^<]*)</.exec(await look(phone)) ?? [];
  assert.match(await look(`${phone}?dial=${encodeURIComponent(code)}`), /Pay <b>500 FCFA/);
  assert.match(await look(`${phone}?dial=123`), /does not know this code/);
  const other = code.replace('500', '499');
  assert.match(await press(phone, { code: other, answer: 'confirm', pin: '0000' }), /paid/);
  assert.equal((await read(service, id))['state'], 'pending', 'that payment waits for staff');
  assert.match(await press(phone, { code, answer: 'confirm', pin: '0000' }), /paid/);
  assert.equal((await read(service, id))['state'], 'succeeded');
});

test('a phone shows nothing of other numbers, and an invented link does not open', async () => {
  const msisdn = nextNumber(MTN);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...MTN, msisdn });
  const other = await openPhone(nextNumber(MTN));
  assert.match(await look(other), /Nobody asks for money/);
  assert.match(await press(other, { prompt: id, answer: 'refuse' }), /too_late/);
  const own = await openPhone(msisdn);
  const [words = '', signature = ''] = own.split('/').at(-1)?.split('.') ?? [];
  const forged = Buffer.from(
    Buffer.from(words, 'base64url')
      .toString()
      .replace(/\d{3} /, '999 '),
  ).toString('base64url');
  for (const token of [
    `${forged}.${signature}`,
    words,
    `${words}.`,
    `${words}.${'0'.repeat(64)}`,
  ]) {
    assert.equal((await service.call('GET', `/sandbox/phones/${token}`)).status, 404, token);
  }
});

test('a phone is of one application, and for half an hour', async () => {
  const msisdn = nextNumber(MTN);
  await create(service, DEPOSITS, { ...MTN, msisdn });
  const { vault } = service.payments;
  const at = new Date();
  const issue = (applicationId: string) =>
    issuePhoneLink({ database, vault }, { applicationId, msisdn }, at);
  const other = await issue(randomUUID());
  assert.match(await look(`/sandbox/phones/${other.token}`), /Nobody asks for money/);
  const { token } = await issue(DEFAULT_APPLICATION_ID);
  const readAfter = (ms: number) =>
    readPhoneLink({ database, vault }, token, new Date(at.getTime() + ms));
  assert.equal((await readAfter(29 * 60_000))?.msisdn, msisdn);
  assert.equal(await readAfter(30 * 60_000), null);
});

test('a phone pays no deposit of another application', async () => {
  const msisdn = nextNumber(ORANGE);
  await create(service, DEPOSITS, { ...ORANGE, msisdn });
  const { service_tx_id: foreign } = await create(service, DEPOSITS, {
    ...ORANGE,
    msisdn,
    amount_xaf: 700,
  });
  const { id } = await insertApplication(database, {
    id: randomUUID(),
    name: 'another',
  });
  await database.query({
    text: 'update transactions set application_id = $2 where id = $1',
    values: [foreign, id],
  });
  const phone = await openPhone(msisdn);
  const [, code = ''] = /Dial (\*000\*[^<]*500#)</.exec(await look(phone)) ?? [];
  const dialled = { code: code.replace('500', '700'), answer: 'confirm', pin: '0000' };
  assert.match(await press(phone, dialled), /paid/);
  const [deposit] = await database.query<{ readonly state: string }>({
    text: 'select state from transactions where id = $1',
    values: [foreign],
  });
  assert.equal(deposit?.state, 'pending');
});

test('a phone leaves the line of another gateway as it is', async () => {
  const msisdn = nextNumber(ORANGE);
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
  const phone = await openPhone(msisdn);
  const [, code = ''] = /Dial (\*000\*[^<]*)</.exec(await look(phone)) ?? [];
  const line = '777777';
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line } } });
  const dialled = { code: code.replace(/\d{6}/, line), answer: 'confirm', pin: '0000' };
  assert.match(await press(phone, dialled), /unknown_code/);
  const [kept] = await database.query<{ readonly balance_cents: number }>({
    text: 'select balance_cents from lines where line = $1 and tells_balances',
    values: [line],
  });
  assert.equal(kept?.balance_cents, 5_000_025);
  assert.equal((await read(service, id))['state'], 'pending');
});

test('a value that is given twice is read once', async () => {
  const phone = await openPhone(nextNumber(MTN));
  const { status } = await service.call('GET', `${phone}?dial=a&dial=b&notice=paid&notice=x`);
  assert.equal(status, 200);
});
