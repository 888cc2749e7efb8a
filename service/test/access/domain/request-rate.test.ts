import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portionOf, takeOfSecond } from '../../../src/domain/access/request-rate.ts';
import { createRequestCounts } from '../../../src/flows/access/limits/throttle.ts';
import { createRequestRate } from '../../../src/http/api-key-auth.ts';

const DEMAND = { owner: 'a', wanted: 3, perSecond: 5 };

test('a second gives what it has left, and begins anew when it is over', () => {
  const first = takeOfSecond(undefined, DEMAND, 10_000);
  assert.deepEqual([first.granted, first.endsInMs], [3, 1_000]);
  const second = takeOfSecond(first.second, DEMAND, 10_600);
  assert.deepEqual([second.granted, second.endsInMs], [2, 400]);
  const third = takeOfSecond(second.second, DEMAND, 10_999);
  assert.deepEqual([third.granted, third.endsInMs], [0, 1]);
  assert.equal(takeOfSecond(third.second, DEMAND, 11_000).granted, 3);
});

test('a portion is a hundredth of the limit, and never nothing', () => {
  assert.deepEqual([1, 99, 100, 250, 5_000].map(portionOf), [1, 1, 1, 2, 50]);
});

test('two processes that take portions allow no more than the limit, and almost all of it', async () => {
  for (const perSecond of [1, 7, 100, 1_000]) {
    const take = createRequestCounts(() => 0);
    const rates = [1, 2].map(() => createRequestRate(async (demand) => take(demand)));
    let allowed = 0;
    for (let n = 0; n < 2 * perSecond; n += 1) {
      for (const mayAsk of rates) if (await mayAsk('a', perSecond)) allowed += 1;
    }
    assert.ok(allowed <= perSecond, `${allowed} of ${perSecond}`);
    assert.ok(allowed >= perSecond - portionOf(perSecond), `${allowed} of ${perSecond}`);
    assert.ok(await rates[0]?.('another application', perSecond));
  }
});
