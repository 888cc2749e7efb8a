import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDay, readMoment } from '../../../src/contract/validation/schema-options.ts';

test('a day is one that there is, written as days are', () => {
  for (const day of ['2026-03-01', '2024-02-29', '0001-01-01', '9999-12-31']) {
    assert.equal(readDay(day), day);
  }
  for (const text of ['2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10', '2026-3-1', '']) {
    assert.equal(readDay(text), null, text);
  }
  for (const text of ['0000-01-01', '+10000-01-01', '2026-03-01T00:00:00Z', ' 2026-03-01']) {
    assert.equal(readDay(text), null, text);
  }
});

test('a moment is read in any zone and written in ours, within the years that can be stored', () => {
  assert.equal(readMoment('2026-03-01T01:00:00+01:00'), '2026-03-01T00:00:00.000Z');
  assert.equal(readMoment('2026-03-01'), '2026-03-01T00:00:00.000Z');
  assert.equal(readMoment('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z');
  for (const text of ['soon', '', '0000-12-31T00:00:00Z', '9999-12-31T23:59:59-01:00']) {
    assert.equal(readMoment(text), null, text);
  }
});
