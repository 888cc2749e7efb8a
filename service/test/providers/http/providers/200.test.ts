import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  MTN,
  ORANGE,
  read,
  shiftClock,
  simulate,
  switchProviders,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

test('the catalogue shows every field of a primary and a backup per operator', async () => {
  const { country_code, providers } = await get('/api/v1/CM/providers');
  assert.equal(country_code, 'CM');
  const shared = {
    supported_directions: ['deposit', 'withdrawal'],
    deposit_fee_percent: 0,
    deposit_fee_message: 'No fee in the sandbox.',
    withdrawal_fee_percent: 0,
    is_available: true,
    status: 'active',
    available_directions: ['deposit', 'withdrawal'],
  };
  const expected = [
    ['mtn-momo', 'MTN Mobile Money', 'mtn', true],
    ['mtn-backup', 'MTN Mobile Money (backup)', 'mtn', false],
    ['orange-money', 'Orange Money', 'orange', true],
    ['orange-backup', 'Orange Money (backup)', 'orange', false],
  ] as const;
  assert.deepEqual(
    providers.map(({ description: _description, ...rest }) => rest),
    expected.map(([provider_id, display_name, operator, is_primary]) => ({
      provider_id,
      display_name,
      logo_url: `${service.url}/assets/logos/${operator}.svg`,
      operators: [operator],
      is_primary,
      ...shared,
    })),
  );
  for (const { description } of providers) assert.match(String(description), /^Simulated .*\.$/);
});

test('a logo can be fetched without a key', async () => {
  const { providers } = await get('/api/v1/CM/providers');
  for (const { logo_url } of providers) {
    const response = await fetch(String(logo_url));
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
    await response.body?.cancel();
  }
});

test('an untouched provider is operational with empty figures', async () => {
  const { country_code, checked_at, providers } = await get('/api/v1/CM/providers/status');
  assert.equal(country_code, 'CM');
  assert.ok(Math.abs(Date.parse(String(checked_at)) - Date.now()) < 60_000);
  assert.deepEqual(providers[0], {
    provider_id: 'mtn-momo',
    display_name: 'MTN Mobile Money',
    status: 'operational',
    is_feature_flag_enabled: true,
    failure_rate_1h: 0,
    tx_count_1h: 0,
    message: 'This provider works normally.',
    directions: [
      { direction: 'deposit', is_available: true, message: null },
      { direction: 'withdrawal', is_available: true, message: null },
    ],
  });
  assert.equal(providers.length, 4);
});

test('the country is CM in any letter case, and any other is a 404', async () => {
  for (const path of ['providers', 'providers/status']) {
    for (const country of ['CM', 'cm', 'Cm', 'cM']) {
      assert.equal((await get(`/api/v1/${country}/${path}`))['country_code'], 'CM');
    }
    for (const country of ['FR', 'CMR', 'C', '%20CM', 'CM%20', '%F0%9F%98%80', '*']) {
      const answer = await service.call('GET', `/api/v1/${country}/${path}`);
      assert.equal(answer.status, 404, country);
      assert.match(String(bodyOf(answer)['detail']), /CM/);
    }
  }
});

test('a primary stays for a handful of refusals and is replaced when it is degraded', async () => {
  const minute = "date_trunc('minute', app_now() - interval '50 minutes')";
  await database.query({
    text: `insert into provider_minutes (provider_id, minute, failed) values ('mtn-momo', ${minute}, 9)`,
  });
  // So few outcomes are shown, but are no degradation.
  assert.deepEqual(await figuresOf('mtn-momo'), ['operational', 9, 1]);
  const early = await startTwin(service);
  const { service_tx_id: first } = await create(early, DEPOSITS, MTN);
  assert.equal((await read(early, first))['provider'], 'mtn-momo');
  await database.query({
    text: 'update provider_minutes set failed = 10 where failed = 9',
  });
  const twin = await startTwin(service);
  const { service_tx_id } = await create(twin, DEPOSITS, MTN);
  assert.equal((await read(twin, service_tx_id))['provider'], 'mtn-backup');
  assert.equal(await suggestionOf(twin, MTN.msisdn), 'mtn-backup');
  const [mtn] = (await get('/api/v1/CM/providers')).providers;
  assert.deepEqual([mtn?.['status'], mtn?.['is_available']], ['degraded', true]);
  await database.query({ text: 'delete from provider_minutes where failed = 10' });
  // Choices are made from what was shown last.
  assert.deepEqual(await figuresOf('mtn-momo'), ['operational', 0, 0]);
});

test('outcomes count for their provider, and ten per cent failures are allowed', async () => {
  const successes = Array.from({ length: 9 }, () => 'succeeded');
  const outcomes = [...successes, 'failed', 'expired', 'failed', 'failed'];
  // All are created before any ends: a provider that is known to fail gets no new ones.
  const ends: (() => Promise<unknown>)[] = [];
  for (const outcome of outcomes) {
    const { service_tx_id } = await create(service, DEPOSITS, MTN);
    ends.push(() => simulate(service, service_tx_id, outcome));
  }
  for (const end of ends.slice(0, 10)) await end();
  assert.deepEqual(await figuresOf('mtn-momo'), ['operational', 10, 0.1]);
  // An expiry is one more transaction, but no failure.
  for (const end of ends.slice(10, 11)) await end();
  assert.deepEqual(await figuresOf('mtn-momo'), ['operational', 11, 0.0909]);
  for (const end of ends.slice(11)) await end();
  assert.deepEqual(await figuresOf('mtn-momo'), ['degraded', 13, 0.2308]);
  assert.deepEqual(await figuresOf('orange-money'), ['operational', 0, 0]);
});

test('a transaction counts once, and a rejected withdrawal is no failure', async () => {
  await finish(WITHDRAWALS, ORANGE, 'failed');
  assert.deepEqual(await figuresOf('orange-money'), ['operational', 1, 0]);
  await finish(WITHDRAWALS, ORANGE, 'succeeded');
  assert.deepEqual(await figuresOf('orange-money'), ['operational', 2, 0]);
  const { service_tx_id } = await create(service, DEPOSITS, ORANGE);
  await simulate(service, service_tx_id, 'expired');
  await simulate(service, service_tx_id, 'succeeded');
  assert.deepEqual(await figuresOf('orange-money'), ['operational', 3, 0]);
});

test('players who refuse or have no money do not make their provider unstable', async () => {
  const own = await startTestService();
  // The last digits say what these numbers do by themselves.
  for (const end of ['12', '13', '14', '15', '16', '17'].flatMap((one) => [one, one])) {
    const { service_tx_id } = await create(own, DEPOSITS, { ...MTN, msisdn: `+2376799900${end}` });
    assert.equal((await read(own, service_tx_id))['state'], 'failed', end);
  }
  const { providers } = bodyOf(await own.call('GET', '/api/v1/CM/providers/status'));
  const entry = (providers as readonly Json[]).find((one) => one['provider_id'] === 'mtn-momo');
  assert.equal(entry?.['tx_count_1h'], 12);
  assert.deepEqual([entry?.['status'], entry?.['failure_rate_1h']], ['operational', 0]);
});

test('figures are those of the last hour only', async () => {
  await shiftClock(database, 3_700);
  assert.deepEqual(await figuresOf('mtn-momo'), ['operational', 0, 0]);
  await shiftClock(database, 0);
  assert.deepEqual(await figuresOf('mtn-momo'), ['degraded', 13, 0.2308]);
});

test('a provider that is switched off is unavailable everywhere', async () => {
  await switchProviders(database, ['orange-money'], 'off');
  const { providers } = await get('/api/v1/CM/providers/status');
  const entry = providers.find(({ provider_id }) => provider_id === 'orange-money');
  assert.equal(entry?.['status'], 'unavailable');
  assert.equal(entry?.['is_feature_flag_enabled'], false);
  assert.match(String(entry?.['message']), /switched off/);
  const { providers: catalogue } = await get('/api/v1/CM/providers');
  const shown = catalogue.find(({ provider_id }) => provider_id === 'orange-money');
  assert.equal(shown?.['status'], 'unavailable');
  assert.equal(shown?.['is_available'], false);
  assert.equal(await suggestionOf(await startTwin(service), ORANGE.msisdn), 'orange-backup');
  await switchProviders(database, ['orange-backup'], 'off');
  assert.equal(await suggestionOf(await startTwin(service), ORANGE.msisdn), null);
});

async function get(path: string): Promise<Json & { readonly providers: readonly Json[] }> {
  const answer = await service.call('GET', path);
  assert.equal(answer.status, 200, answer.text);
  const body = bodyOf(answer);
  assert.ok(Array.isArray(body['providers']));
  return { ...body, providers: body['providers'] as readonly Json[] };
}

async function finish(path: string, operator: Json, outcome: string): Promise<void> {
  const { service_tx_id } = await create(service, path, operator);
  assert.equal((await simulate(service, service_tx_id, outcome)).status, 200);
}

async function figuresOf(id: string): Promise<readonly unknown[]> {
  const { providers } = await get('/api/v1/CM/providers/status');
  const entry = providers.find(({ provider_id }) => provider_id === id);
  return [entry?.['status'], entry?.['tx_count_1h'], entry?.['failure_rate_1h']];
}

async function suggestionOf({ call }: typeof service, msisdn: string): Promise<unknown> {
  const answer = await call('POST', '/api/v1/msisdn/detect', { json: { msisdn } });
  return bodyOf(answer)['provider_suggestion'];
}
