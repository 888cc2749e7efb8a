import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../../chaos/options.ts';
import { describeMachine, writeMarkdown } from '../../chaos/report.ts';
import { findMisses, least, most, mostMs, sizeAt } from '../../chaos/scenario.ts';
import { SCENARIOS } from '../../chaos/scenarios.ts';

test('every fault from F1 to F35 and F38 is a scenario, once and in order', () => {
  const names = [...Array.from({ length: 35 }, (_, n) => `F${n + 1}`), 'F38'];
  assert.deepEqual(
    SCENARIOS.map(({ name }) => name),
    names,
  );
  for (const { name, asked, sizes } of SCENARIOS) {
    assert.ok(Object.keys(asked).length > 0, `${name} asks for nothing`);
    for (const [full, smallest] of Object.values(sizes)) assert.ok(full >= smallest, name);
  }
});

test('a figure that is too high, too low or missing is a miss, and slowness excuses only time', () => {
  const asked = { lost: most(0), seen: least(80), served_ms: mostMs(2_000) };
  assert.deepEqual(findMisses(asked, { lost: 0, seen: 80, served_ms: 2_000 }, 0), []);
  assert.deepEqual(findMisses(asked, { lost: 1, seen: 79, served_ms: 2_001 }, 0), [
    'lost is 1, asked is 0',
    'seen is 79, asked is at least 80',
    'served_ms is 2001, asked is at most 2000 ms',
  ]);
  assert.deepEqual(findMisses(asked, { lost: 1, seen: 80, served_ms: 2_050 }, 50), [
    'lost is 1, asked is 0',
  ]);
  assert.equal(findMisses(asked, {}, Number.POSITIVE_INFINITY).length, 3);
});

test('a scale makes a size smaller, but never so small that it shows nothing', () => {
  const sizes = { kills: [200, 3], posts: [50, 50] } as const;
  assert.deepEqual(sizeAt(sizes, 1), { kills: 200, posts: 50 });
  assert.deepEqual(sizeAt(sizes, 0.1), { kills: 20, posts: 50 });
  assert.deepEqual(sizeAt(sizes, 0.001), { kills: 3, posts: 50 });
});

test('options name scenarios, a seed, a scale and a folder, and wrong ones are refused with a reason', () => {
  const known = ['F1', 'F3'];
  const read = (...args: string[]) => readOptions(args, known);
  assert.deepEqual(read('F3', '--seed', '7', '--scale', '0.1', '--busy', '--report', 'out'), {
    kind: 'options',
    options: { names: ['F3'], seed: 7, scale: 0.1, isBusy: true, folder: 'out' },
  });
  const all = read();
  assert.ok(all.kind === 'options' && all.options.names.length === 0 && all.options.scale === 1);
  for (const wrong of [['F99'], ['--scale', '2'], ['--scale', 'x'], ['--seed', 'x'], ['--nope']]) {
    assert.equal(read(...wrong).kind, 'usage', wrong.join(' '));
  }
});

test('the report has a row for each scenario, with what was asked, what came and why it is bad', () => {
  const text = writeMarkdown({
    command: 'npm run chaos -- F1',
    seed: 7,
    scale: 0.1,
    at: '2026-01-01T00:00:00.000Z',
    machine: describeMachine(),
    minutes: 1,
    results: [
      {
        name: 'F1',
        fault: 'a | fault',
        asked: { lost: most(0) },
        holds: 'nothing breaks',
        size: { kills: 3 },
        verdict: 'missed',
        got: { lost: 1, times: { a: 2 } },
        remarks: ['lost is 1, asked is 0'],
        unlike: null,
        allowanceMs: 0,
        minutes: 0.5,
      },
    ],
  });
  assert.match(text, /seed 7, 0\.1 of the full size/);
  const row =
    '| F1 | a \\| fault | kills 3 | lost: 0, nothing breaks |' +
    ' lost 1, times {"a":2}; lost is 1, asked is 0 | missed | 0.5 |';
  assert.ok(text.includes(row), text);
});
