import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleCheckouts } from '../../service/src/flows/checkouts/settle-checkouts.ts';
import { lapseApprovals } from '../../service/src/flows/decisions/lapse-approvals.ts';
import { escalateStuck } from '../../service/src/flows/provider-requests/follow-requests.ts';
import { expireDeposits } from '../../service/src/flows/transactions/expire-deposits.ts';
import { startTestService } from '../../service/test/support/harness.ts';
import { createFakeService } from '../src/testing.ts';
import type { RawRequest } from './support/conformance-requests.ts';
import { REQUESTS } from './support/conformance-stories.ts';

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
const CURSOR = /"next_cursor":"[^"]+"/g;
const PAGE = /\/pay\/[\w-]+/g;
/** Chosen by the failures of the last hour, which the service counts anew only now and then. */
const PROVIDER = /"provider":"(mtn|orange)-[a-z]+"/g;

interface Side {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** What answers have named: `last`, `cursor`, and the ids that requests ask to keep. */
  readonly named: Map<string, string>;
  /** What its workers do by themselves. */
  readonly settle: () => Promise<void>;
}

async function ask(side: Side, request: RawRequest) {
  const { method, body, as } = request;
  const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return side.named.get(name) ?? 'none';
  });
  const response = await side.fetch(side.url + path, {
    method,
    headers: request.headers ?? {},
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  const id = answer['service_tx_id'] ?? answer['checkout_id'];
  if (response.ok) {
    for (const [name, value] of [
      ['last', id],
      ['cursor', answer['next_cursor']],
      ...(as === undefined ? [] : [[as, id] as const]),
    ] as const) {
      if (typeof value === 'string') side.named.set(name, value);
    }
    if (path.endsWith('/clock/advance')) await side.settle();
  }
  const headers = COMPARED.map((name) => response.headers.get(name));
  return { status: response.status, headers, body: withoutChance(side, text) };
}

/** Ids, times, cursors and the address differ by chance alone. */
function withoutChance(side: Side, text: string): unknown {
  const { cursor: _, ...ids } = Object.fromEntries(side.named);
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, `<${name}>`]));
  const same = text
    .replaceAll(HEX_ID, '<provider id>')
    .replaceAll(MOMENT, '<time>')
    .replaceAll(PROVIDER, '"provider":"<$1>"')
    .replaceAll(CURSOR, '"next_cursor":"<cursor>"')
    .replaceAll(side.url, '<service>')
    // The addresses of pages are for the browser of this machine.
    .replaceAll(side.url.replace('127.0.0.1', 'localhost'), '<service>')
    .replaceAll(PAGE, '/pay/<token>')
    .replaceAll(UUID, (id) => {
      return REQUESTED.has(id.toLowerCase()) ? id : (nameOf.get(id) ?? '<id>');
    });
  return JSON.parse(same) as unknown;
}

const REQUESTED = new Set(
  REQUESTS.flatMap(({ path, body = '' }) => `${path} ${body}`.match(UUID) ?? []).map((id) =>
    id.toLowerCase(),
  ),
);

async function settleWhatIsDue(): Promise<void> {
  const { database, payments } = service;
  const deps = { ...payments, database, onQueued: () => {} };
  for (const work of [expireDeposits, escalateStuck, lapseApprovals, settleCheckouts]) {
    while ((await work(deps)) > 0);
  }
}

test('the fake answers each of more than 500 requests as the service does', async () => {
  assert.ok(REQUESTS.length >= 500, `there are ${REQUESTS.length}`);
  const real: Side = { fetch, url: service.url, named: new Map(), settle: settleWhatIsDue };
  const settle = async () => {};
  const ours: Side = { fetch: fake.fetch, url: 'http://fake.test', named: new Map(), settle };
  const different: object[] = [];
  for (const request of REQUESTS) {
    const [expected, found] = [await ask(real, request), await ask(ours, request)];
    try {
      assert.deepEqual(found, expected);
    } catch (error) {
      different.push({ request, found: String(error) });
    }
  }
  assert.deepEqual(different, []);
});
