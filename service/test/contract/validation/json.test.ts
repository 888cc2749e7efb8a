import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseJsonBody } from '../../../src/contract/validation/json.ts';
import { readGolden } from './schemas.ts';

const golden = readGolden();

for (const { raw, detail } of golden.json_syntax) {
  test(`broken JSON is described as in Python: ${raw}`, () => {
    assert.deepEqual(parseJsonBody(Buffer.from(raw)), { kind: 'invalid', issues: detail });
  });
}

test('the golden file is read whole', () => {
  assert.equal(golden.json_syntax.length, 13);
});

// A text, the offset in characters, and the message of Python 3.11.
const BROKEN = [
  ['  ', 2, 'Expecting value'],
  ['nul', 0, 'Expecting value'],
  ['-', 0, 'Expecting value'],
  ['-Infinity', 0, 'Expecting value'],
  ['01', 1, 'Extra data'],
  ['1e', 1, 'Extra data'],
  ['[', 1, 'Expecting value'],
  ['[1', 2, "Expecting ',' delimiter"],
  ['[1}', 2, "Expecting ',' delimiter"],
  ['{', 1, 'Expecting property name enclosed in double quotes'],
  ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
  ['{"a" 1}', 5, "Expecting ':' delimiter"],
  ['{"a"', 4, "Expecting ':' delimiter"],
  ['{"a":', 5, 'Expecting value'],
  ['["ab', 1, 'Unterminated string starting at'],
  ['["ab\\', 1, 'Unterminated string starting at'],
  ['["a\nb"]', 3, 'Invalid control character at'],
  ['"\\ud83d\\uzzzz"', 8, 'Invalid \\uXXXX escape'],
  ['"\\u12ab', 2, 'Invalid \\uXXXX escape'],
  ['["é😀", x]', 7, 'Expecting value'],
  ['\u00a0{}', 0, 'Expecting value'],
  ['[] x', 3, 'Extra data'],
  [' \n\r\t[', 5, 'Expecting value'],
  ['{"a\nb":1}', 3, 'Invalid control character at'],
  ['["a b", x]', 8, 'Expecting value'],
] as const;

for (const [text, offset, error] of BROKEN) {
  test(`broken JSON is located: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(problemOf(Buffer.from(text)), { offset, error });
  });
}

test('bytes that are not UTF-8 are refused where they stand, counted in characters', () => {
  const rows = [
    [[0x22, 0xc3, 0xa9, 0xff, 0x22], 2],
    [[0x22, 0xef, 0xbf, 0xbd, 0x80, 0x22], 2],
    [[0x22, 0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd, 0x80, 0x22], 3],
    [[0x22, 0xef, 0xbf, 0xbd, 0x61, 0xef, 0xbf, 0xbd, 0x62, 0x80], 5],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    [[0xf0, 0x9f, 0x98], 0],
    [[0x22, 0xf0, 0x9f, 0x98, 0x80, 0xff], 2],
  ] as const;
  for (const [bytes, offset] of rows) {
    assert.deepEqual(problemOf(Buffer.from(bytes)), { offset, error: 'Invalid UTF-8' });
  }
});

test('nesting is allowed to a depth of 100 and refused at the bracket that goes deeper', () => {
  assert.equal(parseJsonBody(nestedPairs(50)).kind, 'parsed');
  assert.deepEqual(problemOf(nestedPairs(51)), { offset: 300, error: 'Nesting is too deep' });
});

test('64 KiB of opening brackets is an answer and not an overflow', () => {
  for (const text of ['['.repeat(65_536), '{"a":'.repeat(13_107), '[{"a":'.repeat(10_922)]) {
    assert.equal(problemOf(Buffer.from(text))?.error, 'Nesting is too deep');
  }
});

test('many brackets that are not deep, or stand in strings, are fine', () => {
  for (const value of [Array.from({ length: 500 }, () => [{}]), '[{'.repeat(500)]) {
    const parsed = parseJsonBody(Buffer.from(JSON.stringify(value)));
    assert.deepEqual(parsed, { kind: 'parsed', value });
  }
});

test('a mistake before the deep part is the one that is reported', () => {
  assert.deepEqual(problemOf(Buffer.from(`[1 ${'['.repeat(200)}`)), {
    offset: 3,
    error: "Expecting ',' delimiter",
  });
});

test('our scanner and JSON.parse agree on what is JSON, whatever the text', () => {
  const piece = fc.constantFrom(
    ...Array.from('{}[],:"\\ \n\tu0a1.-+eE'),
    '\\u00e9',
    '\\ud83d',
    'null',
    'true',
  );
  const soup = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, fc.string()), { maxLength: 12 });
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.oneof(piece, fc.constant('')))
    .map(([text, at, put]) => {
      const index = at % (text.length + 1);
      return `${text.slice(0, index)}${put}${text.slice(index + 1)}`;
    });
  const anyText = fc.oneof(
    soup.map((pieces) => pieces.join('')),
    broken,
    fc.json(),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const raw = Buffer.from(text);
      assert.equal(problemOf(raw) === null, isJson(raw.toString()));
    }),
    { numRuns: 2000 },
  );
});

function nestedPairs(count: number): Buffer {
  return Buffer.from(`${'{"é":['.repeat(count)}${']}'.repeat(count)}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problemOf(raw: Buffer): { readonly offset: unknown; readonly error: unknown } | null {
  const parsed = parseJsonBody(raw);
  if (parsed.kind === 'parsed') return null;
  const [issue] = parsed.issues;
  assert.equal(issue?.type, 'json_invalid');
  assert.deepEqual(issue.input, {});
  return { offset: issue.loc[1], error: issue.ctx?.['error'] };
}
