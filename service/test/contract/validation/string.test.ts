import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TString, Type } from 'typebox';
import { compileBody } from '../../../src/contract/validation/compile.ts';
import { FORMATS, issuesOf, oneField } from './schemas.ts';

const parse = compileBody(oneField(Type.String({ minLength: 2, maxLength: 3 })));

test('the length of a text is counted in characters, not in code units', () => {
  for (const text of ['ab', 'abc', '😀😀', '😀😀😀']) {
    assert.deepEqual(parse({ field: text }), { kind: 'valid', value: { field: text } });
  }
  for (const text of ['', 'a', '😀']) {
    assert.deepEqual(issuesOf(parse({ field: text })), [
      {
        type: 'string_too_short',
        loc: ['body', 'field'],
        msg: 'String should have at least 2 characters',
        input: text,
        ctx: { min_length: 2 },
      },
    ]);
  }
  for (const text of ['abcd', '😀😀😀😀']) {
    assert.deepEqual(issuesOf(parse({ field: text })), [
      {
        type: 'string_too_long',
        loc: ['body', 'field'],
        msg: 'String should have at most 3 characters',
        input: text,
        ctx: { max_length: 3 },
      },
    ]);
  }
});

test('U+0000 and lone surrogates are refused in every kind of text', () => {
  const schemas = [
    Type.String(),
    Type.String({ format: 'uuid' }),
    Type.String({ format: 'uri' }),
    Type.String({ format: 'msisdn' }),
    Type.Union([Type.String(), Type.Null()]),
  ];
  for (const schema of schemas) {
    const parseField = compileBody(oneField(schema), { formats: FORMATS });
    assert.deepEqual(issuesOf(parseField({ field: 'a\0' })), [
      {
        type: 'value_error',
        loc: ['body', 'field'],
        msg: 'Value error, must not contain the character U+0000',
        input: 'a\0',
        ctx: { error: {} },
      },
    ]);
    assert.deepEqual(issuesOf(parseField({ field: 'a\ud800' })), [
      {
        type: 'string_unicode',
        loc: ['body', 'field'],
        msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
        input: 'a\ud800',
      },
    ]);
  }
});

test('the first thing wrong with a text is the one that is reported', () => {
  assert.equal(typeOf(5), 'string_type');
  assert.equal(typeOf('\ud800\0xxxx'), 'string_unicode');
  assert.equal(typeOf('\0xxxx'), 'value_error');
});

test('an injected format keeps its own form of the text, or says why it refuses', () => {
  const parseNumber = compileBody(oneField(Type.String({ format: 'msisdn' })), {
    formats: FORMATS,
  });
  assert.deepEqual(parseNumber({ field: '677123456' }), {
    kind: 'valid',
    value: { field: '+237677123456' },
  });
  assert.deepEqual(issuesOf(parseNumber({ field: 'x' })), [
    {
      type: 'value_error',
      loc: ['body', 'field'],
      msg: 'Value error, must be a phone number',
      input: 'x',
      ctx: { error: {} },
    },
  ]);
});

test('an address meets the rule of the caller after those of addresses', () => {
  const parseUri = compileBody(oneField(Type.String({ format: 'uri' })), {
    formats: {
      uri: (text) => (text.includes('.cm/') ? { value: `${text}#ok` } : { error: 'must be ours' }),
    },
  });
  assert.deepEqual(parseUri({ field: 'https://x.cm/' }), {
    kind: 'valid',
    value: { field: 'https://x.cm/#ok' },
  });
  const typeAndText = (field: unknown) => {
    const [issue] = issuesOf(parseUri({ field }));
    return [issue?.type, issue?.msg];
  };
  assert.deepEqual(typeAndText('https://x.com/'), ['value_error', 'Value error, must be ours']);
  assert.equal(typeAndText('localhost.cm/')[0], 'url_parsing');
  assert.equal(typeAndText(5)[0], 'url_type');
});

test('a bound of one is named in the singular', () => {
  const reported = (schema: TString, field: string) =>
    issuesOf(compileBody(oneField(schema))({ field }))[0]?.msg;
  const [least, most] = [Type.String({ minLength: 1 }), Type.String({ maxLength: 1 })];
  assert.equal(reported(least, ''), 'String should have at least 1 character');
  assert.equal(reported(most, 'ab'), 'String should have at most 1 character');
});

test('a text that does not have the shape asked for is answered with the shape', () => {
  const parseCode = compileBody(oneField(Type.String({ pattern: '^[0-9]{6}$' })));
  assert.equal(parseCode({ field: '012345' }).kind, 'valid');
  assert.deepEqual(issuesOf(parseCode({ field: '01234' })), [
    {
      type: 'string_pattern_mismatch',
      loc: ['body', 'field'],
      msg: "String should match pattern '^[0-9]{6}$'",
      input: '01234',
      ctx: { pattern: '^[0-9]{6}$' },
    },
  ]);
});

function typeOf(field: unknown): string | undefined {
  return issuesOf(parse({ field }))[0]?.type;
}
