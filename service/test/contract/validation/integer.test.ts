import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileBody, compileQuery } from '../../../src/contract/validation/compile.ts';
import { issuesOf, oneField } from './schemas.ts';

const schema = oneField(Type.Integer({ minimum: 100, maximum: 1000 }));
const parseBody = compileBody(schema);

test('an integer of a body is a whole number within its bounds', () => {
  for (const input of [100, 1000, 5e2]) {
    assert.deepEqual(parseBody({ field: input }), { kind: 'valid', value: { field: input } });
  }
  const rows = [
    { input: '500', type: 'int_type', msg: 'Input should be a valid integer' },
    { input: true, type: 'int_type', msg: 'Input should be a valid integer' },
    { input: null, type: 'int_type', msg: 'Input should be a valid integer' },
    {
      input: 100.5,
      type: 'int_from_float',
      msg: 'Input should be a valid integer, got a number with a fractional part',
    },
    {
      input: Number.POSITIVE_INFINITY,
      type: 'finite_number',
      msg: 'Input should be a finite number',
    },
    {
      input: 99,
      type: 'greater_than_equal',
      msg: 'Input should be greater than or equal to 100',
      ctx: { ge: 100 },
    },
    {
      input: 1001,
      type: 'less_than_equal',
      msg: 'Input should be less than or equal to 1000',
      ctx: { le: 1000 },
    },
  ];
  for (const row of rows) {
    const issues = issuesOf(parseBody({ field: row.input }));
    assert.deepEqual(issues, [{ ...row, loc: ['body', 'field'] }]);
  }
});

test('without bounds of its own an integer stays within what a number holds exactly', () => {
  const parse = compileBody(oneField(Type.Integer()));
  const largest = Number.MAX_SAFE_INTEGER;
  assert.equal(parse({ field: largest }).kind, 'valid');
  assert.deepEqual(issuesOf(parse({ field: largest + 1 }))[0]?.ctx, { le: largest });
  assert.deepEqual(issuesOf(parse({ field: -largest - 1 }))[0]?.ctx, { ge: -largest });
});

test('an integer in a query is read from text as Pydantic reads it', () => {
  const parse = compileQuery(oneField(Type.Integer()));
  const accepted: readonly (readonly [string, number])[] = [
    ['7', 7],
    ['+7', 7],
    ['-7', -7],
    ['-0', 0],
    ['007', 7],
    ['1_000', 1000],
    ['1.00', 1],
    [' 7\n', 7],
    ['\u00a07\u2003', 7],
    [`${'0'.repeat(5000)}7`, 7],
  ];
  for (const [text, value] of accepted) {
    assert.deepEqual(parse({ field: text }), { kind: 'valid', value: { field: value } }, text);
  }
  const refused = ['', ' ', '+', '1e3', '1.5', '1.', '.0', '_1', '1_', '1__0', '0x1', 'inf', '- 1'];
  for (const text of [...refused, '١', '1\0', '\ufeff1']) {
    assert.deepEqual(issuesOf(parse({ field: text })), [
      {
        type: 'int_parsing',
        loc: ['query', 'field'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: text,
      },
    ]);
  }
});

test('a number in a query that is too large says so, and how', () => {
  const parse = compileQuery(oneField(Type.Integer()));
  const typeOf = (text: string): string | undefined => issuesOf(parse({ field: text }))[0]?.type;
  assert.equal(typeOf('9'.repeat(20)), 'less_than_equal');
  assert.equal(typeOf(`-${'9'.repeat(20)}`), 'greater_than_equal');
  assert.equal(typeOf('9'.repeat(4300)), 'less_than_equal');
  assert.equal(typeOf('9'.repeat(4301)), 'int_parsing_size');
  assert.equal(typeOf(`-${'9'.repeat(4299)}`), 'greater_than_equal');
  assert.equal(typeOf(`-${'9'.repeat(4300)}`), 'int_parsing_size');
});

test('what is no text in a query is no integer there', () => {
  const parse = compileQuery(oneField(Type.Integer()));
  assert.equal(issuesOf(parse({ field: 5 }))[0]?.type, 'int_type');
  assert.equal(issuesOf(parse({ field: { a: '5' } }))[0]?.type, 'int_type');
});
