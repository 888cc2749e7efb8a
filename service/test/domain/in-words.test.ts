import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords } from '../../src/contract/public-problems.ts';

const LISTS: readonly (readonly [items: readonly string[], text: string])[] = [
  [[], ''],
  [['one'], 'one'],
  [['one', 'two'], 'one and two'],
  [['one', 'two', 'three'], 'one, two and three'],
];

for (const [items, text] of LISTS) {
  test(`${items.length} things are listed as people would`, () => {
    assert.equal(inWords(items), text);
  });
}
