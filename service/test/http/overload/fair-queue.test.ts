import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue, type FairQueue } from '../../../src/http/request/overload.ts';

const DELAY_MS = 50;

function add(queue: FairQueue<string>, owner: string, count: number, atMs: number): void {
  for (let n = 0; n < count; n += 1) queue.add(owner, owner, atMs);
}

function take(queue: FairQueue<string>, count: number): string {
  return Array.from({ length: count }, () => queue.takeNext() ?? '-').join('');
}

test('one of each owner in turn, and an owner that wants little waits for one of each other', () => {
  const queue = createFairQueue<string>(DELAY_MS);
  add(queue, 'a', 5, 0);
  assert.equal(take(queue, 2), 'aa');
  add(queue, 'b', 1, 1);
  add(queue, 'c', 2, 1);
  assert.equal(queue.size(), 6);
  assert.equal(take(queue, 7), 'abcaca-');
  assert.equal(queue.size(), 0);
});

test('what belongs to one owner is taken in its order', () => {
  const queue = createFairQueue<number>(DELAY_MS);
  for (let n = 0; n < 100; n += 1) queue.add('a', n, n);
  assert.deepEqual(queue.takeLate(1_000).slice(0, 3), [0, 1, 2]);
  assert.equal(queue.takeNext(), 36);
});

test('a burst is served; once there is a standing queue, nothing waits for longer than the delay', () => {
  const cases = [
    { name: 'a burst', arrivals: [0], atMs: 100, late: 0 },
    { name: 'it does not go away', arrivals: [0], atMs: 101, late: 136 },
    { name: 'it is standing, but these came just now', arrivals: [0, 51], atMs: 101, late: 200 },
    { name: 'and now they are late, too', arrivals: [0, 50], atMs: 101, late: 336 },
  ];
  for (const { name, arrivals, atMs, late } of cases) {
    const queue = createFairQueue<string>(DELAY_MS);
    for (const arrivedMs of arrivals) add(queue, 'a', 200, arrivedMs);
    assert.equal(queue.takeLate(atMs).length, late, name);
  }
});

test('a queue that became empty meanwhile is no standing queue', () => {
  const queue = createFairQueue<string>(DELAY_MS);
  add(queue, 'a', 1, 0);
  assert.equal(take(queue, 2), 'a-');
  add(queue, 'a', 100, 500);
  assert.equal(queue.takeLate(600).length, 0);
});

test('an owner whose items were all late has no turn any more', () => {
  const queue = createFairQueue<string>(DELAY_MS);
  const owners = Array.from({ length: 65 }, (_, index) => `${index}`);
  for (const owner of owners) queue.add(owner, owner, 0);
  assert.deepEqual(queue.takeLate(1_000), owners, 'so many owners have no part of the few');
  assert.equal(queue.size(), 0);
  assert.equal(queue.takeNext(), null);
});

test('what one owner has waiting makes nothing of another late', () => {
  const queue = createFairQueue<string>(DELAY_MS);
  add(queue, 'noisy', 500, 0);
  add(queue, 'quiet', 100, 100);
  const late = queue.takeLate(200);
  assert.deepEqual([...new Set(late)], ['noisy']);
  assert.equal(late.length, 468);
});

test('a few are never late, of one owner or of several', () => {
  const queue = createFairQueue<string>(DELAY_MS);
  add(queue, 'a', 64, 0);
  assert.deepEqual(queue.takeLate(10_000), []);
  add(queue, 'b', 32, 0);
  assert.equal(queue.takeLate(10_000).join(''), 'a'.repeat(32));
});
