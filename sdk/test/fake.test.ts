import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expireDeposits } from '../../service/src/flows/transactions/expire-deposits.ts';
import { startTestService } from '../../service/test/support/harness.ts';
import { eventually } from '../../service/test/support/service-process.ts';
import { startDelivering } from '../../service/test/support/webhooks/delivery.ts';
import { startReceiver } from '../../service/test/support/webhooks/receiver.ts';
import { createClient, createWebhookVerifier, type PaymentsClient } from '../src/index.ts';
import { createFakeService, createTestSigner } from '../src/testing.ts';
import type { CheckoutRequest, OperationId, SimulatedOutcome } from '../src/types.ts';
import { listOperationIds } from './support/operations.ts';

const service = await startTestService();
const receiver = await startReceiver();
startDelivering(service.database);
const real = createClient({ baseUrl: service.url, apiKey: 'any' });
const fakeService = await createFakeService();
const fake = createClient({
  baseUrl: 'http://fake.test',
  apiKey: 'any',
  fetch: fakeService.fetch,
});

/** The context of a step: the same on both sides, with its own ids. */
interface Side {
  readonly client: PaymentsClient;
  readonly player: string;
  readonly id: string;
}

type Step = (side: Side) => Promise<unknown>;

const CALLBACK = { callback_url: receiver.url };
const ORANGE = { operator: 'orange', msisdn: '+237690000001' } as const;

function payment(player_id: string, changes: object = {}) {
  const base = {
    msisdn: '+237670000001',
    amount_xaf: 500,
    operator: 'mtn',
    reference: 'r',
  } as const;
  return { player_id, ...base, ...changes };
}

const create = ({ client }: Side, changes: object = {}) =>
  client.createDeposit(payment(randomUUID(), changes));

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

/** The steps that the sandbox and the fake must both do, in order, for every client method. */
const STEPS: Readonly<Record<OperationId, Readonly<Record<string, Step>>>> = {
  createDeposit: {
    repeated: ({ client, player }) => client.createDeposit(payment(player, { amount_xaf: 900 })),
    dialled: (side) => create(side, ORANGE),
    'without a number': (side) => create(side, { msisdn: undefined }),
    'of too little': (side) => create(side, { amount_xaf: 99 }),
    'of an unknown operator': (side) => create(side, { operator: 'x' }),
  },
  createWithdrawal: {
    new: ({ client, player }) => client.createWithdrawal(payment(player)),
  },
  createRefund: {
    early: ({ client, id }) => client.createRefund(id, { reference: 'back' }),
    'of a part, then the rest, then nothing': async ({ client }) => {
      const { service_tx_id: id } = await client.createDeposit(payment(randomUUID()));
      await client.simulateOutcome(id, 'succeeded');
      const part = await client.createRefund(id, { reference: 'a', amount_xaf: 200 });
      const again = await client.createRefund(id, { reference: 'a', amount_xaf: 300 });
      const rest = await client.createRefund(id, { reference: 'b', reason: 'cancelled' });
      await client.simulateOutcome(rest.service_tx_id, 'succeeded');
      const { code } = await client.createRefund(id, { reference: 'c' }).then(
        () => ({ code: null }),
        (error: { code: string }) => error,
      );
      const taken = await client.createRefund(randomUUID(), { reference: 'a' }).then(
        () => ({ code: null }),
        (error: { code: string }) => error,
      );
      const both = [
        await client.getTransaction(id),
        await client.getTransaction(rest.service_tx_id),
      ];
      const amounts = [part.amount_xaf, rest.amount_xaf, both[0]?.refunded_xaf];
      return { part, again, rest, code, taken: taken.code, both, type: [amounts, again.differs] };
    },
  },
  createCheckout: {
    new: ({ client }) => client.createCheckout({ amount_xaf: 500, reference: 'cart' }),
    repeated: ({ client }) => client.createCheckout({ amount_xaf: 900, reference: 'cart' }),
    'without an amount': ({ client }) =>
      client.createCheckout({ reference: 'cart' } as CheckoutRequest),
  },
  getCheckout: {
    known: async ({ client }) => {
      const { checkout_id } = await client.createCheckout({ amount_xaf: 500, reference: 'cart' });
      return client.getCheckout(checkout_id);
    },
    unknown: ({ client }) => client.getCheckout(randomUUID()),
  },
  cancelCheckout: {
    open: async ({ client }) => {
      const { checkout_id } = await client.createCheckout({ amount_xaf: 500, reference: 'cart' });
      return client.cancelCheckout(checkout_id);
    },
  },
  replayWebhook: {
    early: ({ client, id }) => client.replayWebhook(id),
    late: async ({ client, id }) => {
      await client.simulateOutcome(id, 'succeeded');
      return client.replayWebhook(id);
    },
  },
  simulateOutcome: {
    'that cannot be reached': ({ client, id }) => client.simulateOutcome(id, 'expired'),
  },
  getTransaction: {
    known: ({ client, id }) => client.getTransaction(id),
    unknown: ({ client }) => client.getTransaction(randomUUID()),
  },
  listPlayerTransactions: {
    all: ({ client, player }) => client.listPlayerTransactions(player),
    some: ({ client, player }) =>
      client.listPlayerTransactions(player, { direction: 'withdrawal', limit: 1 }),
  },
  listTransactions: {
    'of a player': ({ client, player }) => client.listTransactions({ player_id: player }),
    'by reference': ({ client, player }) =>
      client.listTransactions({ player_id: player, reference: 'r', direction: 'withdrawal' }),
    'page by page': async ({ client }) => {
      const { next_cursor: cursor, items } = await client.listTransactions({ limit: 1 });
      assert.ok(cursor !== null);
      return [items, (await client.listTransactions({ limit: 1, cursor })).items];
    },
  },
  listWebhooks: {
    all: async ({ client, id }) => {
      const isSent = async () =>
        (await client.listWebhooks({ state: 'pending' })).items.length === 0;
      await eventually('webhooks are delivered', isSent);
      return client.listWebhooks({ service_tx_id: id });
    },
    'page by page': async ({ client }) => {
      const { next_before: before, items } = await client.listWebhooks({ limit: 1 });
      return [items.length, await client.listWebhooks({ limit: 1, before: before ?? '' })];
    },
  },
  getStatement: {
    today: ({ client }) => client.getStatement({ from: today(), to: today() }),
    earlier: ({ client }) => client.getStatement({ from: '2026-01-01', to: '2026-01-01' }),
  },
  getBalance: { now: ({ client }) => client.getBalance() },
  detectOperator: {
    'of a number': ({ client }) => client.detectOperator({ msisdn: '6 90 00 00 01' }),
    'of none': ({ client }) => client.detectOperator({ msisdn: 'nonsense' }),
  },
  listProviders: { all: ({ client }) => client.listProviders() },
  listProviderHealth: { all: ({ client }) => client.listProviderHealth() },
  getCallbackPublicKey: { now: ({ client }) => client.getCallbackPublicKey() },
  getJwks: { now: ({ client }) => client.getJwks() },
  advanceClock: {
    'past the deadline': async ({ client }) => {
      const { service_tx_id: id } = await client.createDeposit(payment(randomUUID()));
      const advanced = await client.advanceClock(900);
      await expireDeposits({ database: service.database, onQueued: () => {} });
      return { advanced, after: await client.getTransaction(id) };
    },
  },
  openPhone: { new: ({ client }) => client.openPhone({ msisdn: '+237670000001' }) },
  getHealth: { now: ({ client }) => client.getHealth() },
};

/** Ways through the states, each with its own payment: both must refuse the same steps. */
const WAYS: readonly (readonly SimulatedOutcome[])[] = [
  ['acknowledged', 'acknowledged', 'succeeded', 'held'],
  ['refused_at_initiation', 'held', 'staff_confirmed'],
  ['expired', 'held', 'staff_rejected', 'held'],
  ['failed', 'succeeded', 'held', 'stuck'],
  ['approved', 'approved', 'submitted', 'approved', 'stuck', 'staff_rejected'],
  ['submitted', 'transfer_succeeded', 'held'],
  ['transfer_failed', 'held', 'staff_confirmed'],
  ['stuck', 'staff_confirmed'],
  ['succeeded', 'failed'],
];

/** The outline of an answer: its members, their types, and the values of closed lists. */
function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(outlineOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const closed = new Set([
    'status',
    'state',
    'event',
    'direction',
    'operator',
    'collection_mode',
    'type',
    'transactions',
  ]);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, closed.has(key) ? member : outlineOf(member)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

async function outcomeOf(step: Step, side: Side): Promise<unknown> {
  return step(side).then(outlineOf, ({ status, issues }) => ({
    status,
    issues: outlineOf(issues),
  }));
}

async function begin(client: PaymentsClient): Promise<Side> {
  const player = randomUUID();
  const { service_tx_id: id } = await client.createDeposit(payment(player, CALLBACK));
  return { client, player, id };
}

test('the fake answers every method of the client as the sandbox does', async () => {
  const [ofReal, ofFake] = [await begin(real), await begin(fake)];
  for (const [method, steps] of Object.entries(STEPS)) {
    for (const [name, step] of Object.entries(steps)) {
      assert.deepEqual(
        await outcomeOf(step, ofFake),
        await outcomeOf(step, ofReal),
        `${method} ${name}`,
      );
    }
  }
  assert.deepEqual(Object.keys(STEPS).toSorted(), [...listOperationIds()].toSorted());
});

test('the fake walks every way through the states as the sandbox does', async () => {
  for (const way of WAYS) {
    for (const [kind, make] of [
      ['prompted', (client) => client.createDeposit(payment(randomUUID()))],
      ['dialled', (client) => client.createDeposit(payment(randomUUID(), ORANGE))],
      ['withdrawal', (client) => client.createWithdrawal(payment(randomUUID()))],
    ] as readonly (readonly [
      string,
      (client: PaymentsClient) => Promise<{ service_tx_id: string }>,
    ])[]) {
      const [ofReal, ofFake] = [await make(real), await make(fake)];
      for (const outcome of way) {
        const step: Step = ({ client, id }) => client.simulateOutcome(id, outcome);
        assert.deepEqual(
          await outcomeOf(step, { client: fake, player: '', id: ofFake.service_tx_id }),
          await outcomeOf(step, { client: real, player: '', id: ofReal.service_tx_id }),
          `${kind}: ${way.join(', ')} at ${outcome}`,
        );
      }
    }
  }
  // Failed payments mark the sandbox's providers as down, so the methods come first.
  const owed = async (client: PaymentsClient) =>
    (await client.getStatement({ from: today(), to: today() })).closing_balance_xaf;
  assert.equal(await owed(fake), await owed(real), 'both owe the same after all of that');
});

test('webhooks of the fake verify with its keys, and reach the platform', async () => {
  const handed: string[] = [];
  const own = await createFakeService({ deliver: (url) => void handed.push(url) });
  const client = createClient({ baseUrl: 'http://fake.test', apiKey: 'any', fetch: own.fetch });
  const { service_tx_id: id } = await client.createDeposit(payment(randomUUID(), CALLBACK));
  await client.simulateOutcome(id, 'failed');
  const [webhook] = own.webhooks;
  assert.ok(webhook);
  const payload = await client.verifyWebhook(webhook.headers, webhook.body);
  assert.deepEqual([payload.event, payload.service_tx_id], ['payment.failed', id]);
  assert.deepEqual(handed, [CALLBACK.callback_url]);
  const byOther = createWebhookVerifier({
    jwks: (await createTestSigner({ hasOwnKey: true })).jwks,
  });
  await assert.rejects(byOther(webhook.headers, webhook.body), { problem: 'wrong_signature' });
});

test('a checkout of the fake says what differs, expires and reports it, and is not cancelled then', async () => {
  const { fetch, webhooks } = await createFakeService();
  const client = createClient({ baseUrl: 'http://fake.test', apiKey: 'any', fetch });
  const hook = 'https://shop.example/hook';
  const asked = { amount_xaf: 500, reference: 'cart-1', expires_in: 600, callback_url: hook };
  const { checkout_id: id } = await client.createCheckout(asked);
  const again = await client.createCheckout({ ...asked, amount_xaf: 700, lang: 'en' });
  const { isReplayed, differs } = again.lastResponse;
  assert.deepEqual([isReplayed, differs], [true, ['amount_xaf', 'lang']]);
  await client.advanceClock(601);
  assert.equal((await client.getCheckout(id)).state, 'expired');
  const refused = { name: 'ConflictError', code: 'checkout_not_open' };
  await assert.rejects(client.cancelCheckout(id), refused);
  assert.equal((await client.replayWebhook(id)).event, 'checkout.expired');
  const [one, replay] = await Promise.all(
    webhooks.map(({ headers, body }) => client.verifyWebhook(headers, body)),
  );
  assert.ok(one?.event === 'checkout.expired');
  assert.deepEqual([one.service_tx_id, one.checkout_id, one.operator], [id, id, null]);
  assert.deepEqual(replay, one);
});

test('the next answer can be a failure, from which the client recovers', async () => {
  fakeService.failNext(503);
  assert.equal((await fake.getHealth()).status, 'ok');
  fakeService.failNext(401, 'Invalid or missing API key');
  await assert.rejects(fake.getHealth(), /401: Invalid or missing API key/);
});
