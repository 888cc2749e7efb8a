import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Channel,
  directionStatesOf,
  type Provider,
  type Ways,
} from '../../../src/domain/providers/channel.ts';

const PROVIDER: Provider = {
  id: 'provider',
  adapter: 'sample',
  displayName: 'Sample',
  description: 'A provider for tests.',
  operators: ['mtn', 'orange'],
  directions: ['deposit', 'withdrawal'],
  depositFeePercent: 0,
  withdrawalFeePercent: 0,
  depositFeeMessage: 'No fee.',
  isPrimary: true,
  priority: 1,
  flagEnabled: true,
};
const MTN: Channel = {
  id: 'mtn',
  providerId: 'provider',
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
const ORANGE: Channel = { ...MTN, id: 'orange', operator: 'orange' };
const WAYS: Ways = { channels: [MTN, ORANGE], health: new Map([['provider', 'ok']]) };
const MUTE = new Map([
  ['mtn', true],
  ['orange', true],
]);

const STATES: readonly (readonly [
  name: string,
  provider: Partial<Provider>,
  ways: Partial<Ways>,
  refusals: readonly (string | null)[],
])[] = [
  ['works', {}, {}, [null, null]],
  ['has one direction', { directions: ['withdrawal'] }, {}, [null]],
  [
    'has no channel',
    {},
    { channels: [] },
    ['provider_without_channel', 'provider_without_channel'],
  ],
  // One operator is enough: its players can pay.
  ['has a channel for one operator', {}, { channels: [ORANGE] }, [null, null]],
  [
    'has channels that are off',
    {},
    { channels: [MTN, ORANGE].map((channel) => ({ ...channel, enabled: false })) },
    ['channels_switched_off', 'channels_switched_off'],
  ],
  [
    'is switched off',
    { flagEnabled: false },
    {},
    ['provider_switched_off', 'provider_switched_off'],
  ],
  // A payout waits for approval anyway.
  ['confirms nothing', {}, { mute: MUTE }, ['provider_cannot_confirm', null]],
  ['confirms for one operator', {}, { mute: new Map([['mtn', true]]) }, [null, null]],
  ['serves no operator', { operators: [] }, {}, [null, null]],
];

for (const [name, changes, ways, refusals] of STATES) {
  test(`a provider that ${name} says of each direction whether it would take a payment`, () => {
    const provider = { ...PROVIDER, ...changes };
    const states = directionStatesOf(provider, { ...WAYS, ...ways });
    assert.deepEqual(
      states.map(({ direction }) => direction),
      provider.directions,
    );
    assert.deepEqual(
      states.map(({ refusal }) => refusal?.code ?? null),
      refusals,
    );
  });
}
