import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../service/test/support/harness.ts';
import { createFakeService } from '../src/testing.ts';
import { type RawRequest, REQUESTS } from './support/conformance-requests.ts';

const service = await startTestService();
const fake = await createFakeService();

/** Headers by which a client acts. */
const COMPARED = [
  'allow',
  'retry-after',
  'idempotent-replayed',
  'idempotent-differs',
  'ignored-parameters',
];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const HEX_ID = /SANDBOX-[0-9A-F]{32}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Chosen by the failures of the last hour, which the service counts anew only now and then. */
const PROVIDER = /"provider":"(mtn|orange)-[a-z]+"/g;

interface Side {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** The id that an answer of a payment named last. */
  last: string;
}

async function ask(side: Side, request: RawRequest) {
  const response = await side.fetch(side.url + request.path.replace('{last}', side.last), {
    method: request.method,
    headers: request.headers ?? {},
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await response.text();
  const { service_tx_id: id } = (text === '' ? {} : JSON.parse(text)) as { service_tx_id?: string };
  if (response.ok && id !== undefined) side.last = id;
  const headers = COMPARED.map((name) => response.headers.get(name));
  return { status: response.status, headers, body: withoutChance(side, text) };
}

/** Ids, times and the address differ by chance alone. */
function withoutChance(side: Side, text: string): unknown {
  const same = text
    .replaceAll(side.last, '<last>')
    .replaceAll(HEX_ID, '<provider id>')
    .replaceAll(MOMENT, '<time>')
    .replaceAll(PROVIDER, '"provider":"<$1>"')
    .replaceAll(side.url, '<service>')
    .replaceAll(UUID, (id) => (REQUESTED.has(id.toLowerCase()) ? id : '<id>'));
  return JSON.parse(same) as unknown;
}

const REQUESTED = new Set(
  REQUESTS.flatMap(({ path, body = '' }) => `${path} ${body}`.match(UUID) ?? []).map((id) =>
    id.toLowerCase(),
  ),
);

test('the fake answers each of more than 300 requests as the service does', async () => {
  assert.ok(REQUESTS.length >= 300, `there are ${REQUESTS.length}`);
  const real: Side = { fetch, url: service.url, last: 'none' };
  const ours: Side = { fetch: fake.fetch, url: 'http://fake.test', last: 'none' };
  const different: object[] = [];
  for (const request of REQUESTS) {
    const [expected, found] = [await ask(real, request), await ask(ours, request)];
    try {
      assert.deepEqual(found, expected);
    } catch {
      different.push({ request, expected, found });
    }
  }
  assert.deepEqual(different, []);
});
