import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../emulators/payments.ts';
import { startListeningPost } from './listening-post.ts';
import { basic, type Headers } from './mtn-client.ts';
import { startOrange } from './orange-client.ts';

test('everybody gets the same token with the life that it has left, until it ends', async (t) => {
  let now = 1_800_000_000_000;
  const { token } = await startOrange(t, { now: () => now });
  const first = (await token()).body;
  assert.deepEqual(
    { ...first, access_token: '' },
    {
      access_token: '',
      scope: 'am_application_scope default',
      token_type: 'Bearer',
      expires_in: 3_600,
    },
  );
  now += 3_000_500;
  assert.deepEqual((await token()).body, { ...first, expires_in: 599 });
  now += 599_500;
  const next = (await token()).body;
  assert.notEqual(next['access_token'], first['access_token']);
  assert.equal(next['expires_in'], 3_600);
});

test('a token wants the right client and grant', async (t) => {
  const { token } = await startOrange(t);
  assert.equal((await token({ authorization: null })).status, 401);
  assert.equal((await token({ authorization: basic('x', 'y') })).status, 401);
  assert.equal((await token({}, 'grant_type=password')).status, 400);
  assert.equal((await token({ 'content-type': 'application/json' })).status, 400);
});

test('every call wants both tokens, and the fault comes as JSON or XML', async (t) => {
  const { emulator, call } = await startOrange(t);
  const cases: readonly (readonly [Headers, number])[] = [
    [{ authorization: null }, 900_902],
    [{ authorization: 'Bearer x' }, 900_901],
    [{ 'x-auth-token': null }, 900_902],
    [{ 'x-auth-token': Buffer.from('a:b').toString('base64') }, 900_901],
  ];
  const places = [
    ['POST', '/mp/init'],
    ['POST', '/mp/pay'],
    ['GET', '/mp/push/MP1'],
    ['GET', '/mp/paymentstatus/MP1'],
    ['POST', '/cashin/init'],
    ['POST', '/cashin/pay'],
    ['GET', '/cashin/paymentstatus/CI1'],
    ['POST', '/infos/subscriber/customer/699000001'],
  ] as const;
  for (const faultFormat of ['json', 'xml'] as const) {
    emulator.settings.faultFormat = faultFormat;
    for (const [method, path] of places) {
      for (const [headers, code] of cases) {
        const { status, text, body } = await call(method, path, { headers });
        assert.equal(status, 401, path);
        if (faultFormat === 'json') assert.partialDeepStrictEqual(body, { fault: { code } });
        else assert.match(text, new RegExp(`^<ams:fault .*<ams:code>${code}</ams:code>`));
      }
    }
  }
});

test('a payment is started, pushed and ends with the double L, and is reported once', async (t) => {
  const { received, url } = await startListeningPost(t);
  const { emulator, init, pay, status, call } = await startOrange(t, {
    decide: 'manual',
    floatXaf: 100,
    now: () => Date.UTC(2026, 0, 2, 23, 30),
  });
  const payToken = await init('mp');
  assert.match(payToken, /^MP260103[0-9A-F]{20}$/);
  const started = await pay('mp', { payToken, notifUrl: `${url}/notify/1` });
  assert.equal(started.status, 200);
  assert.match(String(started.data['txnid']), /^MP260103\.0030\.[A-Z]\d{5}$/);
  assert.partialDeepStrictEqual(started.data, {
    subscriberMsisdn: '699000001',
    amount: '500',
    payToken,
    txnmode: 'order1',
    inittxnstatus: '200',
    confirmtxnstatus: null,
    confirmtxnmessage: null,
    status: 'PENDING',
    channelUserMsisdn: emulator.account.channelMsisdn,
  });
  assert.equal((await call('GET', `/mp/push/${payToken}`)).status, 200);
  assert.deepEqual((await status('mp', payToken)).data, started.data);
  emulator.approve(payToken);
  const { data } = await status('mp', payToken);
  assert.deepEqual([data['status'], data['confirmtxnstatus']], ['SUCCESSFULL', '200']);
  assert.match(String(data['confirmtxnmessage']), /500 FCFA/);
  await emulator.callbacksIdle();
  assert.deepEqual(
    received.map(({ method, path, body }) => ({ method, path, body })),
    [
      {
        method: 'POST',
        path: '/notify/1',
        body: { payToken, status: 'SUCCESSFULL', message: 'Transaction completed' },
      },
    ],
  );
  assert.equal(emulator.ledger.float('transfer'), 600);
  assert.equal((await call('GET', `/mp/push/${payToken}`)).status, 422);
  emulator.settings.successSpelling = 'SUCCESSFUL';
  assert.equal((await status('mp', payToken)).data['status'], 'SUCCESSFUL');
});

test('refused, expired and failed payments differ in status, not in the message', async (t) => {
  let now = Date.now();
  const { received, url } = await startListeningPost(t);
  const { emulator, pay, status } = await startOrange(t, { decide: 'manual', now: () => now });
  const start = async (amount: string) => {
    const { data } = await pay('mp', { amount, notifUrl: url });
    return String(data['payToken']);
  };
  const refused = await start('1');
  emulator.setOutcome('699000001', { kind: 'fail', reason: null });
  const failed = await start('2');
  await emulator.settled(failed);
  emulator.setOutcome('699000001', null);
  const expired = await start('3');
  emulator.refuse(refused);
  now += 5 * 60_000;
  const seen = async (token: string) => (await status('mp', token)).data['status'];
  const all = [await seen(refused), await seen(failed), await seen(expired)];
  assert.deepEqual(all, ['CANCELLED', 'FAILED', 'EXPIRED']);
  emulator.settings.cancelSpelling = 'CANCELED';
  assert.equal(await seen(refused), 'CANCELED');
  await emulator.callbacksIdle();
  assert.deepEqual(
    received.map(({ body }) => [body['status'], body['message']]),
    Array.from({ length: 3 }, () => ['FAILED', 'Transaction failed']),
  );
});

const BROKEN: readonly (readonly [string, object, number])[] = [
  ['an amount as a number', { amount: 500 }, 400],
  ['a fraction', { amount: '5.5' }, 400],
  ['the country code', { subscriberMsisdn: '237699000001' }, 400],
  ['an order of 21 characters', { orderId: 'a'.repeat(21) }, 400],
  ['a hyphen in the order', { orderId: 'a-b' }, 400],
  ['no description', { description: null }, 400],
  ['a notification address that is none', { notifUrl: 'here' }, 400],
  ['a foreign merchant line', { channelUserMsisdn: '690000009' }, 400],
  ['a wrong PIN', { pin: '0000' }, 417],
  ['a token of the other product', { payToken: 'other' }, 404],
];

test('what breaks a rule is refused, and the token can still be used', async (t) => {
  const { emulator, init, pay } = await startOrange(t);
  for (const [product, other] of [
    ['mp', 'cashin'],
    ['cashin', 'mp'],
  ] as const) {
    const payToken = await init(product);
    const foreign = await init(other);
    for (const [name, changes, status] of BROKEN) {
      const token = 'payToken' in changes ? foreign : payToken;
      const reply = await pay(product, { ...changes, payToken: token });
      assert.equal(reply.status, status, name);
      assert.equal(typeof reply.body['message'], 'string', name);
    }
    assert.equal(emulator.ledger.find(payToken), null);
    const good = { payToken, orderId: 'a'.repeat(20) };
    assert.equal((await pay(product, good)).status, 200);
    assert.equal((await pay(product, good)).status, 422);
    assert.equal(emulator.ledger.requests()[product === 'mp' ? 'pay' : 'cashin_pay'], 12);
  }
});

test('a token never paid is EXPIRED with nothing filled, or INITIATED by a switch', async (t) => {
  const { emulator, init, status } = await startOrange(t);
  const payToken = await init('mp');
  const { data } = await status('mp', payToken);
  const { payToken: shown, status: state, ...rest } = data;
  assert.deepEqual([shown, state], [payToken, 'EXPIRED']);
  assert.ok(Object.keys(rest).length > 10);
  assert.ok(Object.values(rest).every((value) => value === null));
  emulator.settings.unpaidStatus = 'INITIATED';
  assert.equal((await status('mp', payToken)).data['status'], 'INITIATED');
  assert.equal((await status('mp', 'MP0')).status, 404);
});

test('failures that are known at once name their code, and no money moves', async (t) => {
  const { emulator, pay, status } = await startOrange(t, { magicCameroon: true });
  const cases = [
    ['455', 417, '60019'],
    ['456', 417, '00671'],
    ['457', 417, '99051'],
    ['458', 200, '0066111'],
    ['459', 417, '60021'],
  ] as const;
  for (const product of ['mp', 'cashin'] as const) {
    for (const [ending, http, code] of cases) {
      const reply = await pay(product, { subscriberMsisdn: `699000${ending}` });
      assert.equal(reply.status, http, ending);
      assert.ok(String(reply.body['message']).startsWith(`${code} :: `));
      assert.partialDeepStrictEqual(reply.data, { status: 'FAILED', txnid: null });
      const later = await status(product, String(reply.data['payToken']));
      assert.deepEqual(later.data, reply.data);
    }
  }
  emulator.settings.hiddenError = 'in_message';
  emulator.settings.failureReference = true;
  const hidden = await pay('mp', { subscriberMsisdn: '699001458' });
  assert.deepEqual([hidden.status, hidden.body['data']], [200, null]);
  assert.match(String(hidden.body['message']), /^0066111 :: .*\|MP\d{6}\.\d{4}\.[A-Z]\d{5}$/);
  assert.deepEqual(emulator.ledger.moves(), []);
  assert.deepEqual(emulator.ledger.callbacks(), []);
});

test('the customer without money is 417 in the published words', async (t) => {
  const { emulator, pay } = await startOrange(t);
  emulator.faults.add('pay', { kind: 'no_funds' }, { times: 1 });
  const { status, body } = await pay('mp');
  assert.equal(status, 417);
  assert.equal(body['message'], '60019 :: Le solde du compte du payeur est insuffisant');
  assert.equal((await pay('mp')).status, 200);
});

test('the same number and amount again within five minutes are refused', async (t) => {
  let now = Date.now();
  const { emulator, pay } = await startOrange(t, { now: () => now, decide: 'manual' });
  for (const product of ['mp', 'cashin'] as const) {
    assert.equal((await pay(product)).status, 200);
    const again = await pay(product, { orderId: 'order2' });
    assert.equal(again.status, 417);
    assert.match(String(again.body['message']), /similaire/);
    assert.equal((await pay(product, { amount: '501' })).status, 200);
    assert.equal((await pay(product, { subscriberMsisdn: '699000002' })).status, 200);
    now += 5 * 60_000;
    assert.equal((await pay(product)).status, 200);
  }
  const moved = emulator.ledger.moves().map(({ direction }) => direction);
  assert.deepEqual(moved, ['transfer', 'transfer', 'transfer', 'transfer']);
});

test('a cash-in is answered with its result, and takes from the float', async (t) => {
  const { emulator, init, pay, status } = await startOrange(t, { floatXaf: 900, decide: 'manual' });
  const payToken = await init('cashin');
  assert.match(payToken, /^CI\d{6}[0-9A-F]{20}$/);
  const { data } = await pay('cashin', { payToken });
  assert.partialDeepStrictEqual(data, { status: 'SUCCESSFULL', txnstatus: '200' });
  assert.match(String(data['txnmessage']), /500 FCFA/);
  assert.deepEqual((await status('cashin', payToken)).data, data);
  assert.equal(emulator.ledger.float('transfer'), 400);
  const broke = await pay('cashin', { amount: '401' });
  assert.equal(broke.status, 417);
  assert.partialDeepStrictEqual(broke.data, { status: 'FAILED', txnstatus: '60019' });
  const outcomes: readonly (readonly [Outcome, number, string])[] = [
    [{ kind: 'fail', reason: null }, 417, 'FAILED'],
    [{ kind: 'stay' }, 200, 'PENDING'],
  ];
  for (const [outcome, http, state] of outcomes) {
    emulator.setOutcome('699000005', outcome);
    const reply = await pay('cashin', { subscriberMsisdn: '699000005', amount: '10' });
    assert.deepEqual([reply.status, reply.data['status']], [http, state]);
  }
  assert.equal(emulator.ledger.moves().length, 1);
});

test('a cash-in whose answer is lost has paid, and its token says so', async (t) => {
  const { emulator, init, pay, status } = await startOrange(t);
  const losses = ['reset', 'garbage', 'error'] as const;
  for (const [index, kind] of losses.entries()) {
    const fault =
      kind === 'reset'
        ? ({ kind, when: 'after' } as const)
        : kind === 'garbage'
          ? ({ kind, when: 'after', shape: 'html' } as const)
          : ({ kind, when: 'after', status: 503, code: 'SERVICE_UNAVAILABLE' } as const);
    emulator.faults.add('cashin_pay', fault, { times: 1 });
    const payToken = await init('cashin');
    const amount = String(100 + index);
    const answer = pay('cashin', { payToken, amount, orderId: `W${index}` });
    if (kind === 'reset') await assert.rejects(answer);
    else assert.equal((await answer).data['status'], undefined);
    assert.equal((await status('cashin', payToken)).data['status'], 'SUCCESSFULL');
    assert.equal((await pay('cashin', { payToken, amount })).status, 422);
    assert.equal(emulator.ledger.timesMoved(`W${index}`), 1);
  }
});

test('a name is shown for the right PIN, and not of a number without a wallet', async (t) => {
  const { emulator, call } = await startOrange(t);
  const { pin, channelMsisdn } = emulator.account;
  const ask = (msisdn: string, body: object = { pin, channelMsisdn }) =>
    call('POST', `/infos/subscriber/customer/${msisdn}`, { body });
  emulator.setName('699000001', { given: 'Rose', family: 'Ndi' });
  assert.deepEqual((await ask('699000001')).data, { firstName: 'Rose', lastName: 'Ndi' });
  assert.deepEqual((await ask('699000003')).data, (await ask('699000003')).data);
  assert.equal((await ask('699000001', { pin: '1', channelMsisdn })).status, 417);
  assert.equal((await ask('699000001', { pin })).status, 400);
  emulator.setOutcome('699000002', { kind: 'fail', reason: '99051' });
  assert.match(String((await ask('699000002')).body['message']), /^99051 :: /);
});

test('a revoked token, a forbidden address and a server error refuse the call', async (t) => {
  const { emulator, pay, init } = await startOrange(t);
  const payToken = await init('cashin');
  emulator.faults.add('cashin_pay', { kind: 'forbidden_ip' }, { times: 1 });
  assert.equal((await pay('cashin', { payToken })).status, 403);
  const error = { kind: 'error', when: 'before', status: 500, code: '60026' } as const;
  emulator.faults.add('cashin_pay', error, { times: 1 });
  const failed = await pay('cashin', { payToken });
  assert.deepEqual([failed.status, emulator.ledger.find(payToken)], [500, null]);
  emulator.faults.add('cashin_pay', { kind: 'revoked_token' }, { times: 1 });
  assert.equal((await pay('cashin', { payToken })).status, 401);
  assert.equal(emulator.ledger.find(payToken), null);
});
