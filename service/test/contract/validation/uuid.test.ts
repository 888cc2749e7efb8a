import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusedValue } from '../../../src/contract/validation/issue.ts';
import { parseUuid } from '../../../src/contract/validation/uuid.ts';

const UUID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

test('every form of a UUID is kept as the canonical one', () => {
  const forms = [UUID, UUID.toUpperCase(), UUID.replaceAll('-', ''), `{${UUID}}`];
  for (const form of [...forms, `urn:uuid:${UUID}`, `urn:uuid:${UUID.toUpperCase()}`]) {
    assert.equal(parseUuid(form), UUID, form);
  }
});

// Pairs of a text and what Pydantic says of it.
const REFUSED = [
  ['', 'invalid length: expected length 32 for simple format, found 0'],
  ['{}', 'invalid group count: expected 5, found 1'],
  ['{', 'invalid character: found `{` at 1'],
  [`${UUID} `, 'invalid character: found ` ` at 37'],
  [UUID.slice(1), 'invalid group length in group 0: expected 8, found 7'],
  ['3f2504e0-4f891-1d3-9a0c-0305e82c3301', 'invalid group length in group 1: expected 4, found 5'],
  [`${UUID}-`, 'invalid group count: expected 5, found 6'],
  ['a😀', 'invalid character: found `😀` at 2'],
  [`URN:UUID:${UUID}`, 'invalid character: found `U` at 1'],
  ['urn:uuid:g', 'invalid character: found `g` at 10'],
  [`{${UUID.replaceAll('-', '')}}`, 'invalid group count: expected 5, found 1'],
  // The parser counts the wrapping with the last group.
  [`{${UUID}1}`, 'invalid group length in group 4: expected 12, found 15'],
  [`urn:uuid:${UUID.slice(0, -2)}`, 'invalid group length in group 4: expected 12, found 19'],
  // With the right length for a wrapped UUID it counts from inside the wrapping.
  ['{3f 254e0-4f89-11d3-9a0c-0305e82c3301}', 'invalid character: found ` ` at 3'],
  ['urn:uuid:3f2504e0-4f89-11d3-9a0c-03u05e82c330', 'invalid character: found `u` at 27'],
] as const;

for (const [text, error] of REFUSED) {
  test(`a malformed UUID is answered with the reason: "${text}"`, () => {
    const refusal = parseUuid(text);
    assert.ok(refusal instanceof RefusedValue);
    assert.deepEqual(refusal.issues, [
      {
        type: 'uuid_parsing',
        loc: [],
        msg: `Input should be a valid UUID, ${error}`,
        input: text,
        ctx: { error },
      },
    ]);
  });
}
