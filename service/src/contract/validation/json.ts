import { Buffer, isUtf8 } from 'node:buffer';
import { assert } from '../../domain/assert.ts';
import type { ValidationIssue } from './issue.ts';
import { findJsonProblem, type JsonProblem } from './json-problem.ts';

export type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] };

/** Deeper nesting would overflow the stack when it is written into a 422. */
export const MAX_NESTING_DEPTH = 100;

/** Parses a body; describes broken JSON as Python's json module does, as in FastAPI. */
export function parseJsonBody(raw: Buffer): ParsedJson {
  if (!isUtf8(raw)) return invalid(findBrokenUtf8(raw));
  const text = raw.toString('utf8');
  if (mayNestTooDeep(text)) {
    const problem = findJsonProblem(text, MAX_NESTING_DEPTH);
    if (problem !== null) return invalid(problem);
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'parsed', value };
  } catch {
    const problem = findJsonProblem(text, MAX_NESTING_DEPTH);
    assert(problem !== null, 'text that JSON.parse refuses has a problem');
    return invalid(problem);
  }
}

function invalid({ offset, error }: JsonProblem): ParsedJson {
  const issue: ValidationIssue = {
    type: 'json_invalid',
    loc: ['body', offset],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  };
  return { kind: 'invalid', issues: [issue] };
}

/** Decoding replaces broken bytes by U+FFFD: the first one that was not sent is the position. */
function findBrokenUtf8(raw: Buffer): JsonProblem {
  const text = raw.toString('utf8');
  let byte = 0;
  let from = 0;
  let at = text.indexOf('\uFFFD');
  while (at !== -1) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (!raw.subarray(byte, byte + 3).equals(REPLACEMENT_SENT)) break;
    byte += 3;
    from = at + 1;
    at = text.indexOf('\uFFFD', from);
  }
  return { offset: Array.from(text.slice(0, at)).length, error: 'Invalid UTF-8' };
}

const REPLACEMENT_SENT = Buffer.from('\uFFFD');

/** Counts brackets, even in strings: ordinary bodies have one and need no exact check. */
function mayNestTooDeep(text: string): boolean {
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    let at = text.indexOf(bracket);
    while (at !== -1 && brackets <= MAX_NESTING_DEPTH) {
      brackets += 1;
      at = text.indexOf(bracket, at + 1);
    }
  }
  return brackets > MAX_NESTING_DEPTH;
}
