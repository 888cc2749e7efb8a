// At twice the capacity 75 % of the best is served, p99 below 0.5 s; after four times all is well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overload } from '../../support/overload/overload.ts';

test('what is too much is refused at once, and the rest is served as ever', async (t) => {
  const found = await overload({ forMs: 15_000 });
  t.diagnostic(JSON.stringify(found, null, 1));
  const { bestPerSecond, before, twice, quiet, fourTimes, usualMb, highestMb, after } = found;
  for (const { statuses, reset } of [before, twice, quiet, fourTimes, after]) {
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !/^(200|503)$/.test(status)),
      [],
    );
    assert.equal(reset, 0, 'no connection is cut off');
  }
  // At four times the generator waits for its own connections, and gives up on the rest at the end.
  for (const { unanswered } of [before, twice, quiet, after]) assert.equal(unanswered, 0);
  assert.ok(twice.shed > 0, 'it was too much');
  assert.ok(twice.servedPerSecond >= 0.75 * bestPerSecond, `served ${twice.servedPerSecond}/s`);
  assert.ok(twice.p99Ms <= 500, `p99 of all answers ${twice.p99Ms} ms`);
  assert.equal(quiet.shed, 0, 'the application that asks little is served');
  assert.ok(highestMb <= usualMb + 150, `${highestMb} MB, usually ${usualMb}`);
  assert.equal(after.shed, 0, 'normal again');
  assert.ok(after.p99Ms <= 500, `p99 ${after.p99Ms} ms afterwards`);
});
