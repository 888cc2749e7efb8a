import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThrottle } from '../../../src/flows/access/limits/throttle.ts';

function setUp() {
  const clock = { ms: 0 };
  const throttle = createThrottle({ limit: 3, windowMs: 60_000, now: () => clock.ms });
  return { clock, throttle };
}

test('a key waits once its limit is reached, for the whole time since its last attempt', async () => {
  const { clock, throttle } = setUp();
  for (const at of [0, 10_000, 20_000]) {
    clock.ms = at;
    assert.equal(await throttle.take('a'), 0);
  }
  assert.equal(await throttle.take('a'), 60);
  assert.equal(await throttle.waitSeconds('a'), 60);
  clock.ms = 79_999;
  assert.equal(await throttle.waitSeconds('a'), 1);
  clock.ms = 80_000;
  assert.equal(await throttle.waitSeconds('a'), 0);
});

test('keys do not count for each other, and a right attempt does not count', async () => {
  const { throttle } = setUp();
  for (let i = 0; i < 3; i += 1) await throttle.take('a');
  assert.equal(await throttle.waitSeconds('b'), 0);
  await throttle.forgive('a');
  assert.equal(await throttle.waitSeconds('a'), 0);
  await throttle.take('a');
  assert.notEqual(await throttle.waitSeconds('a'), 0);
});

test('attempts that are long ago are forgotten', async () => {
  const { clock, throttle } = setUp();
  await throttle.take('a');
  await throttle.take('a');
  clock.ms = 60_000;
  await throttle.take('a');
  assert.equal(await throttle.waitSeconds('a'), 0);
});

test('many keys do not fill the memory: the oldest are forgotten', async () => {
  const { throttle } = setUp();
  for (let i = 0; i < 3; i += 1) await throttle.take('first');
  for (let i = 0; i < 9_999; i += 1) await throttle.take(`other ${i}`);
  assert.notEqual(await throttle.waitSeconds('first'), 0);
  await throttle.take('one more');
  assert.equal(await throttle.waitSeconds('first'), 0);
});

test('a throttle with a pace counts on, one at a time, and lets no line grow long', async () => {
  const clock = { ms: 0 };
  const throttle = createThrottle({
    limit: 2,
    windowMs: 60_000,
    paceMs: 1_000,
    now: () => clock.ms,
  });
  const taken: number[] = [];
  for (let n = 0; n < 10; n += 1) taken.push(await throttle.take('a'));
  assert.deepEqual(taken, [0, 0, 1, 2, 3, 4, 5, 6, 6, 6], 'more than five seconds are not waited');
  assert.equal(await throttle.take('b'), 0);
  clock.ms = 7_000;
  assert.equal(await throttle.take('a'), 0);
  assert.equal(await throttle.take('a'), 1);
  clock.ms = 70_000;
  assert.equal(await throttle.take('a'), 0, 'long ago is forgotten');
});
