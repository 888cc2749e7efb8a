import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { compileBody } from '../../../src/contract/validation/compile.ts';
import { ACCEPTED } from '../../../src/contract/validation/issue.ts';
import { issuesOf, oneField } from './schemas.ts';

test('the choices are listed in the words of Pydantic, however many there are', () => {
  const rows: readonly (readonly [TSchema, string])[] = [
    [Type.Literal('a'), "'a'"],
    [Type.Enum(['a', 'b']), "'a' or 'b'"],
    [Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Literal('c')]), "'a', 'b' or 'c'"],
    [Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]), "'a' or 'b'"],
  ];
  for (const [schema, expected] of rows) {
    const parse = compileBody(oneField(schema));
    assert.deepEqual(parse({ field: 'a' }), { kind: 'valid', value: { field: 'a' } });
    for (const input of ['A', 'a\0', '', 5, ['a']]) {
      assert.deepEqual(issuesOf(parse({ field: input })), [
        {
          type: 'literal_error',
          loc: ['body', 'field'],
          msg: `Input should be ${expected}`,
          input,
          ctx: { expected },
          [ACCEPTED]: expected.replaceAll("'", '').split(/, | or /),
        },
      ]);
    }
  }
});

test('a choice that is no well-formed text is refused as such', () => {
  const parse = compileBody(oneField(Type.Literal('a')));
  assert.equal(issuesOf(parse({ field: '\ud800' }))[0]?.type, 'string_unicode');
});
