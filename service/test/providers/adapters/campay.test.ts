import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startCampayEmulator } from '../../../emulators/campay/campay-emulator.ts';
import { CAMPAY } from '../../../src/providers/campay/index.ts';
import { CAMPAY_SUBJECT } from '../../support/providers/campay-dialect.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { closeLater, openCall, paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { openWorld } from '../../support/providers/provider-transport.ts';

proveConformance(CAMPAY_SUBJECT);

const { dialect } = CAMPAY_SUBJECT;
assert.ok(dialect !== null);

test('a collection has whole francs as text, and our reference twice', async () => {
  const { connector, order, routes, received } = await openWorld(
    CAMPAY_SUBJECT,
    dialect,
    'deposit',
  );
  await connector.send(order, openCall());
  const [request] = received(routes.send);
  assert.equal(request?.headers.authorization, 'Token the-first-token');
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    amount: '2500',
    currency: 'XAF',
    from: '237670000012',
    description: 'Depot n 12 l equipe',
    external_reference: order.reference,
    external_user: order.reference,
  });
});

test('a withdrawal is neither prepared nor sent', async () => {
  const { connector, system } = await openWorld(CAMPAY_SUBJECT, dialect, 'deposit');
  const order = { ...paymentOrderOf(CAMPAY, 'withdrawal'), handle: 'any' };
  const refused = { kind: 'refused', because: 'provider' } as const;
  assert.partialDeepStrictEqual(await connector.prepare(order, openCall()), refused);
  assert.partialDeepStrictEqual(await connector.send(order, openCall()), refused);
  assert.equal(system.received.length, 0);
});

// The adapter and the emulator were written apart, from the same facts.
const emulator = await startCampayEmulator({ decide: 'manual' });
after(() => emulator.stop());
const connector = closeLater(CAMPAY.connect({ baseUrl: emulator.url, ...emulator.account }));

for (const operator of ['mtn', 'orange'] as const) {
  test(`campay: a deposit of ${operator} is taken, approved and found by the id that it gave`, async () => {
    const msisdn = operator === 'mtn' ? '+237670000031' : '+237690000031';
    const base = { ...paymentOrderOf(CAMPAY, 'deposit'), operator, msisdn };
    const order = { ...base, reference: randomUUID(), handle: 'none' };
    const sent = await connector.send(order, openCall());
    assert.ok(sent.kind === 'accepted' && sent.handle !== undefined);
    const named = { ...order, handle: sent.handle };
    assert.equal((await connector.ask(named, openCall())).kind, 'pending');
    emulator.approve(sent.handle);
    const answer = await connector.ask(named, openCall());
    assert.ok(answer.kind === 'succeeded' && /^\d{10}$/.test(answer.providerTxId ?? ''));
    const other = { ...named, reference: randomUUID() };
    assert.equal((await connector.ask(other, openCall())).kind, 'unknown');
    const byOurs = { ...named, handle: order.reference };
    assert.equal((await connector.ask(byOurs, openCall())).kind, 'unknown');
  });
}

test('campay: the balance is the float of the operator that the provider serves', async () => {
  const account = { baseUrl: emulator.url, ...emulator.account };
  const balanceOf = async (operator: 'mtn' | 'orange' | null) => {
    const health = await closeLater(CAMPAY.connect(account, undefined, operator)).check(openCall());
    assert.ok(health.kind === 'up');
    return health.balanceXaf;
  };
  const before = [await balanceOf('mtn'), await balanceOf('orange')];
  const msisdn = '+237690000032';
  const base = { ...paymentOrderOf(CAMPAY, 'deposit'), operator: 'orange', msisdn } as const;
  const order = { ...base, reference: randomUUID(), handle: 'none' };
  const sent = await connector.send(order, openCall());
  assert.ok(sent.kind === 'accepted' && sent.handle !== undefined);
  emulator.approve(sent.handle);
  const [mtn, orange] = before;
  assert.ok(mtn !== null && orange !== null && mtn !== undefined && orange !== undefined);
  assert.deepEqual(
    [await balanceOf('mtn'), await balanceOf('orange'), await balanceOf(null)],
    [mtn, orange + order.amountXaf, null],
  );
});

test('campay: tokens that were revoked are fetched again, and the account is up', async () => {
  assert.deepEqual(await connector.check(openCall()), { kind: 'up', balanceXaf: null });
  emulator.revokeTokens();
  assert.equal((await connector.check(openCall())).kind, 'up');
  const wrong = closeLater(
    CAMPAY.connect({ baseUrl: emulator.url, ...emulator.account, password: 'wrong' }),
  );
  assert.equal((await wrong.check(openCall())).kind, 'down');
});
