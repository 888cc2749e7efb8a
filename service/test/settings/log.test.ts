import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger, scrub } from '../../src/settings/log.ts';
import { recordingLog } from '../support/harness.ts';
import { textOf } from '../support/sources.ts';
import { LOG_FIELDS } from '../support/upkeep/log-fields.ts';

const SECRETS = [
  ['a number with plus', 'paid by +237677123456', '677123456'],
  ['a number without plus', 'paid by 237677123456.', '677123456'],
  ['national digits', '{"msisdn":"699887766"}', '699887766'],
  ['a foreign number', '+33612345678 calls', '612345678'],
  ['a test key', 'key svc_test_0123456789ab_SECRETsecretSECRETsecretSECRETsecret', 'SECRET'],
  ['a live key', '"svc_live_0123456789ab_SECRET-secret_SECRET"', 'SECRET'],
  ['a webhook secret', 'whsec_c2VjcmV0c2VjcmV0', 'c2VjcmV0'],
  ['a bearer token', 'authorization: Bearer abc.def.ghi', 'abc.def'],
  ['a database password', 'postgresql://momo:hunter2@db:5432/momo', 'hunter2'],
] as const;

for (const [name, line, secret] of SECRETS) {
  test(`${name} never reaches the log`, () => {
    assert.ok(!scrub(line).includes(secret), scrub(line));
  });
}

const HARMLESS = [
  '"id":"0193e2a1-6123-7456-8123-612345678901"',
  '"time":"2026-11-15T09:30:00.123Z"',
  '"ms":612345678.5',
  '"amountXaf":9007199254740991',
] as const;

for (const text of HARMLESS) {
  test(`ids, times and amounts stay readable: ${text}`, () => {
    assert.equal(scrub(text), text);
  });
}

test('an error is logged without the row values that PostgreSQL adds', () => {
  const { log, lines } = recordingLog();
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (reference)=(top secret) already exists.',
  });
  log.error({ err: error }, 'failed');
  const [line = ''] = lines;
  assert.match(line, /"code":"23505"/);
  assert.doesNotMatch(line, /top secret/);
});

test('a fault has its stack once a minute for each place, and then a count', (context) => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const here = () => new Error('the database is away', { cause: new Error('refused') });
  const there = () => new Error('the database is away');
  for (let met = 0; met < 3; met += 1) log.error({ err: here() }, 'request failed');
  log.error({ err: there() }, 'request failed');
  now = 60_000;
  log.error({ err: here() }, 'request failed');
  const errors = lines.map((line) => (JSON.parse(line) as { readonly err: Described }).err);
  assert.deepEqual(
    errors.map(({ stack, cause, repeated }) => [Boolean(stack), Boolean(cause?.stack), repeated]),
    [
      [true, true, undefined],
      [false, false, 1],
      [false, false, 2],
      [true, false, undefined],
      [true, true, undefined],
    ],
  );
});

test('every field that the code writes to the log is in the document, and no other', () => {
  const text = [...textOf.values()].join('\n');
  const calls = [...text.matchAll(/\blog(?:\.\w+|\[[^\]]+\])\(\s*\{([^{}]*)\}/g)];
  const written = calls.flatMap(([, fields = '']) =>
    fields.split(',').flatMap((field) => /^\s*(\w+)/.exec(field)?.[1] ?? []),
  );
  assert.ok(calls.length > 20);
  assert.deepEqual(
    written.filter((field) => !LOG_FIELDS.has(field)),
    [],
  );
  const gone = [...LOG_FIELDS].filter((field) => !new RegExp(`\\b${field}\\b`).test(text));
  assert.deepEqual(gone, []);
});

interface Described {
  readonly stack?: string;
  readonly repeated?: number;
  readonly cause?: { readonly stack?: string };
}
