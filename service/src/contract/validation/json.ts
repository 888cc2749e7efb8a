import { Buffer, isUtf8 } from 'node:buffer';
import { invalidJson, type JsonProblem, type ParsedJson, parseJsonText } from './json-text.ts';

/** Parses a body. Its bytes are looked at only here: a text cannot be broken UTF-8. */
export function parseJsonBody(raw: Buffer): ParsedJson {
  return isUtf8(raw) ? parseJsonText(raw.toString('utf8')) : invalidJson(findBrokenUtf8(raw));
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
