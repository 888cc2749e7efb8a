import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absorb, toRows } from '../src/ui/lists/steady-rows.ts';

const items = (ids: string) => [...ids].map((id) => ({ id }));

/** Rows as letters, those that leave in brackets, then how many wait. */
function after(shown: string, now: string): string {
  const { rows, waiting } = absorb(toRows(items(shown)), items(now));
  const letters = rows.map(({ item, isLeaving }) => (isLeaving ? `(${item.id})` : item.id));
  return `${letters.join('')} ${waiting}`;
}

const CASES = [
  ['the same list stays as it is', 'abc', 'abc', 'abc 0'],
  ['a row that is gone stays where it is', 'abc', 'ac', 'a(b)c 0'],
  ['new rows at the end are added, since they move nothing', 'ab', 'abcd', 'abcd 0'],
  ['new rows at the top wait', 'ab', 'xyab', 'ab 2'],
  ['a new row in the middle waits', 'ac', 'abc', 'ac 1'],
  ['one goes, one waits, one is added', 'abc', 'xacd', 'a(b)cd 1'],
  ['an empty list takes everything', '', 'abc', 'abc 0'],
  ['when all are gone, new rows come below them', 'ab', 'xy', '(a)(b)xy 0'],
] as const;

for (const [name, shown, now, expected] of CASES) {
  test(name, () => assert.equal(after(shown, now), expected));
}

test('a row that comes back is no longer leaving', () => {
  const { rows } = absorb(toRows(items('abc')), items('ac'));
  const back = absorb(rows, items('abc'));
  assert.deepEqual(
    back.rows.map(({ isLeaving }) => isLeaving),
    [false, false, false],
  );
  assert.equal(back.waiting, 0);
});
