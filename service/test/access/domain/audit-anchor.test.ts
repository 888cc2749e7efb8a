import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AuditAnchor,
  formatAnchor,
  parseAnchors,
} from '../../../src/domain/access/audit-anchor.ts';

const FIRST: AuditAnchor = { line: 7, hash: 'a1'.repeat(32), at: '2026-03-01T10:00:00.000Z' };
const SECOND: AuditAnchor = { ...FIRST, line: 8 };

test('anchors are read as they were written, one on each line', () => {
  const text = `${formatAnchor(FIRST)}\n\n  \n${formatAnchor(SECOND)}\n`;
  assert.deepEqual(parseAnchors(text), [FIRST, SECOND]);
  assert.deepEqual(parseAnchors(''), []);
});

test('an anchor is written as one line in one order, so that texts can be compared', () => {
  const { at, hash, line } = FIRST;
  assert.equal(formatAnchor({ at, hash, line }), JSON.stringify(FIRST));
});

const STRANGE: readonly (readonly [name: string, row: string])[] = [
  ['is no JSON', '{'],
  ['is null', 'null'],
  ['has no line', JSON.stringify({ ...FIRST, line: undefined })],
  ['has half a line', JSON.stringify({ ...FIRST, line: 1.5 })],
  ['has a line in quotes', JSON.stringify({ ...FIRST, line: '7' })],
  ['has no hash', JSON.stringify({ ...FIRST, hash: undefined })],
  ['has a hash that is none', JSON.stringify({ ...FIRST, hash: 'A1'.repeat(32) })],
  ['has a hash in a list', JSON.stringify({ ...FIRST, hash: [FIRST.hash] })],
  ['has no time', JSON.stringify({ ...FIRST, at: 7 })],
];

for (const [name, row] of STRANGE) {
  test(`no anchor is believed beside a line that ${name}`, () => {
    assert.equal(parseAnchors(`${formatAnchor(FIRST)}\n${row}`), null);
  });
}
