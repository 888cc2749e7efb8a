import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThrottle } from '../../../src/flows/access/throttle.ts';

function setUp() {
  const clock = { ms: 0 };
  const throttle = createThrottle({ limit: 3, windowMs: 60_000, now: () => clock.ms });
  return { clock, throttle };
}

test('a key waits once its limit is reached, for the whole time since its last attempt', () => {
  const { clock, throttle } = setUp();
  for (const at of [0, 10_000, 20_000]) {
    clock.ms = at;
    assert.equal(throttle.waitSeconds('a'), 0);
    throttle.count('a');
  }
  assert.equal(throttle.waitSeconds('a'), 60);
  clock.ms = 79_999;
  assert.equal(throttle.waitSeconds('a'), 1);
  clock.ms = 80_000;
  assert.equal(throttle.waitSeconds('a'), 0);
});

test('keys do not count for each other, and a right attempt does not count', () => {
  const { throttle } = setUp();
  for (let i = 0; i < 3; i += 1) throttle.count('a');
  assert.equal(throttle.waitSeconds('b'), 0);
  throttle.forgive('a');
  assert.equal(throttle.waitSeconds('a'), 0);
  throttle.count('a');
  assert.notEqual(throttle.waitSeconds('a'), 0);
});

test('attempts that are long ago are forgotten', () => {
  const { clock, throttle } = setUp();
  throttle.count('a');
  throttle.count('a');
  clock.ms = 60_000;
  throttle.count('a');
  assert.equal(throttle.waitSeconds('a'), 0);
});

test('many keys do not fill the memory: the oldest are forgotten', () => {
  const { throttle } = setUp();
  for (let i = 0; i < 3; i += 1) throttle.count('first');
  for (let i = 0; i < 9_999; i += 1) throttle.count(`other ${i}`);
  assert.notEqual(throttle.waitSeconds('first'), 0);
  throttle.count('one more');
  assert.equal(throttle.waitSeconds('first'), 0);
});
