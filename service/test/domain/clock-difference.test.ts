import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDifference } from '../../src/domain/server-checks.ts';

test('a clock that is off by half a minute or more is reported, with its direction', () => {
  for (const aheadMs of [0, 29_999, -29_999, Number.NaN])
    assert.equal(describeDifference(aheadMs), null);
  assert.equal(
    describeDifference(86_400_000),
    'the clock of this machine is 86400 seconds ahead of the database',
  );
  assert.equal(
    describeDifference(-30_000),
    'the clock of this machine is 30 seconds behind the database',
  );
});
