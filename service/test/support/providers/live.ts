import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type CampayEmulator,
  startCampayEmulator,
} from '../../../emulators/campay/campay-emulator.ts';
import {
  type MtnEmulator,
  type MtnOptions,
  startMtnEmulator,
} from '../../../emulators/mtn/mtn-emulator.ts';
import {
  type OrangeEmulator,
  type OrangeOptions,
  startOrangeEmulator,
} from '../../../emulators/orange/orange-emulator.ts';
import {
  type PawapayEmulator,
  startPawapayEmulator,
} from '../../../emulators/pawapay/pawapay-emulator.ts';
import type { Database } from '../../../src/db/client.ts';
import { insertChannels, insertProviders } from '../../../src/db/providers/channels.ts';
import { updateAccount } from '../../../src/db/providers/provider-setup.ts';
import type { PolicyChange } from '../../../src/domain/access/policy.ts';
import type { Operator } from '../../../src/domain/operators/operator.ts';
import type { Channel } from '../../../src/domain/providers/channel.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
} from '../../../src/flows/decisions/decide-withdrawal.ts';
import type { Decider, PayingDeps } from '../../../src/flows/decisions/decision.ts';
import { createCatalogueSource } from '../../../src/flows/providers/catalogue.ts';
import { createVault, SECRET_PLACES, type Vault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../access/policy.ts';
import { addPerson } from '../access/staff.ts';
import { startTestService, type TestService } from '../harness.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { create, type Json, WITHDRAWALS } from '../transactions/payments.ts';

/** Callbacks of operators reach nothing there; tests that want them give our address. */
const NOWHERE = 'http://127.0.0.1:9';

/** As in production; calls bring it by themselves. */
export const LIVE_KEY = 'the-live-key';

/** What a test has just changed about a provider holds at once. */
const FRESH_MS = 0;

/** The service in live mode on loopback; providers are added by the test. */
export function startLiveService(
  env: Readonly<Record<string, string>> = {},
  {
    policy = {},
    freshMs = FRESH_MS,
  }: { readonly policy?: PolicyChange; readonly freshMs?: number } = {},
): Promise<TestService> {
  const settings = { SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: LIVE_KEY, HOST: '127.0.0.1' };
  const headers = { 'x-api-key': LIVE_KEY };
  const all = { ...settings, PUBLIC_URL: NOWHERE, ...env };
  return startTestService(all, { headers, freshMs, policy });
}

/** One more process on the database of a live service, which works there as in production. */
export function startLiveProcess(
  service: Pick<TestService, 'config'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  return startServiceProcess({ env: { ...liveEnv(service), ...env } });
}

export function liveEnv({ config }: Pick<TestService, 'config'>): Readonly<Record<string, string>> {
  assert.ok(config.databaseUrl !== null);
  return {
    DATABASE_URL: config.databaseUrl,
    SERVICE_ENV: 'live',
    ACCEPTED_RISKS: 'testing',
    SPORTSBOOK_API_KEY: LIVE_KEY,
    DATA_DIR: config.dataDir,
    LOG_LEVEL: 'silent',
  };
}

export async function startMtn(options: MtnOptions = {}): Promise<MtnEmulator> {
  const emulator = await startMtnEmulator(options);
  after(() => emulator.stop());
  return emulator;
}

export async function startOrange(options: OrangeOptions = {}): Promise<OrangeEmulator> {
  const emulator = await startOrangeEmulator(options);
  after(() => emulator.stop());
  return emulator;
}

export async function startPawapay(
  options: Parameters<typeof startPawapayEmulator>[0] = {},
): Promise<PawapayEmulator> {
  const emulator = await startPawapayEmulator(options);
  after(() => emulator.stop());
  return emulator;
}

export async function startCampay(
  options: Parameters<typeof startCampayEmulator>[0] = {},
): Promise<CampayEmulator> {
  const emulator = await startCampayEmulator(options);
  after(() => emulator.stop());
  return emulator;
}

interface NewProvider {
  readonly id: string;
  readonly isPrimary?: boolean;
  readonly channel?: Partial<Channel>;
  /** Of a service with SECRETS_KEY. */
  readonly vault?: Vault;
}

export function addMtn(
  database: Database,
  { url, account }: Pick<MtnEmulator, 'url' | 'account'>,
  provider: NewProvider,
): Promise<void> {
  const { collection, disbursement } = account;
  return addProvider(database, 'mtn', 'mtn-momo', provider, {
    settings: {
      baseUrl: url,
      collectionApiUser: collection.apiUser,
      disbursementApiUser: disbursement.apiUser,
    },
    secrets: {
      collectionSubscriptionKey: collection.subscriptionKey,
      collectionApiKey: collection.apiKey,
      disbursementSubscriptionKey: disbursement.subscriptionKey,
      disbursementApiKey: disbursement.apiKey,
    },
  });
}

export function addOrange(
  database: Database,
  { url, account }: Pick<OrangeEmulator, 'url' | 'account'>,
  provider: NewProvider & { readonly settings?: Readonly<Record<string, string>> },
): Promise<void> {
  const { consumerKey, consumerSecret, apiUser, apiPassword, pin, channelMsisdn } = account;
  const channel = { merchantNumber: channelMsisdn, ...provider.channel };
  return addProvider(
    database,
    'orange',
    'orange-money',
    { ...provider, channel },
    {
      settings: { baseUrl: url, consumerKey, apiUser, ...provider.settings },
      secrets: { consumerSecret, apiPassword, pin },
    },
  );
}

export function addPawapay(
  database: Database,
  { url, account }: Pick<PawapayEmulator, 'url' | 'account'>,
  provider: NewProvider & { readonly operator?: Operator },
): Promise<void> {
  const { operator = 'mtn' } = provider;
  const { apiToken } = account;
  const given = { settings: { baseUrl: url }, secrets: { apiToken } };
  return addProvider(database, operator, 'pawapay', provider, given);
}

export function addCampay(
  database: Database,
  { url, account }: Pick<CampayEmulator, 'url' | 'account'>,
  provider: NewProvider & { readonly operator?: Operator },
): Promise<void> {
  const { operator = 'mtn' } = provider;
  const { username, password } = account;
  const given = { settings: { baseUrl: url, username }, secrets: { password } };
  return addProvider(database, operator, 'campay', provider, given);
}

async function addProvider(
  database: Database,
  operator: Operator,
  adapter: string,
  { id, isPrimary = true, channel = {}, vault = createVault(null) }: NewProvider,
  account: { readonly settings: Record<string, string>; readonly secrets: Record<string, string> },
): Promise<void> {
  await insertProviders(database, [
    {
      id,
      adapter,
      displayName: id,
      description: id,
      logo: operator,
      operators: [operator],
      directions: adapter === 'campay' ? ['deposit'] : ['deposit', 'withdrawal'],
      depositFeePercent: 0,
      withdrawalFeePercent: 0,
      depositFeeMessage: '',
      isPrimary,
      priority: isPrimary ? 1 : 2,
      flagEnabled: true,
    },
  ]);
  await insertChannels(database, [
    {
      id: `${id}-channel`,
      providerId: id,
      operator,
      collectionMode: 'merchant_initiated',
      merchantNumber: '+237670009999',
      merchantDisplayName: 'TEST SHOP',
      ussdTemplate: null,
      illustrationUrl: null,
      illustrationAlt: null,
      enabled: true,
      minAmountXaf: null,
      maxAmountXaf: null,
      ...channel,
    },
  ]);
  const { settings } = account;
  const secrets = vault.seal(JSON.stringify(account.secrets), SECRET_PLACES.accountSecrets(id));
  await updateAccount(database, { accountId: id, settings, secrets });
}

/**
 * Successes without number in a minute that never ends, so that the refusals of a test do not make
 * its provider one that is passed over.
 */
export async function giveGoodPast(database: Database, ids: readonly string[]): Promise<void> {
  await database.query({
    text: `insert into provider_minutes (provider_id, minute, succeeded)
           select id, '2100-01-01', 1000000 from unnest($1::text[]) as p (id)`,
    values: [ids],
  });
}

/** Moves the service's clock; deadlines and pauses that lie in between are then past. */
export async function passTime(database: Database, ms: number): Promise<void> {
  await database.query({
    text: `update installation set clock_shift = clock_shift + $1 * interval '1 millisecond'`,
    values: [ms],
  });
}

/**
 * A day is closed 15 minutes after its end in Douala, so that tests of closings that run then move
 * on. Returns how far.
 */
export async function passMidnight(database: Database): Promise<number> {
  const intoDayMs = (Date.now() + 3_600_000) % 86_400_000;
  const ms = Math.max(0, 20 * 60_000 - intoDayMs);
  await passTime(database, ms);
  return ms;
}

/** An approved withdrawal that has not been sent yet. */
export async function createApproved(service: TestService, changes: Json = {}): Promise<string> {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, changes);
  await approve(service, id);
  return id;
}

export async function approve(service: Deciding, id: string): Promise<void> {
  await approveWithdrawal(...(await decisionOf(service)), { id, approvalsSeen: null });
}

/** Whether it was approved and not sent. */
export async function cancel(service: Deciding, id: string): Promise<boolean> {
  const decision = await decisionOf(service);
  return (await cancelWithdrawal(...decision, id, 'Not wanted any more.')).kind === 'done';
}

type Deciding = Pick<TestService, 'database'>;

/** By one person, who suffices for any amount. */
export async function decisionOf({ database }: Deciding): Promise<[PayingDeps, Decider]> {
  const person = await addPerson(database, 'agent');
  return [
    {
      database,
      onQueued: () => {},
      onSubmitted: () => {},
      onDecided: () => {},
      policy: fixedPolicy({ approvalSecondPersonXaf: Number.MAX_SAFE_INTEGER }),
      catalogue: createCatalogueSource(database, { adapters: [] }),
    },
    { staffId: person.id, name: 'Tester', ip: null },
  ];
}

export const APPROVAL_VALID_MS = 86_400_000;

/** Waits until an operator has decided everything that it decides by itself. */
export async function operatorsDecided(
  ...emulators: readonly Pick<MtnEmulator | OrangeEmulator, 'ledger' | 'settled'>[]
): Promise<void> {
  for (const { ledger, settled } of emulators) {
    const waiting = ledger.payments().filter(({ state }) => state === 'pending');
    await Promise.all(waiting.map(({ reference }) => settled(reference)));
  }
}

/** Asks about everything that waits, again and again as a minute passes each time. */
export async function settleAll(service: TestService, rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await passTime(service.database, 60_000);
    while ((await service.takeSteps()) > 0);
  }
}
