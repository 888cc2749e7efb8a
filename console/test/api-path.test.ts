import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { callApi } from '../src/api/client.ts';
import { apiPath, withQuery } from '../src/api/path.ts';

const SOURCE = join(import.meta.dirname, '../src');

test('a value stays one segment of its path, whatever it contains', () => {
  for (const id of ['../transactions.csv', '..\\x', 'a/b', 'x?y=1', 'x#y', '%2e%2e', '..;', 'é ']) {
    const { pathname, search, hash } = new URL(apiPath`/transactions/${id}`, 'https://a.example');
    const segments = pathname.split('/').slice(1);
    assert.deepEqual(segments.slice(0, 3), ['internal', 'v1', 'transactions'], id);
    assert.deepEqual([segments.length, decodeURIComponent(segments[3] ?? '')], [4, id]);
    assert.deepEqual([search, hash], ['', '']);
  }
});

test('a value by which a browser would walk up or stay makes no path', () => {
  for (const id of ['', '.', '..', '...']) {
    assert.throws(() => apiPath`/transactions/${id}/look`, TypeError, id);
  }
});

test('arguments are encoded, and left out without a value', () => {
  const path = withQuery(apiPath`/reports`, { to: 'a&b=c', from: '', limit: 5, other: undefined });
  assert.equal(path, '/internal/v1/reports?to=a%26b%3Dc&limit=5');
});

test('the compiler lets no other text be an address of the service', () => {
  // The test does not compile if any text may be one.
  const takesAnyText: string extends Parameters<typeof callApi>[1] ? true : false = false;
  assert.equal(takesAnyText, false);
});

test('only one file writes an address of the service, and only one asks it', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE });
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(SOURCE, file), 'utf8')));
  assert.deepEqual(filesWith(/\/internal\//), ['api/path.ts']);
  const asking = /\bfetch\(|new (?:EventSource|WebSocket|XMLHttpRequest)\b|sendBeacon/;
  assert.deepEqual(filesWith(asking), ['api/client.ts']);
  assert.deepEqual(filesWith(/as ApiPath/), ['api/path.ts']);
});
