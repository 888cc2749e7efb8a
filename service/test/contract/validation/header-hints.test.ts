import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHint } from '../../../src/contract/validation/hints.ts';
import type { ValidationIssue } from '../../../src/contract/validation/issue.ts';

const ISSUE: ValidationIssue = {
  type: 'json_invalid',
  loc: ['body', 0],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: 'Expecting value' },
};

const COMPRESSED =
  'Content-Encoding: compressed bodies are not read; send the JSON as it is, without this header';
const MISSING = 'Content-Type is missing or malformed: send Content-Type: application/json';
const OTHER = 'Content-Type is not a JSON type: send Content-Type: application/json';
const CHARSET = 'Content-Type: the body is read as UTF-8';

const JSON_TYPE = 'application/json';

const HEADERS: readonly (readonly [
  type: string | undefined,
  encoding: string | undefined,
  hint: string | null,
])[] = [
  [JSON_TYPE, undefined, null],
  [JSON_TYPE, '', null],
  [JSON_TYPE, ' Identity ', null],
  [JSON_TYPE, 'gzip', COMPRESSED],
  [undefined, 'gzip', COMPRESSED],
  [undefined, undefined, MISSING],
  ['text/plain', undefined, OTHER],
  ['application/jsonp', undefined, OTHER],
  ['application/problem+json', undefined, null],
  ['application/json; charset=utf-8', undefined, null],
  ['application/json; charset="UTF8"', undefined, null],
  ['application/json; charset=us-ascii', undefined, null],
  ['application/json; charset=iso-8859-1', undefined, CHARSET],
  ['application/json; boundary=x', undefined, null],
];

for (const [type, encoding, hint] of HEADERS) {
  test(`of a body of ${type} in ${encoding} the header at fault is named, if one is`, () => {
    const headers = { 'content-type': type, 'content-encoding': encoding };
    const ctx = hint === null ? ISSUE.ctx : { ...ISSUE.ctx, hint };
    assert.deepEqual(withHint([ISSUE], headers), [{ ...ISSUE, ctx }]);
  });
}
