import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSlower, type Ratio, ratioOf } from '../bench/against/compare-releases.ts';
import { describeComparisons } from '../bench/against/figures.ts';
import { findCommit, NEWEST_RELEASE } from '../bench/against/install-release.ts';
import { readOptions } from '../bench/options.ts';
import { FORMER_RELEASES } from '../src/db/releases.ts';

const LIMIT = 1.2;

async function judge(...measured: readonly Partial<Ratio>[]) {
  let times = 0;
  const slower = await isSlower(LIMIT, async () => {
    const ratio = measured[times];
    times += 1;
    return ratio === undefined ? null : { median: 1.3, low: 1.3, high: 1.4, ...ratio };
  });
  return { slower, times };
}

test('a change is refused only when every round is above the limit, twice in a row', async () => {
  assert.deepEqual(await judge({ low: 1.21 }, { low: 1.21 }), { slower: true, times: 2 });
  assert.deepEqual(await judge({ low: 1.21 }, { low: 1.2 }), { slower: false, times: 2 });
  assert.deepEqual(await judge({ low: 1.19, high: 9 }), { slower: false, times: 1 });
});

test('what one of the releases cannot do refuses no change', async () => {
  assert.deepEqual(await judge(), { slower: false, times: 1 });
});

test('a ratio is of Node and PostgreSQL together, round by round', () => {
  const round = (other: number, own: number) => ({
    other: { node: other - 10, postgres: 10 },
    own: { node: 20, postgres: own - 20 },
  });
  const rounds = [round(100, 90), round(200, 300), round(100, 120)];
  assert.deepEqual(ratioOf({ rounds }), { median: 1.2, low: 0.9, high: 1.5 });
  assert.deepEqual(ratioOf({ rounds: rounds.slice(0, 2) }), { median: 1.2, low: 0.9, high: 1.5 });
});

test('a table has a line for each kind of operation, in bold what a release may cost', () => {
  const cost = (total: number) => ({ node: total - 50, postgres: 50 });
  const of = (trial: string, own: number) => ({
    trial,
    rounds: [{ other: cost(200), own: cost(own) }],
  });
  const lines = describeComparisons([
    {
      ...{ release: '0.3.0', against: '0.2.0', date: 'today', machine: 'two cores' },
      compared: [of('create', 216), of('read', 218)],
    },
  ]).join('\n');
  assert.match(lines, /Release 0\.3\.0 beside 0\.2\.0, today, two cores:/);
  assert.match(lines, /\| create +\| 150 +\| 166 +\| 50 +\| 50 +\| \*\*1\.08\*\* /);
  assert.match(lines, /\| read +\| 150 +\| 168 +\| 50 +\| 50 +\| 1\.09 /);
});

test('without a name the newest release of the list is meant, and its interval has six rounds', () => {
  for (const args of [['--against'], ['--against', '--short'], ['--against', NEWEST_RELEASE]]) {
    const reading = readOptions(args);
    assert.ok(reading.kind === 'options');
    assert.equal(reading.options.against, FORMER_RELEASES.at(-1)?.name);
    assert.equal(reading.options.rounds, 6);
    assert.equal(reading.options.short, args.includes('--short'));
  }
});

test('a release that this clone has no history of is not found', () => {
  assert.equal(findCommit('no-such-release'), null);
});
