import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileBody } from '../../../src/contract/validation/compile.ts';
import { RefusedValue } from '../../../src/contract/validation/issue.ts';
import { parseUrl } from '../../../src/contract/validation/string.ts';
import { issuesOf, oneField } from './schemas.ts';

test('an http or https address is kept letter by letter but for white space', () => {
  const addresses = ['https://x.cm/hook?a=1#b', 'HTTP://EXAMPLE.com', 'http:///path'];
  for (const text of [...addresses, 'http://localhost:8000', 'http://[::1]/', 'http://é.cm']) {
    assert.equal(parseUrl(text), text);
  }
  assert.equal(parseUrl(' http://x\n'), 'http://x/');
});

// Pairs of a text and what Pydantic says of it.
const UNPARSABLE = [
  ['', 'input is empty'],
  [' ', 'relative URL without a base'],
  ['localhost', 'relative URL without a base'],
  ['//x/y', 'relative URL without a base'],
  ['1http://x', 'relative URL without a base'],
  ['http:', 'empty host'],
  ['http://?', 'empty host'],
  ['http://:80', 'empty host'],
  ['http://u@', 'empty host'],
  ['http://x:65536', 'invalid port number'],
  ['http://user@host:port/', 'invalid port number'],
  ['http://[::1]:x', 'invalid port number'],
  [' http://x:65536', 'invalid port number'],
  ['http://[::1', 'invalid IPv6 address'],
  ['http://[::1]x', 'invalid IPv6 address'],
  ['http://1.2.3.256', 'invalid IPv4 address'],
  ['http://a.0x', 'invalid IPv4 address'],
  ['http://a b', 'invalid international domain name'],
  ['http://a%zz', 'invalid international domain name'],
  ['http://\u202e', 'invalid international domain name'],
  ['foo://a b', 'invalid domain character'],
] as const;

for (const [text, error] of UNPARSABLE) {
  test(`a text that is no address is answered with the reason: "${text}"`, () => {
    const refusal = parseUrl(text);
    assert.ok(refusal instanceof RefusedValue);
    assert.deepEqual(refusal.issues, [
      {
        type: 'url_parsing',
        loc: [],
        msg: `Input should be a valid URL, ${error}`,
        input: text,
        ctx: { error },
      },
    ]);
  });
}

test('an address of another scheme is refused', () => {
  for (const text of ['ftp://x', 'localhost:8000', 'javascript:alert(1)', 'file:///etc/passwd']) {
    const refusal = parseUrl(text);
    assert.ok(refusal instanceof RefusedValue);
    assert.equal(refusal.issues[0]?.type, 'url_scheme');
  }
});

test('an address with a user name or password is refused by our own rule', () => {
  for (const text of ['http://u@x', 'https://u:p@x/', 'https://:p@x/', 'https://a@b@c']) {
    const refusal = parseUrl(text);
    assert.ok(refusal instanceof RefusedValue);
    assert.equal(refusal.issues[0]?.type, 'value_error');
    assert.equal(refusal.issues[0]?.msg, 'Value error, must not contain a user name or password');
  }
});

test('an address has at most 2083 characters, and its length is looked at first', () => {
  const parse = compileBody(oneField(Type.String({ format: 'uri' })));
  assert.equal(parse({ field: `http://x/${'a'.repeat(2074)}` }).kind, 'valid');
  const input = 'x'.repeat(2084);
  assert.deepEqual(issuesOf(parse({ field: input })), [
    {
      type: 'url_too_long',
      loc: ['body', 'field'],
      msg: 'URL should have at most 2083 characters',
      input,
      ctx: { max_length: 2083 },
    },
  ]);
});
