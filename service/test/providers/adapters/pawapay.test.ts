import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAWAPAY } from '../../../src/providers/pawapay/index.ts';
import { PAWAPAY_SUBJECT } from '../../support/providers/pawapay-dialect.ts';
import { proveConformance } from '../../support/providers/provider-conformance.ts';
import { openCall, paymentOrderOf } from '../../support/providers/provider-subject.ts';
import { openWorld } from '../../support/providers/provider-transport.ts';

proveConformance(PAWAPAY_SUBJECT);

const { dialect } = PAWAPAY_SUBJECT;
assert.ok(dialect !== null);

const BODIES = [
  ['deposit', 'mtn', '/v2/deposits', 'depositId', 'payer', 'MTN_MOMO_CMR'],
  ['withdrawal', 'orange', '/v2/payouts', 'payoutId', 'recipient', 'ORANGE_CMR'],
] as const;

for (const [direction, operator, path, id, party, provider] of BODIES) {
  test(`a ${direction} for ${operator} has our id, whole francs and the operator's name`, async () => {
    const { connector, order, routes, received } = await openWorld(
      PAWAPAY_SUBJECT,
      dialect,
      direction,
    );
    await connector.send({ ...order, operator, msisdn: '+237690000012' }, openCall());
    const [request] = received(routes.send);
    assert.equal(request?.path, path);
    assert.equal(request?.headers.authorization, 'Bearer eyJraWQiOiIxIn0.pawa.5f1e2d3c4b5a');
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      [id]: order.reference,
      amount: '2500',
      currency: 'XAF',
      [party]: { type: 'MMO', accountDetails: { phoneNumber: '237690000012', provider } },
      customerMessage: 'Depot n 12 l equipe',
    });
  });
}

const MESSAGES = [
  ['Facture de novembre 2026, rue 12', 'Facture de novembre 20'],
  ['n°', 'Payment'],
] as const;

for (const [note, message] of MESSAGES) {
  test(`the note ${note} becomes ${message}: 4 to 22 plain characters`, async () => {
    const world = await openWorld(PAWAPAY_SUBJECT, dialect, 'deposit');
    await world.connector.send({ ...world.order, note }, openCall());
    const [request] = world.received(world.routes.send);
    assert.equal(JSON.parse(request?.body ?? '').customerMessage, message);
  });
}

const ACTIVE = {
  countries: [
    {
      country: 'CMR',
      providers: [
        {
          provider: 'MTN_MOMO_CMR',
          currencies: [
            {
              currency: 'XAF',
              operationTypes: { DEPOSIT: { minAmount: '2501', maxAmount: '500000' } },
            },
          ],
        },
      ],
    },
  ],
};

test('an amount outside the account’s limits is refused before it is sent', async () => {
  const { connector, system } = await openWorld(PAWAPAY_SUBJECT, dialect, 'deposit');
  const order = paymentOrderOf(PAWAPAY, 'deposit');
  assert.equal((await connector.prepare(order, openCall())).kind, 'prepared');
  const limited = PAWAPAY.connect(PAWAPAY_SUBJECT.account(system.url));
  system.script(() => ({ status: 200, body: ACTIVE }));
  assert.partialDeepStrictEqual(await limited.prepare(order, openCall()), {
    kind: 'refused',
    because: 'payment',
    reason: { code: 'amount_outside_limits' },
  });
  const asked = system.received.length;
  const more = { ...order, amountXaf: 2_501 };
  assert.equal((await limited.prepare(more, openCall())).kind, 'prepared');
  // The limits of one answer serve for a while, and those of a payout are not said.
  assert.equal(
    (await limited.prepare({ ...order, direction: 'withdrawal' }, openCall())).kind,
    'prepared',
  );
  assert.equal(system.received.length, asked);
  await limited.close();
});

test('limits are asked for again before they refuse, and soon after an answer without them', async (t) => {
  const { system } = await openWorld(PAWAPAY_SUBJECT, dialect, 'deposit');
  const order = paymentOrderOf(PAWAPAY, 'deposit');
  const more = { ...order, amountXaf: 2_501 };
  const limited = PAWAPAY.connect(PAWAPAY_SUBJECT.account(system.url));
  t.after(() => limited.close());
  const startedAt = performance.now();
  const passed = (ms: number) => t.mock.method(performance, 'now', () => startedAt + ms);
  const answers = async (wanted: typeof order, status: number, body: object) => {
    system.received.length = 0;
    system.script(() => ({ status, body }));
    const { kind } = await limited.prepare(wanted, openCall());
    return [kind, ...system.received.map(({ path }) => path)];
  };
  const asked = '/v2/active-conf?country=CMR';
  passed(1);
  assert.deepEqual(await answers(order, 503, {}), ['prepared', asked]);
  assert.deepEqual(await answers(order, 200, ACTIVE), ['prepared'], 'not every payment waits');
  passed(10_002);
  assert.deepEqual(await answers(more, 200, ACTIVE), ['prepared', asked]);
  passed(300_000);
  assert.deepEqual(await answers(more, 200, ACTIVE), ['prepared']);
  assert.deepEqual(await answers(order, 200, ACTIVE), ['refused', asked]);
  const raised = JSON.parse(JSON.stringify(ACTIVE).replace('2501', '100')) as object;
  assert.deepEqual(await answers(order, 200, raised), ['prepared', asked]);
  assert.deepEqual(await answers(order, 200, ACTIVE), ['prepared']);
});

const BALANCES = [
  [[{ country: 'CMR', balance: '1000.75', currency: 'XAF' }], 1_000],
  [[{ country: 'CIV', balance: '1000', currency: 'XOF' }], null],
  [
    [
      { country: 'CMR', balance: '1000', currency: 'XAF', provider: 'MTN_MOMO_CMR' },
      { country: 'CMR', balance: '2000', currency: 'XAF', provider: 'ORANGE_CMR' },
    ],
    null,
  ],
  [[], null],
] as const;

for (const [balances, balanceXaf] of BALANCES) {
  test(`the balance of ${JSON.stringify(balances)} is ${balanceXaf}`, async () => {
    const world = await openWorld(PAWAPAY_SUBJECT, dialect, 'withdrawal');
    world.instead(world.routes.check, { status: 200, body: { balances } });
    assert.deepEqual(await world.connector.check(openCall()), { kind: 'up', balanceXaf });
  });
}

test('a token that pawaPay does not take is seen by a look', async () => {
  const world = await openWorld(PAWAPAY_SUBJECT, dialect, 'withdrawal');
  world.instead(world.routes.check, { status: 401, body: {} });
  assert.partialDeepStrictEqual(await world.connector.check(openCall()), {
    kind: 'down',
    problem: { code: 'system_refused_credentials' },
  });
});

test('a payout that our pool there cannot pay may be tried with another provider', async () => {
  const { connector, order, system } = await openWorld(PAWAPAY_SUBJECT, dialect, 'withdrawal');
  const failureReason = { failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS' };
  const body = { payoutId: order.handle, status: 'REJECTED', failureReason };
  system.script(() => ({ status: 200, body }));
  assert.partialDeepStrictEqual(await connector.send(order, openCall()), {
    kind: 'refused',
    because: 'provider',
    reason: { code: 'we_lack_money' },
  });
});
