import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { SETTINGS } from '../src/settings/settings.ts';

// docs/security says of each requirement where it is met: what it says has to be there.

const read = (name: string) => readFileSync(join(CHECKOUT, 'docs/security', name), 'utf8');
const INVENTORY = read('inventory.md');
const STATES = ['met', 'partly', 'not met'] as const;

/** The cells of all lines of a table. */
const LINES = read('asvs.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const ROWS = LINES.filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number)).map(
  ([number = '', state = '', how = '', code = '', held = '']) => ({
    number,
    state,
    how,
    code,
    held,
  }),
);
const countOf = (chapter: string, state: string) =>
  ROWS.filter((row) => row.number.startsWith(chapter) && row.state === state).length;

test('every requirement has one row, with a state, a file and a test that are there', () => {
  assert.equal(new Set(ROWS.map(({ number }) => number)).size, ROWS.length);
  for (const { number, state, how, code, held } of ROWS) {
    assert.ok(STATES.some((one) => one === state) && how !== '', number);
    const [files, tests] = [code, held].map((cell) => [...cell.matchAll(/`([^`]+)`/g)]);
    assert.ok(files?.length && tests?.length, `${number} names a file and a test`);
    for (const [, path = ''] of [...files, ...tests]) {
      assert.ok(existsSync(join(CHECKOUT, path)), `${number}: ${path} is gone`);
    }
    for (const [, path = ''] of tests) assert.match(path, /\.(?:test|e2e)\.ts$/, number);
  }
});

test('the counts of each chapter and of all are those of the rows', () => {
  const counts = LINES.filter(([name = '']) => /^V\d+ /.test(name));
  assert.ok(counts.length > 0);
  for (const [name = '', ...said] of counts) {
    const chapter = `${/^V(\d+)/.exec(name)?.[1] ?? ''}.`;
    assert.deepEqual(
      said.map(Number),
      STATES.map((state) => countOf(chapter, state)),
      name,
    );
  }
  const all = LINES.find(([name = '']) => name.startsWith('**All '));
  assert.deepEqual(all, [
    `**All ${ROWS.length}**`,
    ...STATES.map((one) => String(countOf('', one))),
  ]);
});

test('nothing but 11.2.3 is not met, at most fifteen partly, and each says what is missing', () => {
  const open = ROWS.filter(({ state }) => state !== 'met');
  const unmet = open.filter(({ state }) => state === 'not met').map(({ number }) => number);
  assert.deepEqual(unmet, ['11.2.3']);
  assert.ok(open.length - 1 <= 15, `${open.length - 1} are met partly`);
  for (const { number, how } of ROWS) {
    assert.equal(
      how.includes('Missing: '),
      open.some((row) => row.number === number),
      number,
    );
  }
});

test('every secret setting is in the inventory of keys', () => {
  const secrets = Object.values(SETTINGS).filter(({ secret }) => secret);
  assert.ok(secrets.length > 0);
  assert.deepEqual(
    secrets.map(({ name }) => name).filter((name) => !INVENTORY.includes(`\`${name}\``)),
    [],
  );
});

/** The rows of a table of the inventory, by the heading above it. */
const tableOf = (heading: string) =>
  (INVENTORY.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);

test('keys, connections, classes of data and logs each have their table', () => {
  const headings = ['Keys and algorithms', 'Who talks to whom', 'Classes of data', 'Logs'];
  for (const heading of headings) assert.ok(tableOf(heading).length >= 5, heading);
  for (const n of [1, 2, 3, 4, 5]) {
    assert.match(tableOf('Classes of data')[n - 1] ?? '', new RegExp(`^\\| ${n}: `));
  }
});

test('each log is where its row says, for as long as the policy says', () => {
  const named = tableOf('Logs').flatMap((row) => [...row.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)]);
  const baseline = readFileSync(join(CHECKOUT, 'service/migrations/baseline.sql'), 'utf8');
  const policy = readFileSync(join(CHECKOUT, 'docs/policy.md'), 'utf8');
  const isKnown = (name: string) =>
    name === 'logrotate' ||
    policy.includes(`| \`${name}\``) ||
    baseline.includes(`\ncreate table ${name} (`);
  assert.ok(named.length >= 7);
  assert.deepEqual(
    named.map(([, name = '']) => name).filter((name) => !isKnown(name)),
    [],
  );
});

test('a weakness is mended within days that are said, and known ones are looked for', () => {
  const [policy, run] = ['SECURITY.md', '.ci/run'].map((file) =>
    readFileSync(join(CHECKOUT, file), 'utf8').replaceAll('\n', ' '),
  );
  assert.match(policy ?? '', /mended within \d+ days of the report, any other within \d+/);
  assert.match(policy ?? '', /dependency that reaches production within \d+ days of its fix/);
  assert.match(run ?? '', /npm audit --omit=dev/);
});
