import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  paymentBody,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { service_tx_id } = await create(service, DEPOSITS);
const SIMULATE = `/api/v1/sandbox/transactions/${service_tx_id}/simulate`;

/** Texts that break things elsewhere: controls, quotes, surrogates, other scripts, long ones. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('\0', '\uD800', '\uDFFF', "'; drop table transactions; --", '%s%n', '{}'),
  fc.constantFrom('__proto__', 'constructor', 'toString', '\u202E', '\uFFFF', 'é'.repeat(5_000)),
);

const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, false, 1e308, -0, 9007199254740992, 5e-324),
  fc.jsonValue({ maxDepth: 4 }),
);

/** A valid body with some members replaced, left out or added, so that checks deep inside run. */
const anyPayment = fc
  .record(
    {
      player_id: anyValue,
      msisdn: fc.oneof(anyValue, fc.constantFrom('+237690000001', '670000001', '+33612345678')),
      amount_xaf: fc.oneof(anyValue, fc.integer({ min: 100 }), fc.constant(9007199254740991)),
      operator: fc.oneof(anyValue, fc.constantFrom('mtn', 'orange')),
      reference: anyValue,
      callback_url: fc.oneof(anyValue, fc.webUrl(), fc.constant('http://[::1]:1/')),
      lang: fc.oneof(anyValue, fc.constant('en')),
      [`__proto__`]: anyValue,
    },
    { requiredKeys: [] },
  )
  .map((changes) => paymentBody(changes));

const anyBody = fc.oneof(
  { weight: 6, arbitrary: anyPayment.map((body) => JSON.stringify(body)) },
  { weight: 2, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .record({ outcome: anyValue, msisdn: anyText, country_code: anyText })
      .map((body) => JSON.stringify(body)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  // A JSON text with one character changed.
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(150), fc.string({ maxLength: 1 })).map(([at, one]) => {
      const text = JSON.stringify(paymentBody());
      return `${text.slice(0, at)}${one}${text.slice(at + 1)}`;
    }),
  },
);

const anySegment = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '..', '.', '%2f', '*', ':service_tx_id', service_tx_id),
  fc.uuid(),
);

const anyPath = fc.oneof(
  fc.constantFrom(DEPOSITS, WITHDRAWALS, '/api/v1/msisdn/detect', SIMULATE, '/health'),
  anySegment.map((id) => `/api/v1/transactions/${id}`),
  anySegment.map((id) => `/api/v1/transactions/${id}/replay-webhook`),
  anySegment.map((id) => `/api/v1/players/${id}/transactions`),
  anySegment.map((country) => `/api/v1/${country}/providers`),
  anySegment.map((country) => `/api/v1/${country}/providers/status`),
  anySegment.map((id) => `/api/v1/sandbox/transactions/${id}/simulate`),
  fc.array(anySegment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
);

const anyQuery = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('page', 'limit', 'status', 'direction', '__proto__'), anySegment),
      fc.oneof(anySegment, fc.integer().map(String), fc.constantFrom('1e9', '9'.repeat(400))),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const anyHeaderText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 100,
});

const anyHeaders = fc.record(
  {
    'content-type': fc.oneof(anyHeaderText, fc.constantFrom('application/json', 'text/plain')),
    'x-api-key': anyHeaderText,
    'x-request-id': anyHeaderText,
    accept: anyHeaderText,
    'accept-encoding': anyHeaderText,
    authorization: anyHeaderText,
    cookie: anyHeaderText,
    origin: anyHeaderText,
    'x-forwarded-for': anyHeaderText,
    'x-http-method-override': anyHeaderText,
    range: anyHeaderText,
    'if-none-match': anyHeaderText,
  },
  { requiredKeys: [] },
);

test('no body of a payment makes the service fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(DEPOSITS, WITHDRAWALS, '/api/v1/msisdn/detect', SIMULATE),
      anyBody,
      async (path, body) => {
        await expectAnswer('POST', path, { 'content-type': 'application/json' }, body);
      },
    ),
    { numRuns: 250 },
  );
});

test('no path, query, header or method makes the service fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
      anyPath,
      anyQuery,
      anyHeaders,
      fc.option(anyBody),
      async (method, path, query, headers, body) => {
        const sent = method === 'GET' || method === 'HEAD' ? null : body;
        await expectAnswer(method, `${path}?${query}`, headers, sent);
      },
    ),
    { numRuns: 250 },
  );
});

test('after all this the service is well', async () => {
  await create(service, DEPOSITS);
  assert.equal((await service.call('GET', '/health')).status, 200);
  const errors = service.logLines.filter((line) => line.includes('request failed'));
  assert.deepEqual(errors, []);
});

async function expectAnswer(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<void> {
  const sent = body === null ? {} : { body: new TextEncoder().encode(body) };
  const answer = await service.call(method, path, { headers, ...sent });
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  assert.ok(answer.headers.get('x-request-id'), 'no request id');
  if (answer.status < 400 || method === 'HEAD') return;
  assert.ok('detail' in bodyOf(answer), answer.text);
}
