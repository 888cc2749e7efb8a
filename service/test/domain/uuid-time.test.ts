import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { firstIdAt } from '../../src/domain/uuid-time.ts';

test('every id of a moment lies between the first ids of that moment and the next', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const before = Date.now();
    const id = randomUUIDv7();
    const after = Date.now();
    assert.ok(firstIdAt(new Date(before)) <= id);
    assert.ok(id < firstIdAt(new Date(after + 1)));
  }
});
