import { gzipSync } from 'node:zlib';
import type { Answer } from '../http.ts';

export const GARBAGE_SHAPES = [
  'html',
  'cut_json',
  'wrong_types',
  'huge',
  'empty',
  'bad_utf8',
  'gzip_bomb',
  'false_gzip',
] as const;

export type GarbageShape = (typeof GARBAGE_SHAPES)[number];

const HUGE_BYTES = 32 * 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Spoils an answer; `null` means that the call was never processed. */
export function spoil(shape: GarbageShape, real: Answer | null): Answer {
  const status = real?.status ?? 200;
  const text = real === null || real.body.length === 0 ? '{"status":"OK"}' : real.body.toString();
  switch (shape) {
    case 'html':
      return {
        status,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><html><body><h1>Gateway page</h1></body></html>',
      };
    case 'cut_json':
      return { status, headers: JSON_TYPE, body: text.slice(0, Math.ceil(text.length / 2)) };
    case 'wrong_types':
      return { status, headers: JSON_TYPE, body: withWrongTypes(text) };
    case 'huge':
      return { status, headers: JSON_TYPE, body: hugeJson() };
    case 'empty':
      return { status, body: '' };
    case 'bad_utf8':
      return { status, headers: JSON_TYPE, body: withBadUtf8(text) };
    case 'gzip_bomb':
      return {
        status,
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        body: gzipSync(hugeJson(), { level: 1 }),
      };
    case 'false_gzip':
      return { status, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: text };
  }
}

function hugeJson(): Buffer {
  const body = Buffer.alloc(HUGE_BYTES, ' ');
  body.write('{');
  body.write('}', HUGE_BYTES - 1);
  return body;
}

/** The first text gets a byte that begins no character. */
function withBadUtf8(text: string): Buffer {
  const at = Math.max(text.lastIndexOf('"'), 0);
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from([0xff, 0xc3, 0x28]),
    Buffer.from(text.slice(at)),
  ]);
}

function withWrongTypes(text: string): string {
  try {
    return JSON.stringify(otherType(JSON.parse(text)));
  } catch {
    return '[42]';
  }
}

/** Keeps the names, to catch code that only checks whether a field exists. */
function otherType(value: unknown): unknown {
  if (typeof value === 'string') return [value.length];
  if (typeof value !== 'object' || value === null) return { value };
  if (Array.isArray(value)) return 'list';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, otherType(part)]));
}
