import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { MtnOptions } from '../../emulators/mtn/mtn-emulator.ts';
import { type Headers, PRODUCTS, party, startMtn } from './mtn-client.ts';

test('a payment is 202 and empty, then PENDING, then SUCCESSFUL, and moves the float', async (t) => {
  const { emulator, create, read } = await startMtn(t, { decide: 'manual', floatXaf: 2_000 });
  for (const product of PRODUCTS) {
    const { status, text, reference } = await create(product, { externalId: product });
    assert.deepEqual([status, text], [202, '']);
    const waiting = (await read(product, reference)).body;
    const expected = {
      amount: '500',
      currency: 'XAF',
      externalId: product,
      ...party(product, '237670000001'),
      payerMessage: 'Deposit 1',
      payeeNote: 'Note 1',
    };
    assert.deepEqual(waiting, { ...expected, status: 'PENDING' });
    assert.deepEqual(emulator.approve(reference), { kind: 'done' });
    const { financialTransactionId, ...done } = (await read(product, reference)).body;
    assert.match(String(financialTransactionId), /^\d+$/);
    assert.deepEqual(done, { ...expected, status: 'SUCCESSFUL' });
    assert.equal(emulator.ledger.timesMoved(product), 1);
  }
  const { ledger } = emulator;
  assert.deepEqual([ledger.float('collection'), ledger.float('transfer')], [500, 1_500]);
  assert.deepEqual(
    ledger.moves().map(({ direction, amount, msisdn }) => ({ direction, amount, msisdn })),
    [
      { direction: 'collection', amount: 500, msisdn: '237670000001' },
      { direction: 'transfer', amount: 500, msisdn: '237670000001' },
    ],
  );
  assert.deepEqual(ledger.requests(), {
    token: 2,
    collect: 1,
    collect_status: 2,
    transfer: 1,
    transfer_status: 2,
  });
});

test('a reference is used once per product, and an unknown one is 404', async (t) => {
  const { emulator, create, read } = await startMtn(t);
  const reference = randomUUID();
  for (const product of PRODUCTS) {
    assert.equal((await read(product, reference)).status, 404);
    const first = await create(product, {}, { 'x-reference-id': reference });
    const again = await create(product, {}, { 'x-reference-id': reference.toUpperCase() });
    assert.deepEqual([first.status, again.status], [202, 409]);
    assert.equal(again.body['code'], 'RESOURCE_ALREADY_EXIST');
    assert.equal((await read(product, 'no-uuid')).status, 400);
  }
  assert.equal(emulator.ledger.payments().length, 2);
});

const LONG = 'x'.repeat(161);
const REFUSED: readonly (readonly [string, object, Headers, number, MtnOptions?])[] = [
  ['a reference that is no UUID', {}, { 'x-reference-id': 'abc' }, 400],
  ['a UUID of version 7', {}, { 'x-reference-id': '0198c2a4-0000-7000-8000-000000000000' }, 400],
  ['an amount as a number', { amount: 500 }, {}, 400],
  ['an amount of zero', { amount: '0' }, {}, 400],
  ['an amount with a sign', { amount: '-5' }, {}, 400],
  ['no currency', { currency: null }, {}, 400],
  ['a foreign currency', { currency: 'EUR' }, {}, 500],
  ['a foreign currency', { currency: 'EUR' }, {}, 400, { wrongCurrencyStatus: 400 }],
  ['XAF where only EUR is known', {}, {}, 500, { eurOnly: true }],
  ['a plus in the number', party('collection', '+237670000001'), {}, 400],
  ['no MSISDN', party('collection', '237670000001', 'EMAIL'), {}, 400],
  ['no payer', { payer: null }, {}, 400],
  ['an external id as a number', { externalId: 5 }, {}, 400],
  ['an apostrophe', { payerMessage: "l'argent" }, {}, 400],
  ['special characters', { payeeNote: 'a&b' }, {}, 400],
  ['a long message', { payerMessage: LONG }, {}, 400],
  ['a callback that is no address', {}, { 'x-callback-url': 'here' }, 500],
];

test('what breaks a rule is refused, and nothing is on record', async (t) => {
  for (const [name, changes, headers, status, options = {}] of REFUSED) {
    const { emulator, create } = await startMtn(t, options);
    const reply = await create('collection', changes, headers);
    assert.equal(reply.status, status, name);
    assert.deepEqual(Object.keys(reply.body), ['code', 'message'], name);
    assert.equal(emulator.ledger.payments().length, 0, name);
  }
});

test('where only EUR is known, EUR is taken', async (t) => {
  const { create } = await startMtn(t, { eurOnly: true, targetEnvironment: 'sandbox' });
  assert.equal((await create('collection', { currency: 'EUR', amount: '1.50' })).status, 202);
});

test('a callback goes to the registered host only, where that is checked', async (t) => {
  const { emulator, create } = await startMtn(t, {
    decide: 'manual',
    checkCallbackHost: true,
    providerCallbackHost: 'hooks.example.com',
  });
  const cases = [
    ['https://hooks.example.com/a', 202],
    ['http://hooks.example.com/a', 500],
    ['https://elsewhere.example.com/a', 500],
    ['https://127.0.0.1/a', 500],
    ['https://[::1]/a', 500],
  ] as const;
  for (const [url, status] of cases) {
    const reply = await create('collection', {}, { 'x-callback-url': url });
    assert.equal(reply.status, status, url);
    if (status === 500) assert.equal(reply.body['code'], 'INVALID_CALLBACK_URL_HOST');
  }
  // Its sandbox takes no plain http either.
  emulator.settings.targetEnvironment = 'sandbox';
  const plain = await create('collection', {}, { 'x-callback-url': cases[1][0] });
  assert.equal(plain.body['code'], 'INVALID_CALLBACK_URL_HOST');
});

const ENDINGS = [
  ['450', 'INTERNAL_PROCESSING_ERROR', undefined],
  ['451', 'APPROVAL_REJECTED', 'APPROVAL_REJECTED'],
  ['452', 'EXPIRED', 'EXPIRED'],
  ['455', 'PAYER_NOT_FOUND', 'NOT_ENOUGH_FUNDS'],
  ['456', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PAYER_LIMIT_REACHED'],
  ['457', 'NOT_ALLOWED', 'PAYEE_NOT_FOUND'],
  ['458', 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'NOT_ALLOWED'],
  ['459', 'INVALID_CALLBACK_URL_HOST', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['460', 'INVALID_CURRENCY', 'INVALID_CALLBACK_URL_HOST'],
  ['461', 'INTERNAL_PROCESSING_ERROR', 'INVALID_CURRENCY'],
  ['462', 'SERVICE_UNAVAILABLE', 'INTERNAL_PROCESSING_ERROR'],
  ['463', 'COULD_NOT_PERFORM_TRANSACTION', 'SERVICE_UNAVAILABLE'],
] as const;

test('the magic numbers end as the table says, and move no money', async (t) => {
  for (const reasonShape of ['text', 'object'] as const) {
    const { emulator, create, read } = await startMtn(t, { reasonShape, magicCameroon: true });
    for (const prefix of ['46733123', '237670000']) {
      for (const [ending, ...reasons] of ENDINGS) {
        for (const [index, product] of PRODUCTS.entries()) {
          const { reference } = await create(product, party(product, `${prefix}${ending}`));
          await emulator.settled(reference);
          const { body } = await read(product, reference);
          const code = reasons[index];
          const seen = body['reason'];
          assert.equal(body['status'], 'FAILED', ending);
          if (code === undefined || reasonShape === 'text') assert.equal(seen, code);
          else assert.partialDeepStrictEqual(seen, { code });
        }
      }
    }
    assert.deepEqual(emulator.ledger.moves(), []);
  }
});

test('453 stays pending for ever, 454 succeeds late, and any other number succeeds', async (t) => {
  let now = Date.now();
  const { emulator, create, read } = await startMtn(t, { now: () => now });
  const pay = async (msisdn: string) =>
    (await create('collection', party('collection', msisdn))).reference;
  const ongoing = await pay('46733123453');
  const delayed = await pay('46733123454');
  const plain = await pay('237670000451');
  assert.equal((await emulator.settled(delayed)).state, 'succeeded');
  assert.equal((await emulator.settled(plain)).state, 'succeeded');
  now += 3_000_000;
  assert.equal((await read('collection', ongoing)).body['status'], 'PENDING');
});

test('in manual mode a payment waits for the decision, which is taken once', async (t) => {
  const { emulator, create, read } = await startMtn(t, { decide: 'manual' });
  const cases = [
    ['approve', 'SUCCESSFUL', undefined],
    ['refuse', 'FAILED', 'APPROVAL_REJECTED'],
    ['expire', 'FAILED', 'EXPIRED'],
  ] as const;
  for (const [decision, status, reason] of cases) {
    const { reference } = await create('collection');
    assert.deepEqual(emulator[decision](reference), { kind: 'done' });
    const { body } = await read('collection', reference);
    assert.deepEqual([body['status'], body['reason']], [status, reason]);
    assert.equal(emulator.approve(reference).kind, 'already');
  }
  assert.deepEqual(emulator.approve(randomUUID()), { kind: 'unknown' });
  assert.equal(emulator.ledger.moves().length, 1);
});

test('who does not approve within five minutes can no longer', async (t) => {
  let now = Date.now();
  const { emulator, create, read } = await startMtn(t, { decide: 'manual', now: () => now });
  const { reference } = await create('collection');
  const transfer = await create('disbursement');
  now += 5 * 60_000 - 1;
  assert.equal((await read('collection', reference)).body['status'], 'PENDING');
  now += 1;
  assert.deepEqual(emulator.approve(reference), { kind: 'already', state: 'expired' });
  assert.partialDeepStrictEqual((await read('collection', reference)).body, {
    status: 'FAILED',
    reason: 'EXPIRED',
  });
  assert.equal(emulator.ledger.find(transfer.reference)?.state, 'pending');
});

test('a decision that comes before the payment ends by itself moves the money once', async (t) => {
  const { emulator, create } = await startMtn(t, { settleMs: 20 });
  const early = await create('collection');
  const refused = await create('collection');
  emulator.approve(early.reference);
  emulator.refuse(refused.reference);
  // This one ends after the timers of both have passed.
  const last = await create('collection');
  await emulator.settled(last.reference);
  assert.deepEqual(
    emulator.ledger.payments().map(({ state, timesMoved }) => [state, timesMoved]),
    [
      ['succeeded', 1],
      ['refused', 0],
      ['succeeded', 1],
    ],
  );
});

test('time passes for a payment also when nobody calls', async (t) => {
  const { emulator, create } = await startMtn(t, { decide: 'manual', expiryMs: 10 });
  const { reference } = await create('collection');
  assert.equal((await emulator.settled(reference)).state, 'expired');
});

test('the prompt can be repeated with a plain message', async (t) => {
  const { emulator, create, call } = await startMtn(t, { decide: 'manual' });
  const { reference } = await create('collection');
  const remind = async (id: string, notificationMessage: unknown) =>
    (
      await call('POST', `/collection/v1_0/requesttopay/${id}/deliverynotification`, {
        body: JSON.stringify({ notificationMessage }),
      })
    ).status;
  assert.equal(await remind(reference, 'Please approve'), 200);
  assert.equal(await remind(reference, LONG), 400);
  assert.equal(await remind(randomUUID(), 'Please approve'), 404);
  assert.equal(emulator.ledger.requests()['collect_reminder'], 3);
});

test('an empty float fails the transfer and shows in the balance', async (t) => {
  const { emulator, create, read, call } = await startMtn(t, { floatXaf: 700 });
  const references: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { reference } = await create('disbursement');
    await emulator.settled(reference);
    references.push(reference);
  }
  const states = await Promise.all(references.map((id) => read('disbursement', id)));
  assert.deepEqual(
    states.map(({ body }) => [body['status'], body['reason']]),
    [
      ['SUCCESSFUL', undefined],
      ['FAILED', 'NOT_ENOUGH_FUNDS'],
    ],
  );
  const { body } = await call('GET', '/disbursement/v1_0/account/balance');
  assert.equal(body['availableBalance'], '200');
  emulator.setFloat('transfer', 500);
  const { reference } = await create('disbursement');
  assert.equal((await emulator.settled(reference)).state, 'succeeded');
});

test('one number can be given an outcome of its own', async (t) => {
  const { emulator, create } = await startMtn(t);
  const end = async () => {
    const { reference } = await create('collection');
    return (await emulator.settled(reference)).reason;
  };
  emulator.setOutcome('237670000001', { kind: 'fail', reason: 'SENDER_ACCOUNT_NOT_ACTIVE' });
  assert.equal(await end(), 'SENDER_ACCOUNT_NOT_ACTIVE');
  emulator.setOutcome('237670000001', null);
  assert.equal(await end(), null);
});

test('a second reference for one order is seen as money that moved twice', async (t) => {
  const { emulator, create } = await startMtn(t);
  for (let n = 0; n < 2; n += 1) {
    const { reference } = await create('disbursement', { externalId: 'W1' });
    await emulator.settled(reference);
  }
  assert.equal(emulator.ledger.timesMoved('W1'), 2);
  assert.deepEqual(
    emulator.ledger.payments().map(({ timesMoved }) => timesMoved),
    [1, 1],
  );
});

test('an emulator that begins with the book of another has its wallets and open requests', async (t) => {
  const before = await startMtn(t, { decide: 'manual', floatXaf: 2_000 });
  const paid = await before.create('disbursement');
  before.emulator.approve(paid.reference);
  const open = await before.create('collection');
  const kept = JSON.parse(JSON.stringify(before.emulator.keep())) as NonNullable<
    MtnOptions['kept']
  >;
  const { emulator, read } = await startMtn(t, { decide: 'manual', floatXaf: 9_000, kept });
  const { ledger } = emulator;
  assert.deepEqual([ledger.float('collection'), ledger.float('transfer')], [0, 1_500]);
  assert.equal((await read('disbursement', paid.reference)).body['status'], 'SUCCESSFUL');
  assert.equal((await read('collection', open.reference)).body['status'], 'PENDING');
  assert.deepEqual(emulator.approve(open.reference), { kind: 'done' });
  assert.equal(ledger.float('collection'), 500);
});
