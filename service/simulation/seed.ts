import { prepareDatabase } from '../src/app/database.ts';
import { seed } from '../src/app/process/prepare-service.ts';
import { type Database, openDatabase } from '../src/db/client.ts';
import { insertChannels, insertProviders } from '../src/db/providers/channels.ts';
import { updateAccount } from '../src/db/providers/provider-setup.ts';
import type { Direction } from '../src/domain/payment-kinds.ts';
import { COMMAND_LINE } from '../src/flows/access/actor.ts';
import { openBooks } from '../src/flows/finance/open-books.ts';
import { renewCallbackAddress } from '../src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../src/providers/registry.ts';
import type { Config } from '../src/settings/config.ts';
import { createLogger } from '../src/settings/log.ts';
import { createVault } from '../src/signing/sealed-text.ts';
import { addPerson } from '../test/support/access/staff.ts';
import type { ServerConnection } from '../test/support/postgres-server.ts';
import { addGateway, addLines } from '../test/support/receipts/sms.ts';
import { ADDRESSES } from './outside/aggregators.ts';
import type { CallbackSecrets } from './outside/caller.ts';
import { LINE, LINE_WALLET, OPENS_WITH_XAF } from './outside/line.ts';
import { BEGINNING } from './virtual-time.ts';

/** The ids of the accounts of people who decide. */
export interface People {
  readonly staff: readonly string[];
  readonly agent: string;
  readonly administrator: string;
  readonly secrets: CallbackSecrets;
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
  for (const provider of PROVIDERS) await addProvider(database, provider);
  const secrets = {
    pawapay: await addressOf(database, 'pawapay'),
    campay: await addressOf(database, 'campay'),
  };
  await watchNotFound(database);
  await openBooks({ database }, new Map([[LINE_WALLET, BigInt(OPENS_WITH_XAF) * 100n]]));
  const staff = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
  const agent = await addPerson(database, 'agent');
  const administrator = await addPerson(database, 'admin');
  await database.close();
  return {
    staff: staff.map(({ id }) => id),
    agent: agent.id,
    administrator: administrator.id,
    secrets,
  };
}

interface ProviderRow {
  readonly id: string;
  readonly operator: 'mtn' | 'orange';
  readonly adapter: string;
  readonly directions: readonly Direction[];
  /** Among those that work the lowest gets a payment. */
  readonly priority: number;
  readonly leastXaf: number | null;
  readonly mostXaf: number | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Small deposits go by CamPay, large payments by pawaPay; MTN itself takes what they do not. What
 * players of Orange paid too much goes back by an account like MTN's.
 */
const PROVIDERS: readonly ProviderRow[] = [
  {
    id: 'mtn',
    operator: 'mtn',
    adapter: 'mtn-momo',
    priority: 2,
    leastXaf: null,
    mostXaf: null,
    directions: ['deposit', 'withdrawal'],
    settings: {},
    secrets: {},
  },
  {
    id: 'pawapay',
    operator: 'mtn',
    adapter: 'pawapay',
    priority: 1,
    leastXaf: 7_000,
    mostXaf: null,
    directions: ['deposit', 'withdrawal'],
    settings: { baseUrl: ADDRESSES.pawapay },
    secrets: { apiToken: 'a-token' },
  },
  {
    id: 'campay',
    operator: 'mtn',
    adapter: 'campay',
    priority: 1,
    leastXaf: null,
    mostXaf: 4_000,
    directions: ['deposit'],
    settings: { baseUrl: ADDRESSES.campay, username: 'a-shop' },
    secrets: { password: 'a-password' },
  },
  {
    id: 'orange-payouts',
    operator: 'orange',
    adapter: 'mtn-momo',
    priority: 1,
    leastXaf: null,
    mostXaf: null,
    directions: ['withdrawal'],
    settings: {},
    secrets: {},
  },
];

async function addProvider(database: Database, provider: ProviderRow): Promise<void> {
  const { id, operator, adapter, directions, priority, settings, secrets } = provider;
  await insertProviders(database, [
    {
      id,
      adapter,
      directions,
      priority,
      displayName: id,
      description: id,
      logo: operator,
      operators: [operator],
      depositFeePercent: 0,
      withdrawalFeePercent: 0,
      depositFeeMessage: '',
      isPrimary: true,
      flagEnabled: true,
    },
  ]);
  await insertChannels(database, [
    {
      id: `${id}-channel`,
      providerId: id,
      operator,
      collectionMode: 'merchant_initiated',
      merchantNumber: `+23767000999${PROVIDERS.indexOf(provider)}`,
      merchantDisplayName: 'TEST SHOP',
      ussdTemplate: null,
      illustrationUrl: null,
      illustrationAlt: null,
      enabled: true,
      minAmountXaf: provider.leastXaf,
      maxAmountXaf: provider.mostXaf,
    },
  ]);
  await updateAccount(database, { accountId: id, settings, secrets: JSON.stringify(secrets) });
}

/** The secret of the address for callbacks that a person gives to an aggregator. */
async function addressOf(database: Database, id: string): Promise<string> {
  const asked = { id, reason: 'a new account' };
  const made = await renewCallbackAddress({ database, adapters: ADAPTERS }, COMMAND_LINE, asked);
  if (made.kind !== 'made') throw new Error(`${id} has no address for callbacks`);
  return made.path.split('/').at(-1) ?? '';
}

/** For the judge: of what CamPay may have taken nobody can say that it has not, not for a moment. */
async function watchNotFound(database: Database): Promise<void> {
  for (const text of [
    'create table said_not_found (reference uuid not null)',
    `create function note_not_found() returns trigger language plpgsql as $$
     begin
       insert into said_not_found values (new.reference);
       return null;
     end $$`,
    `create trigger note_not_found after update on submissions for each row
     when (new.said = 'not_found' and new.provider_id = 'campay')
     execute function note_not_found()`,
  ]) {
    await database.query({ text });
  }
}
