import assert from 'node:assert/strict';
import { test } from 'node:test';
import { party, send, startMtn } from './mtn-client.ts';
import { startOrange } from './orange-client.ts';

const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
  send(
    url,
    'POST',
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(form).toString(),
  );

test('the page shows who is asked, the books, the float and the faults, and loads nothing', async (t) => {
  const mtn = await startMtn(t, { decide: 'manual', floatXaf: 123_456 });
  const orange = await startOrange(t, { decide: 'manual', floatXaf: 123_456 });
  await mtn.create('collection', party('collection', '237671234567'));
  await orange.pay('mp', { subscriberMsisdn: '691234567' });
  for (const [emulator, number] of [
    [mtn.emulator, '237671234567'],
    [orange.emulator, '691234567'],
  ] as const) {
    emulator.faults.add('*', { kind: 'no_funds' }, { times: 3 });
    const { status, text } = await send(`${emulator.url}/`, 'GET', {});
    assert.equal(status, 200);
    for (const part of [number, '123 456', 'Approve', 'Refuse', 'no_funds', '3 times']) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /(?:src|href)=|https?:/);
    assert.ok(!JSON.stringify(emulator.ledger.requests()).includes('/'));
  }
});

test('a name that is markup is shown as text', async (t) => {
  const { emulator, create } = await startMtn(t);
  await create('collection', { externalId: '<script>alert(1)</script>' });
  const { text } = await send(`${emulator.url}/`, 'GET', {});
  assert.ok(text.includes('&lt;script&gt;alert'));
  assert.ok(!text.includes('<script>alert'));
});

test('the buttons approve, refuse and expire, each payment once', async (t) => {
  const { emulator, create } = await startMtn(t, { decide: 'manual' });
  for (const [action, state] of [
    ['approve', 'succeeded'],
    ['refuse', 'refused'],
    ['expire', 'expired'],
  ] as const) {
    const { reference } = await create('collection');
    const url = `${emulator.url}/_emulator/${action}/${reference}`;
    assert.equal((await post(url)).status, 303);
    assert.equal(emulator.ledger.find(reference)?.state, state);
    assert.equal((await post(url)).status, 409);
  }
  assert.equal((await post(`${emulator.url}/_emulator/approve/unknown`)).status, 409);
});

test('the forms add and clear faults, set the float and change who decides', async (t) => {
  const { emulator } = await startMtn(t);
  const control = (name: string, form: Readonly<Record<string, string>>) =>
    post(`${emulator.url}/_emulator/${name}`, form).then(({ status }) => status);
  const accepted = [
    { operation: 'transfer', fault: 'reset after acceptance', times: '2', probability: '' },
    { operation: '*', fault: 'garbage: html', times: '', probability: '0.5' },
    { operation: '*', fault: 'callback lost' },
  ];
  for (const form of accepted) assert.equal(await control('faults', form), 303);
  assert.deepEqual(emulator.faults.list(), [
    {
      operation: 'transfer',
      fault: { kind: 'reset', when: 'after' },
      timesLeft: 2,
      probability: 1,
    },
    {
      operation: '*',
      fault: { kind: 'garbage', when: 'after', shape: 'html' },
      timesLeft: null,
      probability: 0.5,
    },
    { operation: 'callback of *', fault: { kind: 'lost' }, timesLeft: null, probability: 1 },
  ]);
  const refused = [
    { operation: 'nothing', fault: 'no funds' },
    { operation: '*', fault: 'nothing' },
    { operation: '*', fault: 'no funds', times: 'x' },
    { operation: '*', fault: 'no funds', probability: '2' },
  ];
  for (const form of refused) assert.equal(await control('faults', form), 400);
  assert.equal(await control('faults', { action: 'clear' }), 303);
  assert.deepEqual(emulator.faults.list(), []);
  assert.equal(await control('float', { direction: 'transfer', amount: '42' }), 303);
  assert.equal(await control('float', { direction: 'elsewhere', amount: '42' }), 400);
  assert.equal(emulator.ledger.float('transfer'), 42);
  assert.equal(await control('decide', { decide: 'manual' }), 303);
  assert.equal(emulator.settings.decide, 'manual');
  assert.equal(await control('nothing', {}), 404);
});

test('the books can be read as JSON by another process', async (t) => {
  const { emulator, create } = await startMtn(t);
  const { reference } = await create('disbursement', { externalId: 'W1' });
  await emulator.settled(reference);
  const { body } = await send(`${emulator.url}/_emulator/ledger`, 'GET', {});
  assert.partialDeepStrictEqual(body, {
    payments: [{ reference, state: 'succeeded', timesMoved: 1 }],
    moves: [{ externalId: 'W1', amount: 500 }],
    floats: { collection: 0, transfer: 999_500 },
    requests: { transfer: 1 },
    callbacks: [],
  });
});
