import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { serve } from '../../src/app/compose.ts';
import { prepareDatabase } from '../../src/app/database.ts';
import { openPort } from '../../src/app/listen.ts';
import { seed } from '../../src/app/process/prepare-service.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { createExporter } from '../../src/telemetry/tracing/tracing.ts';
import { setPolicy } from '../support/access/policy.ts';
import { type CallOptions, call } from '../support/call.ts';
import { openTestDatabase } from '../support/database.ts';
import { recordingLog, TEST_LIMITS, testConfig } from '../support/harness.ts';
import { addMtn, LIVE_KEY, startMtn } from '../support/providers/live.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../support/receipts/sms.ts';
import { eventually, makeDataDir } from '../support/service-process.ts';
import { allImports, textOf } from '../support/sources.ts';
import { create, DEPOSITS, MTN } from '../support/transactions/payments.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

// A trace of each payment goes to a collector, here a small one of the test's own.

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const spans: OtlpSpan[] = [];
const collector = createServer(async (request, response) => {
  assert.equal(request.url, '/v1/traces');
  const { resourceSpans } = (await json(request)) as OtlpBody;
  spans.push(...resourceSpans.flatMap((it) => it.scopeSpans.flatMap((scope) => scope.spans)));
  response.end('{}');
});
const collectorUrl = await new Promise<string>((resolve) => {
  collector.listen(0, '127.0.0.1', () => {
    const address = collector.address();
    assert.ok(address !== null && typeof address === 'object');
    resolve(`http://127.0.0.1:${address.port}`);
  });
});
after(() => collector.close());

const { database, url } = await openTestDatabase();
const config = testConfig({
  DATABASE_URL: url,
  PORT: '0',
  HOST: '127.0.0.1',
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: LIVE_KEY,
  ACCEPTED_RISKS: 'testing',
  DATA_DIR: await makeDataDir(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
});
const { log } = recordingLog();
const line = '+237699000044';
await prepareDatabase(database, config, log);
// With a limit of prompts each deposit would be a query of its own.
await setPolicy({ database, config }, { openPromptsPerNumber: null });
await addMtn(database, await startMtn(), { id: 'mtn-main' });
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line } } });
await addLines(database, 'orange', [line]);
await seed(database, { ...config, vault: createVault(null) });
const service = await serve(
  { config, log, openPort: (server) => openPort(server, { config, log }), limits: TEST_LIMITS },
  { database, replica: database, close: async () => {} },
);
const client = {
  call: (method: string, path: string, options: CallOptions = {}) =>
    call(service.port.url, method, path, {
      ...options,
      headers: { 'x-api-key': LIVE_KEY, ...options.headers },
    }),
};

const traceOf = (id: string) => id.replaceAll('-', '');
const spansOf = (id: string) => spans.filter(({ traceId }) => traceId === traceOf(id));
const namesOf = (id: string) => spansOf(id).map(({ name }) => name);
const isThere = (id: string, names: readonly string[]) => () =>
  names.every((name) => namesOf(id).includes(name));

test('one payment is one trace, from the request through the text to the webhook', async () => {
  const receiver = await startReceiver();
  const payer = '+237690000077';
  const { service_tx_id: id } = await create(client, DEPOSITS, {
    operator: 'orange',
    msisdn: payer,
    amount_xaf: 1_500,
    callback_url: receiver.url,
  });
  const reported = await tell(client, {
    text: createOrangeLine(line).pay({ payer, amount: 1_500 }),
  });
  assert.equal(reported.status, 200, reported.text);
  await receiver.until(1);
  const names = [
    'POST /api/v1/deposits',
    'POST /internal/v1/sms/:gateway',
    'webhook payment.succeeded',
  ];
  await eventually('its spans have come', isThere(id, names));
  const [root, ...others] = spansOf(id).toSorted((one, other) =>
    one.startTimeUnixNano.localeCompare(other.startTimeUnixNano),
  );
  assert.equal(root?.name, 'POST /api/v1/deposits');
  assert.equal(root?.parentSpanId, undefined);
  for (const { parentSpanId } of others) assert.equal(parentSpanId, root?.spanId);
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spansOf(id)) {
    assert.ok(BigInt(end) >= BigInt(start) && start.length === 19, `${start} ${end}`);
  }
});

test('the calls of a provider are in the trace, and batches link to it', async () => {
  const receiver = await startReceiver();
  const { service_tx_id: id } = await create(client, DEPOSITS, {
    ...MTN,
    callback_url: receiver.url,
  });
  await receiver.until(1);
  const names = ['prepare mtn-main', 'send mtn-main', 'ask mtn-main', 'webhook payment.succeeded'];
  await eventually('its calls have come', isThere(id, names));
  const linked = () =>
    spans.filter(({ links = [] }) => links.some(({ traceId }) => traceId === traceOf(id)));
  await eventually('both queries have come', () =>
    ['create transactions', 'move transactions'].every((name) =>
      linked().some((span) => span.name === name),
    ),
  );
  const [batch] = linked();
  assert.notEqual(batch?.traceId, traceOf(id), 'a batch has a trace of its own');
});

test('the rest is sent when the service stops; the log reports spans that no collector takes', async () => {
  const { service_tx_id: id } = await create(client, DEPOSITS, MTN);
  await service.stop();
  assert.ok(namesOf(id).includes('POST /api/v1/deposits'));
  const troubles: number[] = [];
  const exporter = createExporter({
    url: 'http://127.0.0.1:9/v1/traces',
    resource: {},
    findOwners: async () => new Map(),
    onTrouble: (_error, lost) => troubles.push(lost),
  });
  const subject = { kind: 'transaction', id } as const;
  const times = { startMs: 1, endMs: 2 };
  exporter.add({ name: 'x', role: 'internal', subject, ...times, failed: false, attributes: {} });
  await exporter.close();
  assert.deepEqual(troubles, [1]);
});

test('nothing of it is imported unless it is switched on', () => {
  const importers = allImports().filter(
    ([file, imported]) =>
      imported.startsWith('telemetry/tracing/') && !file.startsWith('telemetry/tracing/'),
  );
  assert.deepEqual([...new Set(importers.map(([file]) => file))], ['app/compose.ts']);
  const text = textOf.get('app/compose.ts') ?? '';
  assert.deepEqual(text.match(/^import (?!type ).*tracing.*$/gm), null);
});
