import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueKey } from '../../support/access/api-keys.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  paymentBody,
  read,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'any-text' });
const { database } = service;
const DEFAULT = { 'x-api-key': 'any-text' };

type Directions = readonly ('deposit' | 'withdrawal')[];

interface Setup {
  readonly name: string;
  /** Sets it up and undoes it. */
  readonly before: string;
  readonly after: string;
  /** What each of the two providers of the operator would take. */
  readonly primary: Directions;
  readonly backup: Directions;
  /** The provider of a deposit, or null. */
  readonly deposit: string | null;
  readonly withdrawal: string | null;
  /** What health says about the primary one. */
  readonly status: string;
  readonly message: RegExp;
}

const ALL: Directions = ['deposit', 'withdrawal'];
const BACK_ON = `update providers set flag_enabled = true`;
const BACK_UP = `delete from provider_health`;

function down(...ids: readonly string[]): string {
  const rows = ids.map((id) => `('${id}', false, app_now())`);
  return `insert into provider_health (provider_id, is_up, checked_at) values ${rows.join(', ')}`;
}

const SETUPS: readonly Setup[] = [
  {
    name: 'all is well',
    before: 'select 1',
    after: 'select 1',
    primary: ALL,
    backup: ALL,
    deposit: 'mtn-momo',
    withdrawal: 'mtn-momo',
    status: 'operational',
    message: /works normally/,
  },
  {
    name: 'the primary is switched off',
    before: `update providers set flag_enabled = false where id = 'mtn-momo'`,
    after: BACK_ON,
    primary: [],
    backup: ALL,
    deposit: 'mtn-backup',
    withdrawal: 'mtn-backup',
    status: 'unavailable',
    message: /^This provider is switched off/,
  },
  {
    name: 'the only channel of the primary is switched off',
    before: `update channels set enabled = false where provider_id = 'mtn-momo'`,
    after: `update channels set enabled = true`,
    primary: [],
    backup: ALL,
    deposit: 'mtn-backup',
    withdrawal: 'mtn-backup',
    status: 'unavailable',
    message: /^The channels of this provider are switched off/,
  },
  {
    name: 'the primary does not answer',
    before: down('mtn-momo'),
    after: BACK_UP,
    primary: ['withdrawal'],
    backup: ALL,
    deposit: 'mtn-backup',
    withdrawal: 'mtn-backup',
    status: 'degraded',
    message: /^Deposits are not accepted at the moment: .* cannot confirm/,
  },
  {
    name: 'no provider answers',
    before: down('mtn-momo', 'mtn-backup'),
    after: BACK_UP,
    primary: ['withdrawal'],
    backup: ['withdrawal'],
    deposit: null,
    withdrawal: 'mtn-momo',
    status: 'degraded',
    message: /^Deposits are not accepted at the moment: .* cannot confirm/,
  },
  {
    name: 'the primary fails often',
    before: `insert into provider_minutes (provider_id, minute, succeeded, failed)
             values ('mtn-momo', date_trunc('minute', app_now()), 17, 3)`,
    after: 'delete from provider_minutes',
    primary: ALL,
    backup: ALL,
    deposit: 'mtn-backup',
    withdrawal: 'mtn-backup',
    status: 'degraded',
    message: /^About 15%/,
  },
  {
    name: 'everything is switched off',
    before: `update providers set flag_enabled = false where 'mtn' = any(operators)`,
    after: BACK_ON,
    primary: [],
    backup: [],
    deposit: null,
    withdrawal: null,
    status: 'unavailable',
    message: /switched off/,
  },
];

for (const setup of SETUPS) {
  test(`the catalogue, health, detection and creation agree when ${setup.name}`, async () => {
    // This process must not use its cached state.
    await create(service, DEPOSITS, MTN, DEFAULT).catch(() => null);
    await database.query({ text: setup.before });
    const shown = await providersOf('/api/v1/CM/providers');
    const health = await providersOf('/api/v1/CM/providers/status');
    for (const [id, directions] of [
      ['mtn-momo', setup.primary],
      ['mtn-backup', setup.backup],
    ] as const) {
      assert.deepEqual(shown.get(id)?.['available_directions'], directions);
      assert.equal(shown.get(id)?.['is_available'], directions.length > 0);
      const reported = health.get(id)?.['directions'] as readonly Json[];
      const taken = reported.filter(({ is_available }) => is_available === true);
      assert.deepEqual(
        taken.map(({ direction }) => direction),
        directions,
      );
      for (const { is_available, message } of reported)
        assert.equal(message === null, is_available);
    }
    assert.equal(health.get('mtn-momo')?.['status'], setup.status);
    assert.match(String(health.get('mtn-momo')?.['message']), setup.message);
    assert.equal(await suggestion(), setup.deposit);
    assert.equal(await providerTaking(DEPOSITS), setup.deposit);
    assert.equal(await providerTaking(WITHDRAWALS), setup.withdrawal);
    await database.query({ text: setup.after });
  });
}

test('what is switched on again is taken at once', async () => {
  const flags = `update providers set flag_enabled = $1 where 'mtn' = any(operators)`;
  await database.query({ text: flags, values: [false] });
  assert.equal(await providerTaking(DEPOSITS), null);
  await database.query({ text: flags, values: [true] });
  assert.equal(await suggestion(), 'mtn-momo');
  assert.equal(await providerTaking(DEPOSITS), 'mtn-momo');
});

test('what one application simulates does not degrade the sandbox for another', async () => {
  const { key } = await issueKey(service, 'another');
  const other = { 'x-api-key': key };
  // All are created first: once some have failed, new ones go to the other provider.
  const created = await Promise.all(
    Array.from({ length: 20 }, () => create(service, DEPOSITS, MTN, other)),
  );
  for (const { service_tx_id: id } of created) await simulate(service, id, 'failed', other);
  const theirs = await providersOf('/api/v1/CM/providers/status', other);
  assert.equal(theirs.get('mtn-momo')?.['status'], 'degraded');
  assert.equal(theirs.get('mtn-momo')?.['tx_count_1h'], 20);
  assert.equal(await providerTaking(DEPOSITS, other), 'mtn-backup');

  const ours = await providersOf('/api/v1/CM/providers/status');
  assert.equal(ours.get('mtn-momo')?.['status'], 'operational');
  assert.equal(ours.get('mtn-momo')?.['tx_count_1h'], 0);
  assert.equal(await providerTaking(DEPOSITS), 'mtn-momo');
  assert.equal(await suggestion(), 'mtn-momo');
});

async function providersOf(path: string, headers = DEFAULT): Promise<ReadonlyMap<unknown, Json>> {
  const { providers } = bodyOf(await service.call('GET', path, { headers }));
  assert.ok(Array.isArray(providers));
  const entries = providers as readonly Json[];
  return new Map(entries.map((entry) => [entry['provider_id'], entry]));
}

async function suggestion(): Promise<unknown> {
  const json = { msisdn: MTN.msisdn };
  const answer = await service.call('POST', '/api/v1/msisdn/detect', { json, headers: DEFAULT });
  return bodyOf(answer)['provider_suggestion'];
}

/** The provider of a new payment, or null if none is available. */
async function providerTaking(path: string, headers = DEFAULT): Promise<unknown> {
  const answer = await service.call('POST', path, { json: paymentBody(MTN), headers });
  if (answer.status === 503) return null;
  const call: typeof service.call = (method, path, options) =>
    service.call(method, path, { ...options, headers });
  return (await read({ call }, String(bodyOf(answer)['service_tx_id'])))['provider'];
}
