import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPayeeNames } from '../../src/flows/provider-requests/payee-name.ts';
import type { Adapter, Connector, PayeeAnswer } from '../../src/providers/provider.ts';
import { SANDBOX_CHANNELS } from '../../src/providers/sandbox/catalogue.ts';
import { SANDBOX } from '../../src/providers/sandbox/index.ts';
import { limitTime } from '../support/slowness.ts';

const PAYOUT = {
  direction: 'withdrawal',
  state: 'pending_approval',
  providerId: 'mtn-momo',
  channelId: 'mtn-momo-sandbox',
  msisdn: '+237670000001',
} as const;
const ADA: PayeeAnswer = { kind: 'found', name: 'ADA MBARGA' };

/** Names from a provider that answers what the test says, on a clock that it moves. */
function setUp(options: { readonly payeeName?: boolean } = {}) {
  const world = {
    nowMs: 0,
    asked: 0,
    answer: async (): Promise<PayeeAnswer> => ADA,
  };
  const { payeeName = true } = options;
  const adapter: Adapter = { ...SANDBOX, abilities: { ...SANDBOX.abilities, payeeName } };
  const connector: Connector = {
    ...SANDBOX.connect({}),
    findPayeeName: () => {
      world.asked += 1;
      return world.answer();
    },
  };
  const names = createPayeeNames({
    connectors: {
      find: async (id) => (id === PAYOUT.providerId ? { adapter, connector } : null),
    },
    catalogue: { recent: async () => ({ channels: SANDBOX_CHANNELS }) },
    now: () => world.nowMs,
  });
  return { world, names };
}

test('a name is remembered for an hour', async () => {
  const { world, names } = setUp();
  assert.deepEqual(await names.find(PAYOUT), ADA);
  world.nowMs = 3_599_999;
  assert.deepEqual(await names.find(PAYOUT), ADA);
  assert.equal(world.asked, 1);
  world.nowMs = 3_600_001;
  await names.find(PAYOUT);
  assert.equal(world.asked, 2);
});

const NO_ANSWER = { kind: 'no_answer' } as const;

const FAILURES: readonly (readonly [string, () => Promise<PayeeAnswer>, object])[] = [
  ['the number is unknown', async () => ({ kind: 'not_found' }), { kind: 'no_account' }],
  [
    'the provider does not answer',
    async () => ({ kind: 'unknown', problem: { code: 'no_time_left' } }),
    NO_ANSWER,
  ],
  ['the adapter throws against its contract', () => Promise.reject(new Error('broken')), NO_ANSWER],
];

for (const [what, failure, expected] of FAILURES) {
  test(`it answers that there is no name, and why, and asks again after 30 seconds, when ${what}`, async () => {
    const { world, names } = setUp();
    world.answer = failure;
    assert.deepEqual(await names.find(PAYOUT), expected);
    world.answer = async () => ADA;
    world.nowMs = 29_999;
    assert.deepEqual(await names.find(PAYOUT), expected);
    world.nowMs = 30_001;
    assert.deepEqual(await names.find(PAYOUT), ADA);
  });
}

test('an adapter that never answers delays no caller beyond the limit', async () => {
  const { world, names } = setUp();
  world.answer = () => new Promise(() => {});
  const inTime = limitTime(3_000);
  assert.deepEqual(await names.find(PAYOUT), NO_ANSWER);
  inTime();
  assert.deepEqual(await names.find(PAYOUT), NO_ANSWER);
  assert.equal(world.asked, 1);
});

test('while a provider hangs, no other caller waits for it', async () => {
  const { world, names } = setUp();
  world.answer = async () => {
    world.nowMs += 2_500;
    return { kind: 'unknown', problem: { code: 'no_time_left' } };
  };
  assert.deepEqual(await names.find(PAYOUT), NO_ANSWER);
  world.answer = async () => ADA;
  const other = { ...PAYOUT, msisdn: '+237670000002' };
  assert.deepEqual(await names.find(other), NO_ANSWER);
  assert.equal(world.asked, 1);
  world.nowMs += 30_001;
  assert.deepEqual(await names.find(other), ADA);
});

test('an adapter that gives no names, and a provider or channel that is gone, are not asked', async () => {
  const mute = setUp({ payeeName: false });
  assert.deepEqual(await mute.names.find(PAYOUT), NO_ANSWER);
  const { world, names } = setUp();
  assert.deepEqual(await names.find({ ...PAYOUT, providerId: 'gone' }), NO_ANSWER);
  assert.deepEqual(
    await names.find({ ...PAYOUT, msisdn: '+237670000002', channelId: 'gone' }),
    NO_ANSWER,
  );
  assert.equal(mute.world.asked + world.asked, 0);
});

test('only payouts that are not settled are asked about', async () => {
  const { world, names } = setUp();
  for (const state of ['succeeded', 'failed'] as const) {
    assert.equal(await names.find({ ...PAYOUT, state }), null);
  }
  assert.equal(await names.find({ ...PAYOUT, direction: 'deposit', state: 'pending' }), null);
  assert.equal(world.asked, 0);
});

test('500 numbers are remembered, and the oldest is forgotten for a new one', async () => {
  const { world, names } = setUp();
  const numberAt = (index: number) => `+23767${String(index).padStart(7, '0')}`;
  for (let index = 0; index <= 500; index += 1) {
    await names.find({ ...PAYOUT, msisdn: numberAt(index) });
  }
  assert.equal(world.asked, 501);
  await names.find({ ...PAYOUT, msisdn: numberAt(1) });
  assert.equal(world.asked, 501);
  await names.find({ ...PAYOUT, msisdn: numberAt(0) });
  assert.equal(world.asked, 502);
});
