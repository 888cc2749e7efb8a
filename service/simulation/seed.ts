import { prepareDatabase } from '../src/app/database.ts';
import { seed } from '../src/app/process/prepare-service.ts';
import { type Database, openDatabase } from '../src/db/client.ts';
import { insertChannels, insertProviders } from '../src/db/providers/channels.ts';
import { updateAccount } from '../src/db/providers/provider-setup.ts';
import { openBooks } from '../src/flows/finance/open-books.ts';
import type { Config } from '../src/settings/config.ts';
import { createLogger } from '../src/settings/log.ts';
import { createVault } from '../src/signing/sealed-text.ts';
import { addPerson } from '../test/support/access/staff.ts';
import type { ServerConnection } from '../test/support/postgres-server.ts';
import { addGateway, addLines } from '../test/support/receipts/sms.ts';
import { LINE, LINE_WALLET, OPENS_WITH_XAF } from './outside/line.ts';
import { BEGINNING } from './virtual-time.ts';

/** The ids of the accounts of people who decide. */
export interface People {
  readonly staff: readonly string[];
  readonly agent: string;
  readonly administrator: string;
}

/** Prepares a new database for the simulation. */
export async function seedDatabase(connection: ServerConnection, config: Config): Promise<People> {
  const database = openDatabase({ connection, poolSize: 3 });
  await database.query({ text: 'create table simulated_clock (at timestamptz not null)' });
  await database.query({
    text: 'insert into simulated_clock values (to_timestamp($1::float8 / 1000))',
    values: [BEGINNING],
  });
  await database.query({
    text: `create or replace function app_now() returns timestamptz
           language sql stable parallel safe
           return (select at from simulated_clock)`,
  });
  await prepareDatabase(database, config, createLogger({ logLevel: 'error' }));
  await seed(database, { ...config, vault: createVault(config.secretsKey) });
  await addLines(database, 'orange', [LINE]);
  await addGateway(database, {
    sims: { 'sim-1': { operator: 'orange', line: LINE } },
    opensWithXaf: OPENS_WITH_XAF,
  });
  await addMtn(database);
  await openBooks({ database }, new Map([[LINE_WALLET, BigInt(OPENS_WITH_XAF) * 100n]]));
  const staff = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
  const agent = await addPerson(database, 'agent');
  const administrator = await addPerson(database, 'admin');
  await database.close();
  return {
    staff: staff.map(({ id }) => id),
    agent: agent.id,
    administrator: administrator.id,
  };
}

async function addMtn(database: Database): Promise<void> {
  await insertProviders(database, [
    {
      id: 'mtn',
      adapter: 'mtn-momo',
      displayName: 'mtn',
      description: 'mtn',
      logo: 'mtn',
      operators: ['mtn'],
      directions: ['deposit', 'withdrawal'],
      depositFeePercent: 0,
      withdrawalFeePercent: 0,
      depositFeeMessage: '',
      isPrimary: true,
      priority: 1,
      flagEnabled: true,
    },
  ]);
  await insertChannels(database, [
    {
      id: 'mtn-channel',
      providerId: 'mtn',
      operator: 'mtn',
      collectionMode: 'merchant_initiated',
      merchantNumber: '+237670009999',
      merchantDisplayName: 'TEST SHOP',
      ussdTemplate: null,
      illustrationUrl: null,
      illustrationAlt: null,
      enabled: true,
      minAmountXaf: null,
      maxAmountXaf: null,
    },
  ]);
  await updateAccount(database, { accountId: 'mtn', settings: {}, secrets: '{}' });
}
