import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  freePlaces,
  type Load,
  MOST_PER_RECEIVER,
  MOST_UNDER_WAY,
  type Pace,
} from '../../src/domain/receiver-limits.ts';

const NOTHING: Load = { slowAttempts: 0, slowReceivers: 0, newAttempts: 0 };

test('an idle system gives a receiver room for a burst', () => {
  const free = (pace: Pace) => freePlaces({ pace, underWay: 0 }, NOTHING);
  assert.equal(free('quick'), MOST_PER_RECEIVER);
  assert.equal(free('slow'), MOST_PER_RECEIVER);
  assert.equal(free('new'), 16);
});

test('no receiver has more under way than the most there may be', () => {
  for (const pace of ['quick', 'slow', 'new'] as const) {
    const before = freePlaces({ pace, underWay: 3 }, NOTHING);
    assert.equal(before, freePlaces({ pace, underWay: 0 }, NOTHING) - 3);
    assert.equal(freePlaces({ pace, underWay: MOST_PER_RECEIVER }, NOTHING), 0);
  }
});

test('slow receivers share their part, and each has at least one place', () => {
  const shareOf = (slowReceivers: number) =>
    freePlaces({ pace: 'slow', underWay: 0 }, { ...NOTHING, slowReceivers });
  assert.deepEqual([1, 5, 500, 100_000].map(shareOf), [512, 250, 2, 1]);
});

test('however many slow receivers there are, quick ones and newcomers find places', () => {
  const full: Load = { slowAttempts: 1_250, slowReceivers: 1_250, newAttempts: 0 };
  assert.equal(freePlaces({ pace: 'slow', underWay: 0 }, full), 0);
  assert.equal(freePlaces({ pace: 'new', underWay: 0 }, full), 16);
  assert.equal(freePlaces({ pace: 'quick', underWay: 0 }, full), MOST_PER_RECEIVER);
});

test('slow receivers and newcomers together never fill all places', () => {
  for (let slowAttempts = 0; slowAttempts <= 1_500; slowAttempts += 50) {
    for (let newAttempts = 0; newAttempts <= 250; newAttempts += 10) {
      const load = { slowAttempts, slowReceivers: 10, newAttempts };
      const taken = slowAttempts + newAttempts;
      for (const pace of ['slow', 'new'] as const) {
        const free = freePlaces({ pace, underWay: 0 }, load);
        assert.ok(free === 0 || taken + free <= 0.75 * MOST_UNDER_WAY, JSON.stringify(load));
      }
    }
  }
});
