import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MTN_MOMO } from '../../../src/providers/mtn-momo/index.ts';
import { MTN_SUBJECT } from '../../support/providers/mtn-dialect.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { closeLater, openCall, paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { openWorld } from '../../support/providers/provider-transport.ts';

proveConformance(MTN_SUBJECT);

const { dialect } = MTN_SUBJECT;
assert.ok(dialect !== null);
const { token: tokenRoute } = dialect;
assert.ok(tokenRoute !== null);

const PRODUCTS = [
  ['deposit', 'payer', 'c0ffee11c0ffee11c0ffee11'],
  ['withdrawal', 'payee', 'd0ffee22d0ffee22d0ffee22'],
] as const;

for (const [direction, party, key] of PRODUCTS) {
  test(`a ${direction} is sent in MTN’s format, under our reference`, async () => {
    const { connector, order, routes, received } = await openWorld(MTN_SUBJECT, dialect, direction);
    assert.equal(order.handle, order.reference);
    await connector.send(order, openCall());
    const [request] = received(routes.send);
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      amount: '2500',
      currency: 'XAF',
      externalId: order.reference,
      [party]: { partyIdType: 'MSISDN', partyId: '237670000012' },
      payerMessage: 'Depot n 12 l equipe',
      payeeNote: 'Depot n 12 l equipe',
    });
    assert.partialDeepStrictEqual(request?.headers, {
      authorization: 'Bearer eyJhbGciOi.first',
      'x-reference-id': order.reference,
      'x-target-environment': 'mtncameroon',
      'ocp-apim-subscription-key': key,
      'x-callback-url': order.callbackUrl,
    });
  });
}

test('preparing makes no call, and a token is asked for without a body', async () => {
  const { connector, order, system, received } = await openWorld(MTN_SUBJECT, dialect, 'deposit');
  assert.equal(system.received.length, 0);
  await connector.ask(order, openCall());
  const [token] = received(tokenRoute);
  assert.equal(token?.path, '/collection/token/');
  assert.equal(token?.body, '');
  assert.equal(token?.headers['content-length'], '0');
  assert.equal(token?.headers['content-type'], undefined);
});

test('without a callback address none is sent', async () => {
  const { connector, order, routes, received } = await openWorld(MTN_SUBJECT, dialect, 'deposit');
  await connector.send({ ...order, callbackUrl: null }, openCall());
  assert.equal(received(routes.send)[0]?.headers['x-callback-url'], undefined);
});

test('a product that was left out refuses as a provider, and the other one works', async () => {
  const { system } = await openWorld(MTN_SUBJECT, dialect, 'deposit');
  const account = { ...MTN_SUBJECT.account(system.url), disbursementApiKey: '' };
  const connector = closeLater(MTN_MOMO.connect(account));
  const payout = paymentOrderOf(MTN_MOMO, 'withdrawal');
  const answer = await connector.prepare(payout, openCall());
  assert.ok(answer.kind === 'refused' && answer.because === 'provider');
  const sent = await connector.send({ ...payout, handle: payout.reference }, openCall());
  assert.ok(sent.kind === 'refused' && sent.because === 'provider');
  assert.equal(system.received.length, 0);
  assert.deepEqual(await connector.check(openCall()), { kind: 'up', balanceXaf: 150_000 });
  assert.equal(system.received.at(-1)?.path, '/collection/v1_0/account/balance');
});

const PRODUCT_NAMES = { deposit: 'collection', withdrawal: 'disbursement' } as const;

const REFUSED_SIGN_INS = [
  ['deposit', 'a wrong key', 401, 'system_refused_credentials'],
  ['withdrawal', 'a wrong key', 401, 'system_refused_credentials'],
  ['withdrawal', 'an address that MTN does not know', 403, 'system_bars_our_address'],
] as const;

for (const [direction, what, status, code] of REFUSED_SIGN_INS) {
  test(`${what} for ${direction}s is seen by a look, and the other product works`, async () => {
    const { connector, system } = await openWorld(MTN_SUBJECT, dialect, direction);
    const refused = `/${PRODUCT_NAMES[direction]}/token/`;
    system.script(({ path }) => {
      if (path === refused) return { status, body: { error: 'invalid_client' } };
      if (path.endsWith('/token/')) return tokenRoute.well;
      return { status: 200, body: { availableBalance: '1000', currency: 'XAF' } };
    });
    const health = await connector.check(openCall());
    assert.ok(health.kind === 'up');
    const reason = { code, params: { system: 'MTN' } };
    assert.deepEqual(health.refuses, { [direction]: reason });
  });
}

const BALANCES = [
  [
    { availableBalance: '1000', currency: 'XAF' },
    { kind: 'up', balanceXaf: 1_000 },
  ],
  [
    { availableBalance: '1000.75', currency: 'XAF' },
    { kind: 'up', balanceXaf: 1_000 },
  ],
  [
    { availableBalance: '1000', currency: 'EUR' },
    { kind: 'up', balanceXaf: null },
  ],
  [
    { availableBalance: 'many', currency: 'XAF' },
    { kind: 'up', balanceXaf: null },
  ],
  [
    {},
    {
      kind: 'down',
      problem: { code: 'system_answered', params: { system: 'MTN', status: 200 } },
    },
  ],
] as const;

for (const [body, expected] of BALANCES) {
  test(`a balance of ${JSON.stringify(body)} is ${JSON.stringify(expected)}`, async () => {
    const world = await openWorld(MTN_SUBJECT, dialect, 'withdrawal');
    world.instead(world.routes.check, { status: 200, body });
    assert.deepEqual(await world.connector.check(openCall()), expected);
  });
}

test('what is known of a person besides the name is not kept', async () => {
  const world = await openWorld(MTN_SUBJECT, dialect, 'withdrawal');
  const person = { given_name: 'AMINA', family_name: 'NGONO', birthdate: '1990-01-01' };
  world.instead(world.routes.name, { status: 200, body: person });
  const call = openCall();
  const answer = await world.connector.findPayeeName(world.order, call);
  assert.deepEqual(answer, { kind: 'found', name: 'AMINA NGONO' });
  assert.doesNotMatch(JSON.stringify(call.kept), /1990/);
});

test('a number that MTN does not know has no name', async () => {
  const world = await openWorld(MTN_SUBJECT, dialect, 'withdrawal');
  world.instead(world.routes.name, { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
  const answer = await world.connector.findPayeeName(world.order, openCall());
  assert.equal(answer.kind, 'not_found');
});
