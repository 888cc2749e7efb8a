import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  freeSlots,
  freeToClaim,
  isSupplied,
  type Load,
  MAX_PER_RECEIVER,
  MAX_UNDER_WAY,
  type Pace,
} from '../../../src/domain/webhooks/receiver-limits.ts';

const NOTHING: Load = {
  slowAttempts: 0,
  slowReceivers: 0,
  newAttempts: 0,
  quickWaiting: 0,
  othersWaiting: 0,
  signable: 1_000,
  processes: 1,
};

test('an idle system gives a receiver room for a burst', () => {
  const free = (pace: Pace) => freeSlots({ pace, underWay: 0 }, NOTHING);
  assert.deepEqual([free('quick'), free('slow'), free('new')], [256, 64, 16]);
});

test('no receiver has more under way than the most there may be', () => {
  for (const pace of ['quick', 'slow', 'new'] as const) {
    const most = pace === 'new' ? 16 : MAX_PER_RECEIVER;
    assert.equal(freeSlots({ pace, underWay: most - 3 }, NOTHING), 3);
    assert.equal(freeSlots({ pace, underWay: most }, NOTHING), 0);
    assert.equal(freeSlots({ pace, underWay: most + 1 }, NOTHING), 0);
  }
});

test('slow receivers share their part, and each has at least one slot', () => {
  const shareOf = (slowReceivers: number) =>
    freeSlots({ pace: 'slow', underWay: 0 }, { ...NOTHING, slowReceivers });
  assert.deepEqual([1, 15, 500, 100_000].map(shareOf), [64, 64, 2, 1]);
});

test('however many slow receivers there are, quick ones and newcomers find slots', () => {
  const full: Load = { ...NOTHING, slowAttempts: 1_000, slowReceivers: 1_000 };
  assert.equal(freeSlots({ pace: 'slow', underWay: 0 }, full), 0);
  assert.equal(freeSlots({ pace: 'new', underWay: 0 }, full), 16);
  assert.equal(freeSlots({ pace: 'quick', underWay: 0 }, full), 256);
});

test('newcomers share a part of their own until they are known', () => {
  const free = (newAttempts: number) =>
    freeSlots({ pace: 'new', underWay: 0 }, { ...NOTHING, newAttempts });
  assert.deepEqual([0, 584, 595, 600, 601].map(free), [16, 16, 5, 0, 0]);
});

test('slow receivers and newcomers never fill all slots', () => {
  for (let slowAttempts = 0; slowAttempts <= 1_600; slowAttempts += 50) {
    for (let newAttempts = 0; newAttempts <= 600; newAttempts += 25) {
      const load = { ...NOTHING, slowAttempts, slowReceivers: 10, newAttempts };
      const taken = slowAttempts + newAttempts;
      for (const pace of ['slow', 'new'] as const) {
        const free = freeSlots({ pace, underWay: 0 }, load);
        assert.ok(free === 0 || taken + free <= 0.8 * MAX_UNDER_WAY, JSON.stringify(load));
      }
    }
  }
});

test('what waits to be signed is limited, for quick receivers and for the others on their own', () => {
  const free = (pace: Pace, waiting: Partial<Load>) =>
    freeSlots({ pace, underWay: 0 }, { ...NOTHING, ...waiting });
  assert.equal(free('quick', { quickWaiting: 250 }), 6);
  assert.equal(free('quick', { quickWaiting: 300 }), 0);
  for (const pace of ['slow', 'new'] as const) {
    assert.equal(free(pace, { othersWaiting: 58 }), 6);
    assert.equal(free(pace, { othersWaiting: 64 }), 0);
    assert.ok(free(pace, { quickWaiting: 256 }) > 0);
  }
  assert.equal(free('quick', { othersWaiting: 64 }), 256);
});

test('a process that signs slowly claims only what it can sign in time, and never nothing', () => {
  const free = (pace: Pace, signable: number) =>
    freeSlots({ pace, underWay: 0 }, { ...NOTHING, signable });
  assert.deepEqual([free('quick', 40), free('slow', 40), free('new', 40)], [40, 10, 10]);
  assert.deepEqual([free('quick', 0), free('slow', 0), free('new', 0)], [16, 4, 4]);
  const waiting = { ...NOTHING, signable: 40, quickWaiting: 40 };
  assert.equal(freeToClaim(waiting), 40, 'others still have their part');
  assert.equal(freeToClaim({ ...waiting, othersWaiting: 10 }), 0);
  assert.equal(freeToClaim({ ...waiting, quickWaiting: 90, othersWaiting: 90 }), 0);
});

test('while more than half of what can be signed soon waits, nothing is claimed', () => {
  const load = { ...NOTHING, signable: 40 };
  assert.equal(isSupplied({ ...load, quickWaiting: 20 }), false);
  assert.equal(isSupplied({ ...load, quickWaiting: 21 }), true);
  assert.equal(isSupplied({ ...load, quickWaiting: 15, othersWaiting: 6 }), true);
  assert.equal(isSupplied(NOTHING), false);
});

test('several processes have no more slots in total than one has alone, and each has some', () => {
  for (const pace of ['quick', 'new', 'slow'] as const) {
    const alone = freeSlots({ pace, underWay: 0 }, { ...NOTHING, signable: 100_000 });
    for (let processes = 2; processes <= 32; processes += 1) {
      const free = freeSlots({ pace, underWay: 0 }, { ...NOTHING, signable: 100_000, processes });
      assert.ok(free >= 1 && free <= Math.max(1, alone), `${pace}: ${free} of ${processes}`);
      if (pace === 'new') assert.equal(free, Math.max(1, Math.floor(16 / processes)));
    }
  }
  const load = { ...NOTHING, processes: 4, slowAttempts: 250, slowReceivers: 1 };
  assert.equal(freeSlots({ pace: 'slow', underWay: 0 }, load), 0);
});
