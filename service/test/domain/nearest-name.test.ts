import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestOf } from '../../src/domain/nearest-name.ts';

const KNOWN = ['reference', 'player_id', 'direction', 'status', 'limit'];

test('a name that is a step in four letters away is found, and no other', () => {
  for (const [name, meant] of [
    ['refrence', 'reference'],
    ['sttaus', 'status'],
    ['limits', 'limit'],
    ['directoin', 'direction'],
    ['page', null],
    ['', null],
  ] as const) {
    assert.equal(nearestOf(name, KNOWN), meant, name);
  }
});

test('of names that are equally near the first one is meant', () => {
  assert.equal(nearestOf('cat', ['bat', 'hat']), 'bat');
  assert.equal(nearestOf('cat', ['hat', 'bat']), 'hat');
});

test('a long name of a stranger costs next to nothing', () => {
  const before = process.cpuUsage();
  assert.equal(nearestOf('x'.repeat(200_000), KNOWN), null);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 100_000, `${user} µs`);
});
