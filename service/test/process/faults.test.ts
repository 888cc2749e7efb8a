import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BARS } from '../../bench/bars.ts';
import { readRecordedRuns } from '../../bench/runs.ts';
import { describeScenarios, readRecorded } from '../../faults/figures.ts';
import { FAILURES } from '../../faults/inject/failpoints.ts';
import { readOptions } from '../../faults/options.ts';
import { describeMachine, writeMarkdown } from '../../faults/report.ts';
import {
  findMisses,
  least,
  leastTimes,
  most,
  mostMs,
  mostTimes,
  NOT_JUDGED,
  sizeAt,
} from '../../faults/scenario.ts';
import { SCENARIOS } from '../../faults/scenarios.ts';

test('every fault from F1 to F38 is a scenario, each has a name of its own and asks for something', () => {
  const ids = new Set(SCENARIOS.flatMap(({ id }) => id ?? []));
  const known = Array.from({ length: 38 }, (_, n) => `F${n + 1}`);
  assert.deepEqual([...ids].sort(), known.sort());
  const names = SCENARIOS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { name, asked, holds, sizes } of SCENARIOS) {
    assert.match(name, /^[a-z]+(-[a-z0-9.]+)*$/);
    assert.ok(Object.keys(asked).length > 0 || holds !== undefined, `${name} asks for nothing`);
    for (const [full, smallest] of Object.values(sizes)) assert.ok(full >= smallest, name);
  }
});

test('at full size the process fails five times at every point, side and action', () => {
  const found = SCENARIOS.find(({ name }) => name === 'failpoints');
  assert.equal(found?.sizes['failures']?.[0], 5 * FAILURES.length);
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
  assert.equal(findMisses(asked, {}, NOT_JUDGED).length, 3);
});

test('a ratio of times bears no slowness, and is not judged where times are not', () => {
  const asked = { share: leastTimes(0.75), p99_ratio: mostTimes(2) };
  const got = { share: 0.7, p99_ratio: 2.1 };
  assert.deepEqual(findMisses(asked, got, 1_000), [
    'share is 0.7, asked is at least 0.75 ×',
    'p99_ratio is 2.1, asked is at most 2 ×',
  ]);
  assert.deepEqual(findMisses(asked, got, NOT_JUDGED), []);
});

test('a scale makes a size smaller, but never so small that it shows nothing', () => {
  const sizes = { kills: [200, 3], posts: [50, 50] } as const;
  assert.deepEqual(sizeAt(sizes, 1), { kills: 200, posts: 50 });
  assert.deepEqual(sizeAt(sizes, 0.1), { kills: 20, posts: 50 });
  assert.deepEqual(sizeAt(sizes, 0.001), { kills: 3, posts: 50 });
});

test('options name scenarios, a seed, a scale and a folder, and what is wrong is said', () => {
  const known = ['F1', 'F3'];
  const read = (...args: string[]) => readOptions(args, known);
  assert.deepEqual(read('F3', '--seed', '7', '--scale', '0.1', '--busy', '--report', 'out'), {
    kind: 'options',
    options: { names: ['F3'], seed: 7, scale: 0.1, isBusy: true, folder: 'out', isRecorded: false },
  });
  assert.deepEqual(read(), { kind: 'list' });
  const whole = read('F1');
  assert.ok(whole.kind === 'options' && whole.options.scale === 1);
  for (const wrong of [
    ['F99'],
    ['--scale', '2'],
    ['--scale', 'x'],
    ['--seed', 'x'],
    ['--nope'],
    ['F1', '--record', '--busy'],
  ]) {
    assert.equal(read(...wrong).kind, 'usage', wrong.join(' '));
  }
});

test('the report has a row for each scenario, with what was asked, what came and why it is bad', () => {
  const text = writeMarkdown({
    command: 'npm run faults -- F1',
    seed: 7,
    scale: 0.1,
    at: '2026-01-01T00:00:00.000Z',
    machine: describeMachine(),
    minutes: 1,
    results: [
      {
        name: 'kill-services',
        id: 'F1',
        what: 'a | fault',
        asked: { lost: most(0) },
        holds: 'nothing breaks',
        size: { kills: 3 },
        verdict: 'missed',
        got: { lost: 1, times: { a: 2 } },
        messages: ['lost is 1, asked is 0'],
        unlike: null,
        allowanceMs: 0,
        minutes: 0.5,
      },
    ],
  });
  assert.match(text, /seed 7, 0\.1 of the full size/);
  const row =
    '| F1 | kill-services | a \\| fault | kills 3 | lost: 0, nothing breaks |' +
    ' lost 1, times {"a":2}; lost is 1, asked is 0 | missed | 0.5 |';
  assert.ok(text.includes(row), text);
});

test('what is recorded is of a scenario or a bar that is there, and is shown with its run', () => {
  const recorded = readRecorded();
  const known = new Set(SCENARIOS.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(recorded).filter((name) => !known.has(name)),
    [],
  );
  const bars = new Set(BARS.map(({ text }) => text));
  assert.deepEqual(
    readRecordedRuns().flatMap((run) => Object.keys(run.bars).filter((text) => !bars.has(text))),
    [],
  );
  const at = { release: '9.9.9', date: 'today', machine: 'a machine', minutes: 1.5 };
  const got = { findings: 0, strange_answers: 1, ready_ms: 12_345, others: [1] };
  const messages = ['a | message'];
  const one = { ...at, size: { kills: 20 }, verdict: 'missed', got, messages } as const;
  const text = describeScenarios({ 'kill-services': one }).join('\n').replaceAll(/ +/g, ' ');
  const row =
    '| `kill-services` F1 | kill -9 of one of two services under load | 200 kills |' +
    ' findings: 0, strange answers: 0, ready: at most 2000 ms |' +
    ' findings 0, strange answers 1, ready 12 345 ms; with 20 kills; a \\| message; **missed**;' +
    ' 1.5 min | A |';
  assert.ok(text.includes(row), text);
  assert.ok(text.includes('- A: release 9.9.9, today, a machine'));
  assert.ok(text.includes('| `soak` F36 |'));
});
