import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Channel,
  type ChannelChoice,
  chooseChannel,
  isSwitchedOff,
  type Provider,
  rankChannels,
} from '../../../src/domain/providers/channel.ts';
import type { HealthLevel } from '../../../src/domain/providers/provider-health.ts';

const PRIMARY = provider({ id: 'primary', isPrimary: true, priority: 5 });
const BACKUP = provider({ id: 'backup', priority: 1 });
const SPARE = provider({ id: 'spare', priority: 2 });

test('of healthy providers the primary one is chosen, then by priority, then by id', () => {
  assert.equal(chosen({ providers: [SPARE, BACKUP, PRIMARY] }), 'primary');
  assert.equal(chosen({ providers: [SPARE, BACKUP] }), 'backup');
  assert.equal(chosen({ providers: [BACKUP, { ...SPARE, priority: 0 }] }), 'spare');
  const equals = [SPARE, { ...BACKUP, priority: 2 }];
  const channels = [
    { ...channelOf(SPARE), id: 'a' },
    { ...channelOf(BACKUP), id: 'b' },
  ];
  assert.equal(chosen({ providers: equals, channels }), 'backup');
});

test('a healthy backup is chosen before a degraded primary', () => {
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], levels: { primary: 'degraded' } }), 'backup');
});

test('a degraded provider is still used when nothing better is there', () => {
  const levels = { primary: 'degraded', backup: 'unavailable' } as const;
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], levels }), 'primary');
});

test('a deposit is never sent to a provider that cannot confirm it', () => {
  const levels = { primary: 'unavailable' } as const;
  assert.equal(chosen({ providers: [PRIMARY], levels }), 'cannot_confirm');
});

test('a withdrawal needs only a provider that is switched on, the healthiest first', () => {
  const levels = { primary: 'unavailable', backup: 'degraded' } as const;
  const withdrawal = { direction: 'withdrawal', levels } as const;
  assert.equal(chosen({ providers: [PRIMARY], ...withdrawal }), 'primary');
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], ...withdrawal }), 'backup');
  const off = { ...PRIMARY, flagEnabled: false };
  assert.equal(chosen({ providers: [off], ...withdrawal }), 'switched_off');
});

test('a provider or a channel that is switched off is not used', () => {
  assert.equal(chosen({ providers: [{ ...PRIMARY, flagEnabled: false }] }), 'switched_off');
  const channels = [{ ...channelOf(PRIMARY), enabled: false }];
  assert.equal(chosen({ providers: [PRIMARY], channels }), 'switched_off');
});

test('an operator is switched off when every way that is set up is', () => {
  const off = { ...PRIMARY, flagEnabled: false };
  const closed = [{ ...channelOf(BACKUP), enabled: false }];
  assert.equal(isSwitchedOff(choice({ providers: [off] })), true);
  assert.equal(isSwitchedOff(choice({ providers: [off, BACKUP] })), false);
  assert.equal(isSwitchedOff(choice({ providers: [off, BACKUP], channels: closed })), true);
  assert.equal(isSwitchedOff(choice({ providers: [off], channels: [] })), false, 'never set up');
});

test('only providers and channels of the operator, direction and mode are considered', () => {
  const none = 'not_configured';
  const customer = 'customer_initiated';
  assert.equal(chosen({ providers: [] }), none);
  assert.equal(chosen({ providers: [PRIMARY], channels: [] }), none);
  assert.equal(chosen({ providers: [{ ...PRIMARY, operators: ['orange'] }] }), none);
  assert.equal(chosen({ providers: [{ ...PRIMARY, directions: ['withdrawal'] }] }), none);
  assert.equal(chosen({ providers: [PRIMARY], operator: 'orange' }), none);
  assert.equal(chosen({ providers: [PRIMARY], mode: customer }), none);
  assert.equal(chosen({ providers: [PRIMARY], mode: 'merchant_initiated' }), 'primary');
  const withdrawal = { direction: 'withdrawal', mode: customer } as const;
  assert.equal(chosen({ providers: [PRIMARY], ...withdrawal }), 'primary');
});

test('of several channels of one provider the first by id is chosen', () => {
  const second = { ...channelOf(PRIMARY), id: 'b' };
  const first = { ...channelOf(PRIMARY), id: 'a' };
  const channels = [second, { ...channelOf(BACKUP), id: '0' }, first];
  const result = chooseChannel(choice({ providers: [PRIMARY], channels }));
  assert.deepEqual(result, { kind: 'chosen', provider: PRIMARY, channel: first });
});

test('an amount that no channel takes is refused with the nearest one that a channel does', () => {
  const limited = (minAmountXaf: number | null, maxAmountXaf: number | null) => (of: Provider) => ({
    ...channelOf(of),
    minAmountXaf,
    maxAmountXaf,
  });
  const channels = [limited(200, 1_000)(PRIMARY), limited(500, 5_000)(BACKUP)];
  const situation = { providers: [PRIMARY, BACKUP], channels };
  for (const [amountXaf, expected] of [
    [199, 'at_least 200'],
    [200, 'primary'],
    [1_000, 'primary'],
    [1_001, 'backup'],
    [5_000, 'backup'],
    [5_001, 'at_most 5000'],
  ] as const) {
    assert.equal(chosen({ ...situation, amountXaf }), expected, `${amountXaf}`);
  }
  const gap = [limited(null, 300)(PRIMARY), limited(1_000, null)(BACKUP)];
  assert.equal(chosen({ ...situation, channels: gap, amountXaf: 400 }), 'at_most 300');
  assert.equal(chosen({ ...situation, channels: gap, amountXaf: 900 }), 'at_least 1000');
});

test('a channel without a limit takes any amount, and a limit is itself taken', () => {
  const open = { ...channelOf(PRIMARY), minAmountXaf: null, maxAmountXaf: null };
  const one = { providers: [PRIMARY], channels: [open] };
  for (const amountXaf of [1, 10_000_000, undefined]) {
    assert.equal(chosen({ ...one, amountXaf }), 'primary');
  }
  const limited = [{ ...open, minAmountXaf: 200, maxAmountXaf: 1_000 }];
  assert.equal(chosen({ ...one, channels: limited }), 'primary', 'without an amount any will do');
});

test('a channel without a way to confirm payments gets no deposit, and may pay out', () => {
  const mute = new Map([['primary-mtn', true]]);
  assert.equal(chosen({ providers: [PRIMARY], mute }), 'cannot_confirm');
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], mute }), 'backup');
  assert.equal(chosen({ providers: [PRIMARY], mute, direction: 'withdrawal' }), 'primary');
});

test('a line in a gap is used after others, as a degraded one is, and never as worse', () => {
  const confirmsLate = new Set(['primary-mtn']);
  assert.equal(chosen({ providers: [PRIMARY], confirmsLate }), 'primary');
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], confirmsLate }), 'backup');
  const levels = { backup: 'degraded' } as const;
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], confirmsLate, levels }), 'primary');
  const down = { primary: 'unavailable' } as const;
  assert.equal(chosen({ providers: [PRIMARY], confirmsLate, levels: down }), 'cannot_confirm');
  const withdrawal = {
    providers: [PRIMARY, BACKUP],
    confirmsLate,
    direction: 'withdrawal',
  } as const;
  assert.equal(chosen(withdrawal), 'primary', 'a payout needs no text');
});

test('a payout takes a channel that can pay, and waits at the other one if there is none', () => {
  const cannotPay = new Map([['primary-mtn', true]]);
  const withdrawal = { cannotPay, direction: 'withdrawal' } as const;
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], ...withdrawal }), 'backup');
  assert.equal(chosen({ providers: [PRIMARY], ...withdrawal }), 'primary');
  assert.equal(chosen({ providers: [PRIMARY, BACKUP], cannotPay }), 'primary', 'deposits do not');
});

test('between equal channels the least busy one is used, then the first by id', () => {
  const [a, b] = ['a', 'b'].map((id) => ({ ...channelOf(PRIMARY), id }));
  assert.ok(a !== undefined && b !== undefined);
  const ranked = (waiting: readonly (readonly [string, number])[], channels: readonly Channel[]) =>
    rankChannels(choice({ providers: [PRIMARY], channels, waiting: new Map(waiting) })).map(
      ({ channel }) => channel.id,
    );
  assert.deepEqual(
    ranked(
      [
        ['a', 2],
        ['b', 1],
      ],
      [a, b],
    ),
    ['b', 'a'],
  );
  assert.deepEqual(ranked([['a', 1]], [a, b]), ['b', 'a']);
  assert.deepEqual(ranked([], [b, a]), ['a', 'b']);
  assert.deepEqual(ranked([], [a, b]), ['a', 'b']);
});

test('ways for the money are those that are on and take the amount, the best first', () => {
  const channels = [channelOf(SPARE), { ...channelOf(BACKUP), maxAmountXaf: 100 }].concat(
    channelOf(PRIMARY),
  );
  const ways = (amountXaf: number, providers: readonly Provider[]) =>
    rankChannels(choice({ providers, channels, amountXaf })).map(({ provider }) => provider.id);
  const all = [SPARE, BACKUP, PRIMARY];
  assert.deepEqual(ways(100, all), ['primary', 'backup', 'spare']);
  assert.deepEqual(ways(101, all), ['primary', 'spare']);
  assert.deepEqual(ways(100, [{ ...SPARE, flagEnabled: false }, BACKUP]), ['backup']);
});

test('a channel of another operator is not used, whatever its provider', () => {
  const both = { ...PRIMARY, operators: ['mtn', 'orange'] as const };
  const channels = [{ ...channelOf(PRIMARY), operator: 'orange' as const }];
  assert.equal(chosen({ providers: [both], channels }), 'not_configured');
  assert.equal(chosen({ providers: [both], channels, operator: 'orange' }), 'primary');
});

test('the choice does not depend on the order of the lists', () => {
  const providers = [PRIMARY, BACKUP, SPARE];
  const anyLevel = fc.constantFrom<HealthLevel>('ok', 'degraded', 'unavailable');
  const anyLevels = fc.record({ primary: anyLevel, backup: anyLevel, spare: anyLevel });
  const anyOrder = fc.shuffledSubarray(providers, { minLength: 3 });
  fc.assert(
    fc.property(anyLevels, anyOrder, (levels, shuffled) => {
      assert.equal(chosen({ providers: shuffled, levels }), chosen({ providers, levels }));
    }),
  );
});

test('a provider whose health is not known stops the program', () => {
  const blind = { ...choice({ providers: [PRIMARY] }), health: new Map() };
  assert.throws(() => chooseChannel(blind), /Impossible/);
});

interface Situation extends Partial<Omit<ChannelChoice, 'health'>> {
  readonly providers: readonly Provider[];
  readonly levels?: Readonly<Record<string, HealthLevel>>;
}

function chosen(situation: Situation): string {
  const result = chooseChannel(choice(situation));
  if (result.kind === 'amount_refused') return `${result.bound.kind} ${result.bound.amountXaf}`;
  return result.kind === 'chosen' ? result.provider.id : result.reason;
}

function choice({ levels = {}, ...situation }: Situation): ChannelChoice {
  const { providers } = situation;
  return {
    channels: providers.map(channelOf),
    health: new Map(providers.map(({ id }) => [id, levels[id] ?? 'ok'])),
    operator: 'mtn',
    direction: 'deposit',
    ...situation,
  };
}

function provider(own: Partial<Provider>): Provider {
  return {
    id: 'provider',
    adapter: 'sample',
    displayName: 'Sample',
    description: 'A provider for tests.',
    operators: ['mtn'],
    directions: ['deposit', 'withdrawal'],
    depositFeePercent: 0,
    withdrawalFeePercent: 0,
    depositFeeMessage: 'No fee.',
    isPrimary: false,
    priority: 1,
    flagEnabled: true,
    ...own,
  };
}

function channelOf({ id }: Provider): Channel {
  return {
    id: `${id}-mtn`,
    providerId: id,
    operator: 'mtn',
    collectionMode: 'merchant_initiated',
    merchantNumber: '+237670000000',
    merchantDisplayName: null,
    ussdTemplate: null,
    illustrationUrl: null,
    illustrationAlt: null,
    enabled: true,
    minAmountXaf: null,
    maxAmountXaf: null,
  };
}
