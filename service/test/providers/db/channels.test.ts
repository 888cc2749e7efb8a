import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  insertChannels,
  insertProviders,
  listChannels,
  listProviderFigures,
  listProviders,
} from '../../../src/db/providers/channels.ts';
import { DIRECTIONS, REASON_CODES } from '../../../src/domain/payment-kinds.ts';
import { INITIAL_PROVIDERS } from '../../../src/providers/registry.ts';
import { openTestDatabase } from '../../support/database.ts';
import { switchProviders } from '../../support/transactions/payments.ts';

const { database } = await openTestDatabase();
const { providers, channels } = INITIAL_PROVIDERS.sandbox;
await insertProviders(database, providers);
await insertChannels(database, channels);

test('providers and channels come back as they were put in, primary ones first', async () => {
  assert.deepEqual(await listProviders(database), providers);
  const byId = channels.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(await listChannels(database), byId);
});

test('a later start does not undo what was switched meanwhile', async () => {
  await switchProviders(database, ['mtn-momo'], 'off');
  await insertProviders(database, providers);
  const [first] = await listProviders(database);
  assert.equal(first?.flagEnabled, false);
});

test('fees are numbers with their fraction', async () => {
  await database.query({
    text: 'update providers set deposit_fee_percent = 1.5, withdrawal_fee_percent = 0.125',
  });
  const [first] = await listProviders(database);
  assert.equal(first?.depositFeePercent, 1.5);
  assert.equal(first?.withdrawalFeePercent, 0.125);
});

test('a customer-initiated channel without a code cannot be stored', async () => {
  const channel = channels.find(({ operator }) => operator === 'orange');
  assert.ok(channel);
  const broken = { ...channel, id: 'broken', ussdTemplate: null };
  await assert.rejects(insertChannels(database, [broken]), /customer_initiated_needs_a_code/);
});

test('a code in use that names another number cannot be stored; switched off, it is kept', async () => {
  const channel = channels.find(({ operator }) => operator === 'orange');
  assert.ok(channel);
  for (const [at, ussdTemplate] of ['*000*677123456*{amount}#', '*000*{amount}#'].entries()) {
    const broken = { ...channel, id: `diverted-${at}`, ussdTemplate };
    await assert.rejects(insertChannels(database, [broken]), /codes_name_merchant_and_amount/);
    await insertChannels(database, [{ ...broken, enabled: false }]);
  }
});

test('figures are sums of the last sixty minutes, per provider', async () => {
  await database.query({
    text: `insert into provider_minutes (provider_id, minute, succeeded, failed, neither)
           values ('a', date_trunc('minute', app_now()), 1, 2, 3),
                  ('a', date_trunc('minute', app_now()) - interval '58 minutes', 10, 20, 30),
                  ('a', date_trunc('minute', app_now()) - interval '61 minutes', 100, 100, 100),
                  ('b', date_trunc('minute', app_now()) - interval '2 hours', 1, 1, 1),
                  ('c', date_trunc('minute', app_now()) - interval '30 minutes', 5, 0, 0)`,
  });
  const figures = await listProviderFigures(database);
  assert.deepEqual(
    figures.toSorted((a, b) => (a.providerId < b.providerId ? -1 : 1)),
    [
      { providerId: 'a', applicationId: null, total1h: 66, failures1h: 22 },
      { providerId: 'c', applicationId: null, total1h: 5, failures1h: 0 },
    ],
  );
});

test('only failures that may be those of the provider count against it', async () => {
  await database.query({
    text: `insert into provider_minutes (provider_id, minute, direction, reason_code, failed)
           select d || ' ' || c, date_trunc('minute', app_now()), d, c, 1
           from unnest($1::text[]) d, unnest($2::text[]) c`,
    values: [DIRECTIONS, REASON_CODES],
  });
  const figures = await listProviderFigures(database);
  const ofCodes = figures.filter(({ providerId }) => providerId.includes(' '));
  assert.equal(ofCodes.length, DIRECTIONS.length * REASON_CODES.length);
  assert.ok(ofCodes.every(({ total1h }) => total1h === 1));
  const counted = ofCodes.flatMap(({ providerId, failures1h }) => (failures1h ? providerId : []));
  assert.deepEqual(counted.toSorted(), [
    'deposit not_sent',
    'deposit provider_down',
    'deposit unknown',
    'withdrawal no_answer',
    'withdrawal not_sent',
    'withdrawal provider_down',
    'withdrawal unknown',
  ]);
});
