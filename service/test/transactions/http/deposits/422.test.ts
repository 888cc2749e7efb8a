import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertProblem } from '../../../support/catalogued.ts';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  countTransactions,
  DEPOSITS,
  issuesOf,
  type Json,
  MTN,
  ORANGE,
  paymentBody,
  problemsOf,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

// Deposits and withdrawals share their fields, so every row is sent to both.
const service = await startTestService({}, { policy: { amountMaxXaf: 1_000_000 } });
const PATHS = [DEPOSITS, WITHDRAWALS];

/** Field, refused value, type of the issue. */
const REFUSED_VALUES: readonly (readonly [field: string, value: unknown, type: string])[] = [
  ['player_id', null, 'uuid_type'],
  ['player_id', 7, 'uuid_type'],
  ['player_id', '', 'uuid_parsing'],
  ['player_id', 'abc', 'uuid_parsing'],
  ['player_id', '3f2504e0-4f89-11d3-9a0c-0305e82c330g', 'uuid_parsing'],
  ['player_id', '3f2504e0-4f89-11d3-9a0c-0305e82c33011', 'uuid_parsing'],
  ['player_id', '\0', 'value_error'],
  ['player_id', '\uD800', 'string_unicode'],
  ['msisdn', null, 'string_type'],
  ['msisdn', 237670000001, 'string_type'],
  ['msisdn', '', 'value_error'],
  ['msisdn', '+', 'value_error'],
  ['msisdn', '+0123456789', 'value_error'],
  ['msisdn', '00237670000001', 'value_error'],
  ['msisdn', '+237 670 00 00 01', 'value_error'],
  ['msisdn', ' +237670000001', 'value_error'],
  ['msisdn', '+237670000001\n', 'value_error'],
  ['msisdn', '+23767000000', 'value_error'],
  ['msisdn', '+2376700000011', 'value_error'],
  ['msisdn', '67000000', 'value_error'],
  ['msisdn', '070000001', 'value_error'],
  ['msisdn', '33612345678', 'value_error'],
  ['msisdn', '+1234567', 'value_error'],
  ['msisdn', '+1234567890123456', 'value_error'],
  ['msisdn', '+٢٣٧٦٧٠٠٠٠٠٠١', 'value_error'],
  ['msisdn', '+237670000001\0', 'value_error'],
  ['msisdn', '\uDC00', 'string_unicode'],
  ['amount_xaf', null, 'int_type'],
  ['amount_xaf', '500', 'int_type'],
  ['amount_xaf', true, 'int_type'],
  ['amount_xaf', [500], 'int_type'],
  ['amount_xaf', 100.5, 'int_from_float'],
  ['amount_xaf', 99, 'greater_than_equal'],
  ['amount_xaf', 0, 'greater_than_equal'],
  ['amount_xaf', -500, 'greater_than_equal'],
  ['amount_xaf', 1_000_001, 'less_than_equal'],
  ['amount_xaf', 9007199254740992, 'less_than_equal'],
  ['operator', null, 'string_type'],
  ['operator', 1, 'string_type'],
  ['operator', ['mtn'], 'string_type'],
  ['operator', 'mtn\0', 'value_error'],
  ['operator', '\uD800', 'string_unicode'],
  ['reference', null, 'string_type'],
  ['reference', 1, 'string_type'],
  ['reference', '', 'string_too_short'],
  ['reference', 'x'.repeat(129), 'string_too_long'],
  ['reference', '😀'.repeat(129), 'string_too_long'],
  ['reference', 'a\0b', 'value_error'],
  ['reference', 'a\uD800b', 'string_unicode'],
  ['callback_url', 1, 'url_type'],
  ['callback_url', '', 'url_parsing'],
  ['callback_url', '/hooks', 'url_parsing'],
  ['callback_url', 'example.com/hooks', 'url_parsing'],
  ['callback_url', 'http://', 'url_parsing'],
  ['callback_url', 'http://a:99999/', 'url_parsing'],
  ['callback_url', 'ftp://example.com/', 'url_scheme'],
  ['callback_url', 'javascript:alert(1)', 'url_scheme'],
  ['callback_url', 'http://user@example.com/', 'value_error'],
  ['callback_url', 'http://user:secret@example.com/', 'value_error'],
  ['callback_url', `http://example.com/${'x'.repeat(2083)}`, 'url_too_long'],
  ['callback_url', 'http://example.com/\0', 'value_error'],
  ['callback_url', 'http://example.com/\uD800', 'string_unicode'],
];

test('each wrong value is one issue that names the field and repeats the value', async () => {
  for (const path of PATHS) {
    for (const [field, value, type] of REFUSED_VALUES) {
      const answer = await service.call('POST', path, { json: paymentBody({ [field]: value }) });
      const [issue, ...more] = issuesOf(answer);
      assert.deepEqual(more, [], answer.text);
      assert.equal(issue?.type, type, `${field} ${JSON.stringify(value)}`);
      assert.deepEqual(issue?.loc, ['body', field]);
      assert.deepEqual(issue?.input, value);
      assert.ok(issue?.msg);
    }
  }
});

test('lang is fr or en', async () => {
  for (const lang of ['FR', 'de', '', null, 1]) {
    const answer = await service.call('POST', DEPOSITS, { json: paymentBody({ lang }) });
    assert.deepEqual(issuesOf(answer), [
      {
        type: 'literal_error',
        loc: ['body', 'lang'],
        msg: "Input should be 'fr' or 'en'",
        input: lang,
        ctx: { expected: "'fr' or 'en'" },
      },
    ]);
  }
});

test('each missing field is named with the whole body as its input', async () => {
  for (const path of PATHS) {
    for (const field of ['player_id', 'msisdn', 'amount_xaf', 'operator', 'reference']) {
      const { [field]: _left, ...json } = paymentBody();
      const answer = await service.call('POST', path, { json });
      assert.deepEqual(issuesOf(answer), [
        { type: 'missing', loc: ['body', field], msg: 'Field required', input: json },
      ]);
    }
  }
});

test('all problems are reported at once, in the order of the fields', async () => {
  const json = { callback_url: 1, lang: 'x', amount_xaf: 1, msisdn: 'x', operator: 'unknown' };
  const expected = [
    'missing body.player_id',
    'value_error body.msisdn',
    'greater_than_equal body.amount_xaf',
    'missing body.reference',
    'url_type body.callback_url',
  ];
  const deposit = await service.call('POST', DEPOSITS, { json });
  assert.deepEqual(problemsOf(deposit), [...expected, 'literal_error body.lang']);
  // A withdrawal has no lang, so this one is an unknown member.
  assert.deepEqual(problemsOf(await service.call('POST', WITHDRAWALS, { json })), expected);
});

/** What is sent, with which content type, and the one issue of the answer. */
const REFUSED_BODIES: readonly (readonly [body: string, contentType: string | null, Json])[] = [
  ['', 'application/json', { type: 'missing', loc: ['body'], input: null }],
  ['', null, { type: 'missing', loc: ['body'], input: null }],
  ['null', 'application/json', { type: 'missing', loc: ['body'], input: null }],
  ['[]', 'application/json', { type: 'model_attributes_type', loc: ['body'], input: [] }],
  ['"x"', 'application/json', { type: 'model_attributes_type', loc: ['body'], input: 'x' }],
  ['1', 'application/json', { type: 'model_attributes_type', loc: ['body'], input: 1 }],
  ['true', 'application/json', { type: 'model_attributes_type', loc: ['body'], input: true }],
  ['{}', 'text/plain', { type: 'model_attributes_type', loc: ['body'], input: '{}' }],
  ['{}', null, { type: 'model_attributes_type', loc: ['body'], input: '{}' }],
  ['{}', 'nonsense', { type: 'model_attributes_type', loc: ['body'], input: '{}' }],
  ['{}', 'application/jsonx', { type: 'model_attributes_type', loc: ['body'], input: '{}' }],
  ['a=1', 'application/x-www-form-urlencoded', { type: 'model_attributes_type', loc: ['body'] }],
  ['{', 'application/json', { type: 'json_invalid', loc: ['body', 1], input: {} }],
  ['{"a":}', 'application/json', { type: 'json_invalid', loc: ['body', 5], input: {} }],
  ['{"a":1}x', 'application/json', { type: 'json_invalid', loc: ['body', 7], input: {} }],
  ['{"a":NaN}', 'application/json', { type: 'json_invalid', loc: ['body', 5], input: {} }],
  ["{'a':1}", 'application/json', { type: 'json_invalid', loc: ['body', 1], input: {} }],
  ['😀', 'application/json', { type: 'json_invalid', loc: ['body', 0], input: {} }],
  ['\uFEFF{}', 'application/json', { type: 'json_invalid', loc: ['body', 0], input: {} }],
  ['['.repeat(101), 'application/json', { type: 'json_invalid', loc: ['body', 100], input: {} }],
  ['['.repeat(60_000), 'application/json', { type: 'json_invalid', loc: ['body', 100] }],
  ['{"a":'.repeat(12_000), 'application/json', { type: 'json_invalid', loc: ['body', 500] }],
];

test('a body that is no JSON object is one issue about the body', async () => {
  for (const path of PATHS) {
    for (const [body, contentType, expected] of REFUSED_BODIES) {
      // Bytes, because fetch gives text a content type of its own.
      const answer = await service.call('POST', path, {
        body: new TextEncoder().encode(body),
        headers: contentType === null ? {} : { 'content-type': contentType },
      });
      const [issue, ...more] = issuesOf(answer);
      const about = `${body.slice(0, 20)} as ${contentType}: ${answer.text.slice(0, 200)}`;
      assert.deepEqual({ ...issue, ...expected }, issue, about);
      assert.deepEqual(more, []);
    }
  }
});

test('a body that a header made unreadable has a hint that names it, and nothing else changes', async () => {
  const json = JSON.stringify(paymentBody());
  const bare = {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: json,
  };
  for (const [type, hint] of [
    ['text/plain', /^Content-Type is not a JSON type: send Content-Type: application\/json$/],
    ['application/x-www-form-urlencoded', /^Content-Type /],
    ['nonsense', /^Content-Type is missing or malformed/],
    [null, /^Content-Type is missing or malformed/],
  ] as const) {
    const answer = await service.call('POST', DEPOSITS, {
      body: new TextEncoder().encode(json),
      headers: type === null ? {} : { 'content-type': type },
    });
    const [{ ctx, ...issue } = {} as Json] = issuesOf(answer);
    assert.deepEqual(issue, bare);
    assert.match(String((ctx as Json)['hint']), hint);
  }
});

test('a compressed body, or one in another charset, is broken JSON with a hint', async () => {
  for (const [body, headers, hint] of [
    [gzipSync('{}'), { 'content-encoding': 'gzip' }, /^Content-Encoding: /],
    [
      Buffer.from('{}', 'utf16le'),
      { 'content-type': 'application/json; charset=utf-16' },
      /UTF-8$/,
    ],
  ] as const) {
    const answer = await service.call('POST', DEPOSITS, {
      body: Uint8Array.from(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const [issue] = issuesOf(answer);
    assert.deepEqual(
      [issue?.type, issue?.msg, issue?.input],
      ['json_invalid', 'JSON decode error', {}],
    );
    const ctx = issue?.['ctx'] as Json;
    assert.deepEqual(Object.keys(ctx), ['error', 'hint']);
    assert.match(String(ctx['hint']), hint);
  }
  const plain = await service.call('POST', DEPOSITS, {
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual(Object.keys(issuesOf(plain)[0]?.['ctx'] as Json), ['error']);
});

test('text that is not UTF-8 is broken JSON', async () => {
  const body = Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('POST', DEPOSITS, { body, headers });
  assert.deepEqual(problemsOf(answer), ['json_invalid body.2']);
});

test('a number beyond all bounds is an issue of its field', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const [written, type] of [
    ['1e999', 'finite_number'],
    ['1e300', 'less_than_equal'],
    ['-1e300', 'greater_than_equal'],
    ['9'.repeat(400), 'finite_number'],
    ['1e-400', 'greater_than_equal'],
  ] as const) {
    const body = JSON.stringify(paymentBody({ amount_xaf: '?' })).replace('"?"', written);
    const answer = await service.call('POST', DEPOSITS, { body, headers });
    assert.deepEqual(problemsOf(answer), [`${type} body.amount_xaf`], written.slice(0, 10));
  }
});

test('a prefix of the other operator is refused with a string', async () => {
  const others: Readonly<Record<string, readonly string[]>> = {
    orange: ['67', '68', '650', '651', '652', '653', '654'],
    mtn: ['69', '655', '656', '657', '658', '659'],
  };
  for (const path of PATHS) {
    for (const [operator, prefixes] of Object.entries(others)) {
      for (const prefix of prefixes) {
        const national = prefix.padEnd(9, '0');
        for (const msisdn of [`+237${national}`, `237${national}`, national]) {
          const json = paymentBody({ operator, msisdn });
          const answer = await service.call('POST', path, { json });
          assert.equal(answer.status, 422);
          const other = Object.keys(others).find((name) => name !== operator);
          const detail = `The msisdn prefix belongs to another operator: '${other}'`;
          assertProblem(answer, { detail, code: 'prefix_mismatch' });
        }
      }
    }
  }
});

test('an amount that no channel takes is refused with the nearest limit, not asked again', async () => {
  await service.database.query({
    text: 'update channels set min_amount_xaf = 200, max_amount_xaf = 1000',
  });
  const twin = await startTwin(service);
  for (const [path, payment] of [
    [DEPOSITS, ORANGE],
    [WITHDRAWALS, ORANGE],
    [WITHDRAWALS, MTN],
  ] as const) {
    for (const [amount, type, ctx] of [
      [199, 'greater_than_equal', { ge: 200 }],
      [1_001, 'less_than_equal', { le: 1_000 }],
    ] as const) {
      const json = paymentBody({ ...payment, amount_xaf: amount });
      const answer = await twin.call('POST', path, { json });
      assert.deepEqual(problemsOf(answer), [`${type} body.amount_xaf`]);
      const [issue] = issuesOf(answer);
      assert.deepEqual([issue?.['input'], issue?.['ctx']], [amount, ctx]);
    }
  }
});

test('nothing of all this was stored', async () => {
  assert.equal(await countTransactions(service.database), 0);
});
