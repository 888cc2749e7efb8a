import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import type { Queryable } from '../../../src/db/client.ts';
import { insertChannels, insertProviders } from '../../../src/db/providers/channels.ts';
import {
  createCatalogueSource,
  loadCatalogue,
  pickChannel,
} from '../../../src/flows/providers/catalogue.ts';
import { ADAPTERS, INITIAL_PROVIDERS } from '../../../src/providers/registry.ts';
import { openTestDatabase } from '../../support/database.ts';

const { database } = await openTestDatabase();
await insertProviders(database, INITIAL_PROVIDERS.sandbox.providers);
await insertChannels(database, INITIAL_PROVIDERS.sandbox.channels);

const RULES = { adapters: ADAPTERS, gatewaySilentMs: 900_000 };

test('callers at the same time share one read of the database', async () => {
  let queries = 0;
  const counting: Queryable = {
    query: (query) => {
      queries += 1;
      return database.query(query);
    },
  };
  const { recent } = createCatalogueSource(counting, RULES);
  const all = await Promise.all(Array.from({ length: 50 }, () => recent()));
  assert.equal(queries, 6);
  assert.equal(new Set(all).size, 1);
  assert.equal(await recent(), all[0]);
});

test('a failed read is not cached', async () => {
  let away = true;
  const { recent } = createCatalogueSource(
    {
      query: (query) => (away ? Promise.reject(new Error('away')) : database.query(query)),
    },
    RULES,
  );
  await assert.rejects(recent(), /away/);
  away = false;
  assert.equal((await recent()).providers.length, 4);
});

test('too many failures turn new deposits to the backup, withdrawals too', async () => {
  await database.query({
    text: `insert into provider_minutes (provider_id, minute, succeeded, failed)
           values ('mtn-momo', date_trunc('minute', app_now()), 16, 4)`,
  });
  const catalogue = await loadCatalogue(database, RULES);
  for (const direction of ['deposit', 'withdrawal'] as const) {
    const choice = pickChannel(catalogue.seenBy(DEFAULT_APPLICATION_ID), {
      operator: 'mtn',
      direction,
    });
    assert.ok(choice.kind === 'chosen');
    assert.equal(choice.provider.id, 'mtn-backup');
  }
});

test('a degraded provider is still used when there is no other', async () => {
  await database.query({ text: `update providers set flag_enabled = (id <> 'mtn-backup')` });
  const choice = pickChannel(
    (await loadCatalogue(database, RULES)).seenBy(DEFAULT_APPLICATION_ID),
    {
      operator: 'mtn',
      direction: 'deposit',
    },
  );
  assert.ok(choice.kind === 'chosen');
  assert.equal(choice.provider.id, 'mtn-momo');
});

test('a catalogue chooses by the amount each time, also what it has chosen before', async () => {
  await database.query({ text: `update providers set flag_enabled = true` });
  await database.query({
    text: `update channels set max_amount_xaf = 5000 where operator = 'orange'`,
  });
  const view = (await loadCatalogue(database, RULES)).seenBy(DEFAULT_APPLICATION_ID);
  const kinds = [5_000, 5_001, 5_000, 5_001].map(
    (amountXaf) => pickChannel(view, { operator: 'orange', direction: 'deposit', amountXaf }).kind,
  );
  assert.deepEqual(kinds, ['chosen', 'amount_refused', 'chosen', 'amount_refused']);
  const other = pickChannel(view, { operator: 'mtn', direction: 'deposit', amountXaf: 5_001 });
  assert.equal(other.kind, 'chosen');
});
