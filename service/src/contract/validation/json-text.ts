import { assert } from '../../domain/assert.ts';
import type { ValidationIssue } from './issue.ts';

export type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] };

/** Deeper nesting would overflow the stack when it is written into a 422. */
const MAX_NESTING_DEPTH = 100;

/** Parses a text; describes broken JSON as Python's json module does, as in FastAPI. */
export function parseJsonText(text: string): ParsedJson {
  if (mayNestTooDeep(text)) {
    const problem = findJsonProblem(text, MAX_NESTING_DEPTH);
    if (problem !== null) return invalidJson(problem);
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'parsed', value };
  } catch {
    const problem = findJsonProblem(text, MAX_NESTING_DEPTH);
    assert(problem !== null, 'text that JSON.parse refuses has a problem');
    return invalidJson(problem);
  }
}

export function invalidJson({ offset, error }: JsonProblem): ParsedJson {
  const issue: ValidationIssue = {
    type: 'json_invalid',
    loc: ['body', offset],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  };
  return { kind: 'invalid', issues: [issue] };
}

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

/** The problem of a JSON text, and the number of characters before it. */
export interface JsonProblem {
  readonly offset: number;
  readonly error: string;
}

/**
 * Finds the first problem in a JSON text, with the wording and position of Python's json module
 * (before version 3.13). It keeps the open brackets in a list, not on the stack, so no text can
 * overflow it.
 */
function findJsonProblem(text: string, maxDepth: number): JsonProblem | null {
  const problem = findProblem(text, maxDepth);
  if (problem === null) return null;
  // Python counts characters, JavaScript counts code units.
  return { offset: Array.from(text.slice(0, problem.at)).length, error: problem.error };
}

interface Problem {
  readonly at: number;
  readonly error: string;
}

type Expected = 'value' | 'first item' | 'key' | 'first key' | 'delimiter';

function findProblem(text: string, maxDepth: number): Problem | null {
  if (text.startsWith('\uFEFF')) return { at: 0, error: UNEXPECTED_BOM };
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = skipSpace(text, 0);
  for (;;) {
    switch (expected) {
      case 'first item':
        expected = text[at] === ']' ? 'delimiter' : 'value';
        break;
      case 'first key':
        expected = text[at] === '}' ? 'delimiter' : 'key';
        break;
      case 'key': {
        const end = endOfKey(text, at);
        if (typeof end !== 'number') return end;
        at = skipSpace(text, end);
        expected = 'value';
        break;
      }
      case 'value': {
        const closer = CLOSERS.get(text[at] ?? '');
        if (closer !== undefined) {
          if (closers.length === maxDepth) return { at, error: 'Nesting is too deep' };
          closers.push(closer);
          at = skipSpace(text, at + 1);
          expected = closer === '}' ? 'first key' : 'first item';
          break;
        }
        const end = text[at] === '"' ? endOfString(text, at) : endOfLiteral(text, at);
        if (typeof end !== 'number') return end;
        at = skipSpace(text, end);
        expected = 'delimiter';
        break;
      }
      case 'delimiter': {
        const closer = closers.at(-1);
        if (closer === undefined) return at === text.length ? null : { at, error: 'Extra data' };
        if (text[at] === closer) closers.pop();
        else if (text[at] === ',') expected = closer === '}' ? 'key' : 'value';
        else return { at, error: "Expecting ',' delimiter" };
        at = skipSpace(text, at + 1);
      }
    }
  }
}

const UNEXPECTED_BOM = 'Unexpected UTF-8 BOM (decode using utf-8-sig)';
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

/** The position after the key and its colon. */
function endOfKey(text: string, from: number): number | Problem {
  if (text[from] !== '"') {
    return { at: from, error: 'Expecting property name enclosed in double quotes' };
  }
  const end = endOfString(text, from);
  if (typeof end !== 'number') return end;
  const colon = skipSpace(text, end);
  return text[colon] === ':' ? colon + 1 : { at: colon, error: "Expecting ':' delimiter" };
}

function endOfString(text: string, quote: number): number | Problem {
  let at = quote + 1;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '"') return at + 1;
    if (character < ' ') return { at, error: 'Invalid control character at' };
    if (character !== '\\') {
      at += 1;
      continue;
    }
    const end = endOfEscape(text, at);
    if (end === null) break;
    if (typeof end !== 'number') return end;
    at = end;
  }
  return { at: quote, error: 'Unterminated string starting at' };
}

/** `null` if the text ends right after the backslash. */
function endOfEscape(text: string, backslash: number): number | Problem | null {
  const letter = text[backslash + 1];
  if (letter === undefined) return null;
  if (letter !== 'u') {
    const isKnown = '"\\/bfnrt'.includes(letter);
    return isKnown ? backslash + 2 : { at: backslash, error: 'Invalid \\escape' };
  }
  const end = backslash + 6;
  // Python requires another character after the four digits before it checks them.
  const isWhole = end < text.length && FOUR_HEX_DIGITS.test(text.slice(backslash + 2, end));
  return isWhole ? end : { at: backslash + 1, error: 'Invalid \\uXXXX escape' };
}

const FOUR_HEX_DIGITS = /^[0-9a-fA-F]{4}$/;

/** A number, true, false or null. Python also accepts NaN and Infinity, which are not JSON. */
function endOfLiteral(text: string, at: number): number | Problem {
  LITERAL.lastIndex = at;
  return LITERAL.test(text) ? LITERAL.lastIndex : { at, error: 'Expecting value' };
}

const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
