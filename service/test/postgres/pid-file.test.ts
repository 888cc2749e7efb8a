import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePidFile } from '../../src/postgres/postmaster/presence.ts';

const HEAD = '4711\n/data/postgres\n1790000000\n';
const FULL = `${HEAD}5432\n/tmp/momo-abc\n\n  12345  6\n`;
const CASES = [
  { text: '', expected: null },
  { text: 'bogus\n', expected: null },
  { text: '-4711\n', expected: null },
  { text: HEAD, expected: { pid: 4711, port: null, socketFolder: null, status: null } },
  { text: FULL, expected: { pid: 4711, port: 5432, socketFolder: '/tmp/momo-abc', status: null } },
  {
    text: `${FULL}ready   \n`,
    expected: { pid: 4711, port: 5432, socketFolder: '/tmp/momo-abc', status: 'ready' },
  },
  {
    text: `${FULL}stopping\n`,
    expected: { pid: 4711, port: 5432, socketFolder: '/tmp/momo-abc', status: 'stopping' },
  },
];

for (const { text, expected } of CASES) {
  test(`a pid file is read as far as it is written: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(parsePidFile(text), expected);
  });
}
