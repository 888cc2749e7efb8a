import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../src/db/client.ts';
import { createLane, type LaneOptions } from '../../src/db/lane.ts';
import { SQLSTATE } from '../../src/db/sqlstate.ts';

/** A lane whose batches wait until the test lets them go. */
function heldLane(
  answer: (batch: readonly string[]) => readonly string[],
  limits: Pick<LaneOptions<string, string>, 'maxBatch' | 'maxWaiting'> = {},
) {
  const batches: (readonly string[])[] = [];
  let gate = Promise.withResolvers<void>();
  const lane = createLane<string, string>({
    ...limits,
    run: async (batch) => {
      batches.push(batch);
      await gate.promise;
      return answer(batch);
    },
  });
  const release = () => {
    gate.resolve();
    gate = Promise.withResolvers<void>();
    gate.resolve();
  };
  return { lane, batches, release };
}

const shout = (batch: readonly string[]) => batch.map((item) => item.toUpperCase());

test('a lane has room until half a batch waits', async () => {
  const { lane, release } = heldLane(shout, { maxBatch: 4 });
  const answers = ['a', 'b'].map((item) => lane(item));
  assert.ok(lane.hasRoom(), 'one is under way, one waits');
  answers.push(lane('c'));
  assert.ok(!lane.hasRoom(), 'two wait');
  release();
  await Promise.all(answers);
  assert.ok(lane.hasRoom(), 'nothing waits');
});

test('an idle lane starts at once, and what comes meanwhile is the next batch', async () => {
  const { lane, batches, release } = heldLane(shout);
  const first = lane('a');
  const others = ['b', 'c', 'd'].map((item) => lane(item));
  assert.deepEqual(batches, [['a']]);
  release();
  assert.equal(await first, 'A');
  assert.deepEqual(await Promise.all(others), ['B', 'C', 'D']);
  assert.deepEqual(batches, [['a'], ['b', 'c', 'd']]);
});

test('a batch has at most its limit, and every item is answered in order', async () => {
  const { lane, batches, release } = heldLane(shout, { maxBatch: 4 });
  const items = Array.from({ length: 11 }, (_, index) => `item ${index}`);
  const answers = items.map((item) => lane(item));
  release();
  assert.deepEqual(await Promise.all(answers), shout(items));
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1, 4, 4, 2],
  );
});

test('a row that breaks its batch harms no other row', async () => {
  const { lane, batches, release } = heldLane((batch) => {
    if (batch.includes('bad')) throw new Error('this row is bad');
    return shout(batch);
  });
  const answers = ['first', 'good', 'bad', 'fine'].map((item) => lane(item));
  release();
  const settled = await Promise.allSettled(answers);
  assert.deepEqual(
    settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
    ['FIRST', 'GOOD', 'Error: this row is bad', 'FINE'],
  );
  assert.deepEqual(batches, [['first'], ['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']]);
  assert.equal(await lane('after'), 'AFTER');
});

test('when the database is away those behind fail at once', async () => {
  let away = true;
  const { lane, batches, release } = heldLane(
    (batch) => {
      if (away) throw new DatabaseUnavailable('away');
      return shout(batch);
    },
    { maxBatch: 2 },
  );
  const answers = Array.from({ length: 7 }, (_, index) => lane(String(index)));
  release();
  const settled = await Promise.allSettled(answers);
  for (const one of settled) {
    assert.ok(one.status === 'rejected' && one.reason instanceof DatabaseUnavailable);
  }
  assert.deepEqual(batches, [['0']]);
  away = false;
  assert.equal(await lane('back'), 'BACK');
});

/** What the driver layer throws when another session locks a row for too long. */
function lockNotGranted() {
  const cause = Object.assign(new Error('canceling statement due to lock timeout'), {
    code: SQLSTATE.lockNotAvailable,
  });
  return new DatabaseUnavailable('canceling statement due to lock timeout', { cause });
}

test('a row that another session has locked is unavailable alone, and those behind are served', async () => {
  const { lane, batches, release } = heldLane(
    (batch) => {
      if (batch.includes('locked')) throw lockNotGranted();
      return shout(batch);
    },
    { maxBatch: 3 },
  );
  const answers = ['first', 'good', 'locked', 'fine', 'behind'].map((item) => lane(item));
  release();
  const settled = await Promise.allSettled(answers);
  assert.deepEqual(
    settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.name)),
    ['FIRST', 'GOOD', 'DatabaseUnavailable', 'FINE', 'BEHIND'],
  );
  assert.deepEqual(batches.slice(0, 2), [['first'], ['good', 'locked', 'fine']]);
});

test('an answer of one row does not wait for a row that is stuck', async () => {
  const stuck = Promise.withResolvers<readonly string[]>();
  const lane = createLane<string, string>({
    run: async (batch) => {
      if (batch.length > 1) throw lockNotGranted();
      return batch.includes('stuck') ? stuck.promise : shout(batch);
    },
  });
  const [first, second, ...others] = ['first', 'stuck', 'a', 'b', 'c'].map((item) => lane(item));
  assert.deepEqual(await Promise.all([first, ...others]), ['FIRST', 'A', 'B', 'C']);
  stuck.reject(lockNotGranted());
  await assert.rejects(Promise.resolve(second), DatabaseUnavailable);
});

test('a database that goes away while rows are tried alone is not asked for each of them', async () => {
  let asked = 0;
  const lane = createLane<string, string>({
    maxBatch: 512,
    run: async (batch) => {
      if (batch.length > 1) throw new Error('one of these rows is bad');
      asked += 1;
      if (asked > 1) throw new DatabaseUnavailable('away');
      return shout(batch);
    },
  });
  const answers = Array.from({ length: 600 }, (_, index) => lane(String(index)));
  const settled = await Promise.allSettled(answers);
  assert.equal(settled[0]?.status, 'fulfilled');
  for (const one of settled.slice(1)) {
    assert.ok(one.status === 'rejected' && one.reason instanceof DatabaseUnavailable);
  }
  assert.ok(asked < 10, `${asked} statements`);
});

test('rows that are all locked are given up together after a few seconds', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let asked = 0;
  const lane = createLane<string, string>({
    run: async (batch) => {
      if (batch.includes('first')) return shout(batch);
      asked += 1;
      now += 3_000;
      throw lockNotGranted();
    },
  });
  const answers = ['first', ...Array.from({ length: 300 }, String)].map((item) => lane(item));
  const settled = await Promise.allSettled(answers);
  assert.equal(settled.filter(({ status }) => status === 'rejected').length, 300);
  assert.ok(asked < 10, `${asked} statements`);
});

test('a lane that is full refuses as unavailable instead of growing', async () => {
  const { lane, release } = heldLane(shout, { maxWaiting: 3 });
  const taken = ['under way', 'a', 'b', 'c'].map((item) => lane(item));
  await assert.rejects(lane('one too many'), DatabaseUnavailable);
  release();
  assert.equal((await Promise.all(taken)).length, 4);
  assert.equal(await lane('room again'), 'ROOM AGAIN');
});

test('an item whose result is missing fails', async () => {
  const { lane, release } = heldLane((batch) => shout(batch).slice(0, 1));
  const answers = ['a', 'b', 'c'].map((item) => lane(item));
  release();
  const settled = await Promise.allSettled(answers);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
});

test('a lane that gathers puts what enters within its time into one batch, also the next one', async () => {
  const batches: number[] = [];
  const lane = createLane<number, number>({
    run: async (batch) => {
      batches.push(batch.length);
      return batch;
    },
    gatherMs: 50,
  });
  const enter = async () => {
    const first = lane(1);
    await nextTurn();
    return Promise.all([first, lane(2), lane(3)]);
  };
  assert.deepEqual(await enter(), [1, 2, 3]);
  assert.deepEqual(await enter(), [1, 2, 3]);
  assert.deepEqual(batches, [3, 3]);
});
