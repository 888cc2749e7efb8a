import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileBody, compileQuery } from '../../../src/contract/validation/compile.ts';
import { withDefault } from '../../../src/contract/validation/schema-options.ts';
import { issuesOf, oneField } from './schemas.ts';

test('items of a list are checked each, and named by their index', () => {
  const parse = compileBody(oneField(Type.Array(Type.String({ format: 'uuid' }))));
  const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
  assert.deepEqual(parse({ field: [uuid.toUpperCase()] }), {
    kind: 'valid',
    value: { field: [uuid] },
  });
  assert.deepEqual(
    issuesOf(parse({ field: [5, uuid, null] })).map(({ type, loc }) => ({ type, loc })),
    [
      { type: 'uuid_type', loc: ['body', 'field', 0] },
      { type: 'uuid_type', loc: ['body', 'field', 2] },
    ],
  );
});

test('a list keeps to its bounds, in the words of Pydantic', () => {
  const parse = compileBody(oneField(Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 })));
  for (const field of [[1], [1, 2]]) {
    assert.deepEqual(parse({ field }), { kind: 'valid', value: { field } });
  }
  const rows = [
    { input: 'x', type: 'list_type', msg: 'Input should be a valid list' },
    {
      input: [],
      type: 'too_short',
      msg: 'List should have at least 1 item after validation, not 0',
      ctx: { field_type: 'List', min_length: 1, actual_length: 0 },
    },
    {
      input: ['x', 2, 3],
      type: 'too_long',
      msg: 'List should have at most 2 items after validation, not 3',
      ctx: { field_type: 'List', max_length: 2, actual_length: 3 },
    },
  ];
  for (const row of rows) {
    assert.deepEqual(issuesOf(parse({ field: row.input })), [{ ...row, loc: ['body', 'field'] }]);
  }
});

test('a bound of a list is named in the number that it has', () => {
  const reported = (minItems: number, maxItems: number, field: readonly number[]) =>
    issuesOf(
      compileBody(oneField(Type.Array(Type.Integer(), { minItems, maxItems })))({ field }),
    )[0]?.msg;
  assert.equal(reported(2, 3, [1]), 'List should have at least 2 items after validation, not 1');
  assert.equal(reported(0, 1, [1, 2]), 'List should have at most 1 item after validation, not 2');
});

test('a truth value is true or false and nothing that resembles them', () => {
  const parse = compileBody(oneField(Type.Boolean()));
  assert.deepEqual(parse({ field: false }), { kind: 'valid', value: { field: false } });
  for (const input of [1, 0, 'true', null]) {
    assert.deepEqual(issuesOf(parse({ field: input })), [
      {
        type: 'bool_type',
        loc: ['body', 'field'],
        msg: 'Input should be a valid boolean',
        input,
      },
    ]);
  }
});

test('an issue in an inner object carries the whole path and echoes the inner object', () => {
  const parse = compileBody(oneField(Type.Object({ inner: Type.String() })));
  assert.deepEqual(issuesOf(parse({ field: { a: 1 } })), [
    { type: 'missing', loc: ['body', 'field', 'inner'], msg: 'Field required', input: { a: 1 } },
  ]);
  assert.equal(issuesOf(parse({ field: null }))[0]?.type, 'model_attributes_type');
});

test('a schema that cannot be checked stops the start instead of letting everything pass', () => {
  const unsupported = [
    Type.Unknown(),
    Type.Number(),
    Type.Integer({ multipleOf: 5 }),
    Type.String({ format: 'date-time' }),
    Type.Union([Type.String(), Type.Integer()]),
    Type.Union([Type.Literal('a'), Type.String()]),
    Type.Union([Type.Null()]),
    Type.Enum(['a', 5]),
    // A rule that is written wrongly is none.
    Object.assign(Type.String(), { maxLength: '5' }),
    Object.assign(Type.String(), { pattern: 5 }),
    Object.assign(Type.Enum(['a']), { 'x-told': 'a' }),
    Type.Literal(5),
    Type.Object({}, { additionalProperties: true }),
    withDefault(Type.Integer({ minimum: 1 }), 0),
  ];
  for (const schema of unsupported) {
    assert.throws(() => compileBody(oneField(schema)), /Impossible/, JSON.stringify(schema));
  }
  assert.throws(() => compileQuery(oneField(Type.Boolean())), /Impossible/);
});
