import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Message, sentenceOf } from '../../../src/domain/messages/message.ts';
import {
  catalogueStatus,
  type DirectionState,
  healthOf,
  healthStatus,
  levelOf,
  TELLING_COUNT,
  withPayouts,
} from '../../../src/domain/providers/provider-health.ts';

const GOOD = { isUp: true, failures1h: 0, total1h: 0 };
const DOWN: Message = { code: 'provider_cannot_confirm' };
const OFF: Message = { code: 'provider_switched_off' };

function directions(
  deposit: Message | null,
  withdrawal: Message | null,
): readonly DirectionState[] {
  return [
    { direction: 'deposit', refusal: deposit },
    { direction: 'withdrawal', refusal: withdrawal },
  ];
}

const BOTH = directions(null, null);

test('a provider with no payments in the last hour is healthy', () => {
  assert.deepEqual(healthOf(GOOD, BOTH), {
    level: 'ok',
    failureRate: 0,
    message: { code: 'provider_works' },
  });
});

test('a failure rate of exactly a tenth is healthy and anything above is degraded', () => {
  for (const total1h of [20, 30, 70, 1000]) {
    const tenth = total1h / 10;
    const at = { ...GOOD, failures1h: tenth, total1h };
    assert.equal(healthOf(at, BOTH).level, 'ok', `${total1h}`);
    const above = healthOf({ ...at, failures1h: tenth + 1 }, BOTH);
    assert.equal(above.level, 'degraded', `${total1h}`);
    assert.equal(above.failureRate, (tenth + 1) / total1h);
  }
});

test('the shown level is the one that decides, and a handful of refusals does not change it', () => {
  for (const [failures1h, total1h, expected] of [
    [1, 1, 'ok'],
    [TELLING_COUNT - 1, TELLING_COUNT - 1, 'ok'],
    [3, TELLING_COUNT, 'degraded'],
  ] as const) {
    const signs = { ...GOOD, failures1h, total1h };
    assert.equal(levelOf(signs), expected);
    assert.equal(healthOf(signs, BOTH).level, expected);
    assert.equal(healthOf(signs, BOTH).failureRate, failures1h / total1h);
  }
  assert.equal(levelOf({ ...GOOD, isUp: false }), 'unavailable');
});

test('a degraded provider says how much fails', () => {
  const { message } = healthOf({ ...GOOD, failures1h: 5, total1h: 20 }, BOTH);
  assert.equal(
    sentenceOf(message),
    'About 25% of the payments of the last hour failed, not counting what players caused.',
  );
});

test('a provider is unavailable when it would take nothing, and says why', () => {
  const off = healthOf({ isUp: false, failures1h: 9, total1h: 10 }, directions(OFF, OFF));
  assert.deepEqual(off, { level: 'unavailable', failureRate: 0.9, message: OFF });
  const onlyDeposits = healthOf({ ...GOOD, isUp: false }, directions(DOWN, null).slice(0, 1));
  assert.deepEqual(onlyDeposits, { level: 'unavailable', failureRate: 0, message: DOWN });
});

test('a provider that would not take one direction is degraded and names it', () => {
  const { level, message } = healthOf({ ...GOOD, isUp: false }, directions(DOWN, null));
  assert.equal(level, 'degraded');
  assert.equal(
    sentenceOf(message),
    'Deposits are not accepted at the moment: This provider cannot confirm payments at the moment.',
  );
  const other = healthOf(GOOD, directions(null, OFF));
  assert.match(sentenceOf(other.message), /^Withdrawals are not accepted/);
});

test('a provider for withdrawals alone that does not answer is degraded: they are sent later', () => {
  const health = healthOf({ ...GOOD, isUp: false }, BOTH.slice(1));
  assert.deepEqual([health.level, health.message.code], ['degraded', 'provider_cannot_confirm']);
});

test('waiting payouts degrade a healthy provider; others already have a worse level', () => {
  const healthy = healthOf(GOOD, BOTH);
  assert.equal(withPayouts(healthy, null), healthy);
  assert.deepEqual(withPayouts(healthy, DOWN), {
    level: 'degraded',
    failureRate: 0,
    message: { code: 'payouts_wait', params: { because: DOWN } },
  });
  const off = healthOf(GOOD, directions(OFF, OFF));
  assert.equal(withPayouts(off, DOWN), off);
});

test('figures that cannot be stop the program', () => {
  assert.throws(() => levelOf({ ...GOOD, failures1h: 2, total1h: 1 }), /Impossible/);
  assert.throws(() => levelOf({ ...GOOD, failures1h: -1, total1h: 1 }), /Impossible/);
});

test('the catalogue and the health list name a healthy provider differently', () => {
  const levels = ['ok', 'degraded', 'unavailable'] as const;
  assert.deepEqual(levels.map(catalogueStatus), ['active', 'degraded', 'unavailable']);
  assert.deepEqual(levels.map(healthStatus), ['operational', 'degraded', 'unavailable']);
});
