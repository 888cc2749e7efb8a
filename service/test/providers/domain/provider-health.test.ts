import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  catalogueStatus,
  healthOf,
  healthStatus,
  levelForChoice,
} from '../../../src/domain/providers/provider-health.ts';
import { sentenceOf } from '../../../src/domain/remarks/remark.ts';

const GOOD = { flagEnabled: true, canConfirm: true, failures1h: 0, total1h: 0 };

test('a provider with no payments in the last hour is healthy', () => {
  assert.deepEqual(healthOf(GOOD), {
    level: 'ok',
    failureRate: 0,
    message: { code: 'provider_works' },
  });
});

test('a failure rate of exactly a tenth is healthy and anything above is degraded', () => {
  for (const total1h of [10, 30, 70, 1000]) {
    const tenth = total1h / 10;
    assert.equal(healthOf({ ...GOOD, failures1h: tenth, total1h }).level, 'ok', `${total1h}`);
    const above = healthOf({ ...GOOD, failures1h: tenth + 1, total1h });
    assert.equal(above.level, 'degraded', `${total1h}`);
    assert.equal(above.failureRate, (tenth + 1) / total1h);
  }
});

test('a handful of refusals moves nobody to the backup', () => {
  const level = (failures1h: number, total1h: number) =>
    levelForChoice(healthOf({ ...GOOD, failures1h, total1h }), total1h);
  assert.equal(level(1, 1), 'ok');
  assert.equal(level(19, 19), 'ok');
  assert.equal(level(3, 20), 'degraded');
  assert.equal(levelForChoice(healthOf({ ...GOOD, canConfirm: false }), 0), 'unavailable');
});

test('a degraded provider says how much fails', () => {
  const { message } = healthOf({ ...GOOD, failures1h: 1, total1h: 4 });
  assert.equal(sentenceOf(message), 'About 25% of the payments of the last hour failed.');
});

test('a provider that is switched off is unavailable and says so first', () => {
  const off = healthOf({ flagEnabled: false, canConfirm: false, failures1h: 9, total1h: 10 });
  assert.deepEqual(off, {
    level: 'unavailable',
    failureRate: 0.9,
    message: { code: 'provider_switched_off' },
  });
});

test('a provider that cannot confirm payments is unavailable, however few fail', () => {
  assert.deepEqual(healthOf({ ...GOOD, canConfirm: false }), {
    level: 'unavailable',
    failureRate: 0,
    message: { code: 'provider_cannot_confirm' },
  });
});

test('figures that cannot be stop the program', () => {
  assert.throws(() => healthOf({ ...GOOD, failures1h: 2, total1h: 1 }), /Impossible/);
  assert.throws(() => healthOf({ ...GOOD, failures1h: -1, total1h: 1 }), /Impossible/);
});

test('the catalogue and the health list have their own words for a healthy provider', () => {
  const levels = ['ok', 'degraded', 'unavailable'] as const;
  assert.deepEqual(levels.map(catalogueStatus), ['active', 'degraded', 'unavailable']);
  assert.deepEqual(levels.map(healthStatus), ['operational', 'degraded', 'unavailable']);
});
