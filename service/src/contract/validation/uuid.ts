import { type RefusedValue, refuseValue } from './issue.ts';

/** Reads a UUID in any form that Pydantic accepts and keeps it in canonical lower case. */
export function parseUuid(text: string): string | RefusedValue {
  if (CANONICAL.test(text)) return text;
  if (SIMPLE.test(text)) return text.toLowerCase().replace(GROUPS_OF_SIMPLE, '$1-$2-$3-$4-$5');
  const { inner } = unwrap(text);
  if (CANONICAL.test(inner.toLowerCase())) return inner.toLowerCase();
  // If the length fits a wrapped UUID, the parser behind Pydantic checks only the inside.
  const error = explain(new TextEncoder().encode(inner).length === CANONICAL_LENGTH ? inner : text);
  return refuseValue({
    type: 'uuid_parsing',
    msg: `Input should be a valid UUID, ${error}`,
    input: text,
    ctx: { error },
  });
}

export function refuseUuidType(input: unknown): RefusedValue {
  return refuseValue({
    type: 'uuid_type',
    msg: 'UUID input should be a string, bytes or UUID object',
    input,
  });
}

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SIMPLE = /^[0-9a-fA-F]{32}$/;
const GROUPS_OF_SIMPLE = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const NO_DIGIT_NOR_HYPHEN = /[^0-9a-fA-F-]/u;
const CANONICAL_LENGTH = 36;
const URN = 'urn:uuid:';

/** A hyphenated UUID may be in braces or after the URN prefix; a simple one may not. */
function unwrap(text: string): { readonly inner: string; readonly offset: number } {
  if (text.startsWith('{') && text.endsWith('}')) {
    return { inner: text.slice(1, -1), offset: 1 };
  }
  if (text.startsWith(URN)) return { inner: text.slice(URN.length), offset: URN.length };
  return { inner: text, offset: 0 };
}

/** Checks in the same order as that parser, and with its messages. */
function explain(text: string): string {
  const { inner, offset } = unwrap(text);
  const strange = NO_DIGIT_NOR_HYPHEN.exec(inner);
  if (strange !== null) {
    return `invalid character: found \`${strange[0]}\` at ${strange.index + offset + 1}`;
  }
  const groups = inner.split('-');
  if (groups.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  }
  if (groups.length !== GROUP_LENGTHS.length) {
    return `invalid group count: expected 5, found ${groups.length}`;
  }
  const wrong = GROUP_LENGTHS.findIndex((length, index) => groups[index]?.length !== length);
  // That parser measures the last group to the end of the whole text, including braces.
  const isLast = wrong === GROUP_LENGTHS.length - 1;
  const found = isLast ? text.length - START_OF_LAST_GROUP : groups[wrong]?.length;
  return `invalid group length in group ${wrong}: expected ${GROUP_LENGTHS[wrong]}, found ${found}`;
}

const GROUP_LENGTHS = [8, 4, 4, 4, 12];
const START_OF_LAST_GROUP = 24;
