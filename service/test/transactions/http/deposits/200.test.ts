import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  historyOf,
  MTN,
  ORANGE,
  paymentBody,
  read,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WINDOW_MS = 900_000;

test('an mtn deposit is merchant-initiated, pending and without instructions', async () => {
  const { service_tx_id, expires_at, ...rest } = await create(service, DEPOSITS, {
    reference: 'order-1',
    amount_xaf: 2500,
  });
  assert.match(service_tx_id, UUID);
  assert.deepEqual(rest, {
    reference: 'order-1',
    status: 'pending',
    amount_xaf: 2500,
    operator: 'mtn',
    collection_mode: 'merchant_initiated',
    instructions: null,
  });
  const { created_at } = await read(service, service_tx_id);
  assert.equal(Date.parse(String(expires_at)) - Date.parse(String(created_at)), WINDOW_MS);
});

test('an orange deposit is customer-initiated and says what to dial', async () => {
  const { instructions, expires_at, ...rest } = await create(service, DEPOSITS, {
    ...ORANGE,
    amount_xaf: 12_345,
    lang: 'en',
  });
  assert.equal(rest['status'], 'pending');
  assert.equal(rest['collection_mode'], 'customer_initiated');
  assert.match(String(expires_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const code = '*000*000000*12345#';
  const { steps, ...others } = instructions as { readonly steps: readonly { order: number }[] };
  assert.deepEqual(others, {
    ussd_string: code,
    dial_uri: 'tel:*000*000000*12345%23',
    copy_text: code,
    merchant: { display_name: 'SANDBOX MERCHANT' },
    illustration_url: null,
    illustration_alt: null,
    polling_interval_seconds: 5,
  });
  assert.deepEqual(
    steps.map(({ order }) => order),
    steps.map((_, index) => index + 1),
  );
});

test('the steps are French unless English is asked for, and warn of the sandbox code', async () => {
  const stepsFor = async (changes: object) => {
    const { instructions } = await create(service, DEPOSITS, { ...ORANGE, ...changes });
    return JSON.stringify(instructions);
  };
  assert.match(await stepsFor({}), /ne composez jamais/);
  assert.match(await stepsFor({ lang: 'fr' }), /ne composez jamais/);
  assert.match(await stepsFor({ lang: 'en' }), /never dial/);
});

test('every accepted form of a number is stored as E.164', async () => {
  const forms = [
    ['+237670000001', '+237670000001'],
    ['237670000001', '+237670000001'],
    ['670000001', '+237670000001'],
    ['+33612345678', '+33612345678'],
    ['+12025550123', '+12025550123'],
    ['+23480312345678', '+23480312345678'],
    ['+12345678', '+12345678'],
    ['+123456789012345', '+123456789012345'],
    // Fixed lines and free prefixes have no operator: they contradict nothing.
    ['222000000', '+237222000000'],
    ['640000000', '+237640000000'],
    ['+237620000000', '+237620000000'],
    ['+237600000000', '+237600000000'],
    ['100000000', '+237100000000'],
  ] as const;
  for (const [msisdn, stored] of forms) {
    const { service_tx_id } = await create(service, DEPOSITS, { msisdn });
    assert.equal((await read(service, service_tx_id))['msisdn'], stored, msisdn);
  }
});

test('every prefix of the table is accepted for its own operator', async () => {
  for (const [operator, prefixes] of Object.entries({
    mtn: [...rangeOf(670, 679), ...rangeOf(680, 689), ...rangeOf(650, 654)],
    orange: [...rangeOf(690, 699), ...rangeOf(655, 659)],
  })) {
    for (const prefix of prefixes) {
      await create(service, DEPOSITS, { operator, msisdn: `+237${prefix}000000` });
    }
  }
});

test('a player id in any spelling is one player', async () => {
  const player = randomUUID();
  const spellings = [player, player.toUpperCase(), player.replaceAll('-', '')];
  const reference = 'one player';
  const ids = new Set<string>();
  for (const player_id of spellings) {
    ids.add((await create(service, DEPOSITS, { player_id, reference })).service_tx_id);
  }
  assert.equal(ids.size, 1);
});

test('amounts go up to the largest exact number, however they are written', async () => {
  const amounts = { '100': 100, '100.0': 100, '1e2': 100, '9007199254740991': 9007199254740991 };
  for (const [written, amount] of Object.entries(amounts)) {
    const text = JSON.stringify(paymentBody({ ...ORANGE, amount_xaf: '?' })).replace(
      '"?"',
      written,
    );
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call('POST', DEPOSITS, { body: text, headers });
    const { amount_xaf, service_tx_id, instructions } = bodyOf(answer);
    assert.equal(amount_xaf, amount, written);
    assert.match(JSON.stringify(instructions), new RegExp(`\\*${amount}#`));
    assert.equal((await read(service, String(service_tx_id)))['amount_minor'], amount);
  }
});

test('a reference is up to 128 characters of any script', async () => {
  for (const reference of ['x', 'é'.repeat(128), '😀'.repeat(128), ' ', "'; --", '\u{1F1E8}\n']) {
    const created = await create(service, DEPOSITS, { reference });
    assert.equal(created['reference'], reference);
    assert.equal((await read(service, created.service_tx_id))['idempotency_key'], reference);
  }
});

test('unknown members are ignored, and the last of two equal ones counts', async () => {
  const valid = JSON.stringify(paymentBody({ amount_xaf: 700 })).slice(1, -1);
  const dangerous = '"__proto__":{"operator":"x"},"constructor":{"prototype":1}';
  const text = `{"amount_xaf":1,${dangerous},"more":[{}],${valid}}`;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const answer = await service.call('POST', DEPOSITS, { body: text, headers });
  assert.equal(bodyOf(answer)['amount_xaf'], 700, answer.text);
  assert.equal(bodyOf(answer)['operator'], 'mtn');
});

test('white space in a callback_url is taken out before it is stored', async () => {
  for (const [sent, stored] of [
    [' http://localhost:9/hook\t', 'http://localhost:9/hook'],
    ['ht\ntp://localhost:9/a b', 'http://localhost:9/a%20b'],
  ] as const) {
    const { service_tx_id } = await create(service, DEPOSITS, { callback_url: sent });
    const [row] = await database.query<{ callback_url: string | null }>({
      text: 'select callback_url from transactions where id = $1',
      values: [service_tx_id],
    });
    assert.equal(row?.callback_url, stored);
  }
});

test('optional members may be left out or, for callback_url, null', async () => {
  for (const callback_url of [null, 'http://localhost:9/hook', 'https://example.com/a?b=c#d']) {
    const { service_tx_id } = await create(service, DEPOSITS, { callback_url });
    const [row] = await database.query<{ callback_url: string | null }>({
      text: 'select callback_url from transactions where id = $1',
      values: [service_tx_id],
    });
    assert.equal(row?.callback_url, callback_url);
  }
});

test('every kind of JSON content type is accepted', async () => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON;charset=UTF-8',
    'application/a.b+json',
  ]) {
    const body = JSON.stringify(paymentBody());
    const answer = await service.call('POST', DEPOSITS, {
      body,
      headers: { 'content-type': type },
    });
    assert.equal(answer.status, 200, type);
  }
});

test('a new deposit has one line of history', async () => {
  for (const operator of [MTN, ORANGE]) {
    const { service_tx_id } = await create(service, DEPOSITS, operator);
    assert.deepEqual(await historyOf(database, service_tx_id), [
      { seq: 1, from_state: null, to_state: 'pending', trigger: 'create', actor: 'api' },
    ]);
  }
});

function rangeOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
