import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/client.ts';
import { FIGURE_RANGES } from '../../../src/domain/finance/figure-range.ts';
import { createFigures } from '../../../src/flows/finance/load-figures.ts';
import { fixedPolicy } from '../access/policy.ts';
import { addPerson, type Person, scriptHeaders } from '../access/staff.ts';
import { startTestService, type TestService } from '../harness.ts';
import { FILLED, fillPayments } from './fill-payments.ts';

export interface ListTime {
  readonly name: string;
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

interface Measured {
  readonly payments: number;
  readonly times: number;
}

/** How long each list and search of the console takes on so many payments, the slowest first. */
export async function measureStaffLists(options: Measured): Promise<readonly ListTime[]> {
  const service = await startTestService();
  const agent = await addPerson(service.database, 'agent');
  await fillPayments(service.database, { payments: options.payments, actorId: agent.id });
  return measureFilled(service, agent, options);
}

export async function measureFilled(
  service: TestService,
  agent: Person,
  { payments, times }: Measured,
): Promise<readonly ListTime[]> {
  const { database } = service;
  const headers = await scriptHeaders(database, agent);
  const samples = await listSamples(database, payments);
  const measured: ListTime[] = [];
  for (const one of listCases(agent.id)) {
    const askAgain = async (index: number) => {
      const sample = samples[index % samples.length];
      assert.ok(sample);
      await ask(service, headers, one, sample);
    };
    measured.push(await timesOf(one.name, times, askAgain));
  }
  measured.push(...(await figureTimes(database, times)));
  return measured.toSorted((a, b) => b.p95Ms - a.p95Ms);
}

/** What people know of a payment. */
interface Sample {
  readonly id: string;
  readonly reference: string;
  readonly msisdn: string;
  readonly amountXaf: number;
  readonly operatorId: string;
  readonly playerId: string;
  readonly payerName: string;
}

/** Spread over all days; each was paid by a text. */
function listSamples(database: Database, payments: number): Promise<Sample[]> {
  return database.query<Sample>({
    text: `select t.id, t.reference, t.msisdn, t.amount_xaf as "amountXaf",
                  t.provider_tx_id as "operatorId", t.player_id as "playerId",
                  r.payer_name as "payerName"
           from generate_series(1, 40) k
           join operator_ids o on o.operator_tx_id = 'OP' || (k * ($1::int / 41) / 10 * 10 + 1)
           join transactions t on t.id = o.transaction_id
           join receipt_uses u on u.transaction_id = t.id
           join receipts r on r.id = u.receipt_id`,
    values: [payments],
  });
}

interface ListCase {
  readonly name: string;
  readonly path: string;
  /** The body of a search. */
  readonly searched: ((sample: Sample) => object) | null;
  /** What the answer must have, or its time says nothing. */
  readonly finds: (body: Answered, sample: Sample) => boolean;
}

interface Answered {
  readonly items: readonly { readonly id: string }[];
  readonly count: number;
  readonly queues: readonly { readonly name: string; readonly count: number }[];
}

const hasRows = ({ items }: Answered) => items.length > 0;
const hasIt = ({ items }: Answered, { id }: Sample) => items.some((item) => item.id === id);

function listed(path: string, finds: ListCase['finds'] = hasRows): ListCase {
  return { name: decodeURIComponent(path), path, searched: null, finds };
}

const ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;

const daysAgo = (count: number) =>
  encodeURIComponent(new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10));
const FILTERS = [
  'direction=deposit',
  'direction=withdrawal',
  'operator=orange',
  'state=succeeded',
  'state=failed',
  'state=expired',
  `from=${daysAgo(60)}T00:00:00Z&to=${daysAgo(58)}T00:00:00Z`,
  'direction=withdrawal&operator=mtn&state=expired',
];

const SEARCHES: readonly (readonly [string, (sample: Sample) => string, ListCase['finds']])[] = [
  ['exact id', ({ id }) => id, hasIt],
  ['reference', ({ reference }) => reference, hasIt],
  ['operator’s id', ({ operatorId }) => operatorId, hasIt],
  ['number', ({ msisdn }) => msisdn, hasIt],
  ['player', ({ playerId }) => playerId, hasIt],
  ['name', ({ payerName }) => payerName, hasRows],
  ['beginning of a name', ({ payerName }) => payerName.slice(0, 3), hasRows],
  ['amount', ({ amountXaf }) => `${amountXaf} FCFA`, hasRows],
  ['last digits', ({ msisdn }) => msisdn.slice(-4), hasRows],
  ['nothing that there is', ({ id }) => `zz-${id}`, ({ items }) => items.length === 0],
];

/** Every list of the console with each filter and order, and each way of searching. */
function listCases(actorId: string): readonly ListCase[] {
  return [
    ...['', ...FILTERS].flatMap((filter) =>
      ORDERS.map((order) => listed(`/transactions?order=${order}&${filter}`)),
    ),
    ...['', ...FILTERS].map((filter) =>
      listed(`/transactions/totals?${filter}`, ({ count }) => count > 0),
    ),
    ...SEARCHES.flatMap(([name, textOf, finds]) => [
      search(`/transactions by ${name}`, '/transactions', textOf, finds),
      search(`/transactions of withdrawals by ${name}`, '/transactions', textOf, any, {
        direction: 'withdrawal',
      }),
      search(
        `/transactions/totals by ${name}`,
        '/transactions/totals',
        textOf,
        ({ count }) => count >= 0,
      ),
      search(`/receipts by ${name}`, '/receipts', textOf),
    ]),
    listed('/transactions?state=pending_approval&order=oldest', many(50)),
    listed('/transactions?state=requires_manual_resolution&order=oldest', many(FILLED.held)),
    listed('/transactions?under_way=true&order=oldest', many(FILLED.underWay)),
    listed('/receipts?limit=50', many(50)),
    listed('/contradictions?state=open', many(1)),
    listed('/contradictions?state=any', many(1)),
    ...['', 'state=pending', 'state=delivered', 'state=undelivered', 'state=replayed'].map(
      (state) => listed(`/webhooks?${state}`, any),
    ),
    ...['', 'review', 'receipt', 'refused', 'nothing', 'sent', 'balance', 'stored', 'repeat'].map(
      (state) => listed(state === '' ? '/sms' : `/sms?state=${state}`, any),
    ),
    ...[
      '',
      `person=${actorId}`,
      'kind=receipt',
      'kind=webhook',
      `from=${daysAgo(60)}T00:00:00Z&to=${daysAgo(58)}T00:00:00Z`,
      `from=${daysAgo(60)}T00:00:00Z&to=${daysAgo(58)}T00:00:00Z&kind=staff`,
      `person=${actorId}&kind=provider`,
    ].map((filter) => listed(`/audit?${filter}`, any)),
    search('/audit by exact id', '/audit', ({ id }) => id),
    search('/audit by a name', '/audit', () => 'mbarga'),
    search('/audit by no name', '/audit', () => 'zz-name'),
    search('/audit of withdrawals by no name', '/audit', () => 'zz-name', any, {
      kind: 'withdrawal',
    }),
    listed('/overview', ({ queues }) => queues.length > 0),
  ];
}

const any: ListCase['finds'] = () => true;
const many =
  (count: number): ListCase['finds'] =>
  ({ items }) =>
    items.length >= count;

function search(
  name: string,
  path: string,
  textOf: (sample: Sample) => string,
  finds: ListCase['finds'] = any,
  filters: object = {},
): ListCase {
  const searched = (sample: Sample) => ({ ...filters, q: textOf(sample) });
  return { name, path: `${path}/search`, searched, finds };
}

async function ask(
  service: TestService,
  headers: Record<string, string>,
  { name, path, searched, finds }: ListCase,
  sample: Sample,
): Promise<void> {
  const address = `/internal/v1${path}`;
  const answer =
    searched === null
      ? await service.call('GET', address, { headers })
      : await service.call('POST', address, { headers, json: searched(sample) });
  assert.equal(answer.status, 200, `${name}: ${answer.text}`);
  assert.ok(finds(answer.json as Answered, sample), `${name} did not find it`);
}

/** Of Home, counted anew each time: people ask for the same within seconds, and are not counted. */
async function figureTimes(database: Database, times: number): Promise<readonly ListTime[]> {
  const figures = createFigures({
    database,
    policy: fixedPolicy(),
    freshMs: 0,
  });
  const measured: ListTime[] = [];
  for (const range of FIGURE_RANGES) {
    const load = () => figures.load(range);
    measured.push(await timesOf(`figures of Home, ${range}`, times, load));
  }
  return measured;
}

async function timesOf(
  name: string,
  times: number,
  run: (index: number) => Promise<unknown>,
): Promise<ListTime> {
  const measuredMs: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const at = performance.now();
    await run(index);
    measuredMs.push(performance.now() - at);
  }
  const [firstMs = 0, ...later] = measuredMs;
  const sorted = (later.length === 0 ? measuredMs : later).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { name, firstMs, medianMs: at(0.5), p95Ms: at(0.95) };
}
