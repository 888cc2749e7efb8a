import { prepareService } from '../../service/src/app/process/prepare-service.ts';
import { updatePassword } from '../../service/src/db/access/staff.ts';
import { storeTotpSecret, useTotpStep } from '../../service/src/db/access/staff-attempts.ts';
import type { Database } from '../../service/src/db/client.ts';
import { migrate } from '../../service/src/db/migrate.ts';
import { COMMAND_LINE } from '../../service/src/flows/access/actor.ts';
import { issueKey } from '../../service/src/flows/access/administer-keys.ts';
import { addStaff } from '../../service/src/flows/access/administer-staff.ts';
import { ONE_PERSON } from '../../service/src/flows/access/policy.ts';
import { createTotpSecret } from '../../service/src/flows/access/second-factor.ts';
import { issueGatewayKey, placeSim } from '../../service/src/flows/lines/change-gateways.ts';
import {
  type AccountDeps,
  addChannel,
  addProvider,
} from '../../service/src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../../service/src/providers/registry.ts';
import type { Config } from '../../service/src/settings/config.ts';
import { createLogger } from '../../service/src/settings/log.ts';
import { createOneTimePassword, createPasswords } from '../../service/src/signing/password.ts';
import { SECRET_PLACES, type Vault } from '../../service/src/signing/sealed-text.ts';
import { MTN_NUMBER, mtnOrder, orangeOrder, type ProviderOrder } from '../dev-live-orders.ts';
import type { MonthClock } from './month-clock.ts';
import type { Operators } from './outside.ts';

/** The SIM that customers pay by dialling while the first provider is down. */
export const SIM_LINE = '+237670008888';
export const SIM_GATEWAY = 'shop-phone';
export const SIM = 'sim-1';
const USSD_TEMPLATE = '*126*4*{merchant}*{amount}#';

export const STAFF = {
  agent: { email: 'awa@example.com', name: 'Awa Ngono', role: 'agent' },
  second: { email: 'bih@example.com', name: 'Bih Tanyi', role: 'agent' },
  finance: { email: 'chantal@example.com', name: 'Chantal Mballa', role: 'finance' },
  admin: { email: 'didier@example.com', name: 'Didier Fotso', role: 'admin' },
} as const;
export type StaffName = keyof typeof STAFF;

export const APPLICATIONS = { platform: 'sportsbook', shop: 'shop' } as const;
export type ApplicationName = keyof typeof APPLICATIONS;

export interface SetUp {
  readonly staff: Readonly<
    Record<
      StaffName,
      { readonly id: string; readonly password: string; readonly totpSecret: string }
    >
  >;
  readonly keys: Readonly<Record<ApplicationName, { readonly id: string; readonly key: string }>>;
  readonly gatewaySecret: string;
}

/** Columns that have the machine's time by default; in the month they have that of the story. */
const DATED = {
  installation: ['created_at'],
  applications: ['created_at'],
  staff: ['created_at', 'credentials_at'],
  api_keys: ['created_at'],
  gateways: ['created_at'],
  providers: ['created_at'],
  channels: ['created_at'],
  signing_keys: ['created_at', 'active_from'],
} as const;

/** A new installation whose first day is the first of the story. */
export async function beginInStory(
  database: Database,
  {
    config,
    clock,
    from,
  }: { readonly config: Config; readonly clock: MonthClock; readonly from: number },
): Promise<void> {
  await migrate(database);
  await setDefaults(database, 'app_now()');
  // The row of the installation is made with it, and everything after that is of that day.
  const shift = `${Math.round(from - clock.now())} milliseconds`;
  await database.query({
    text: `alter table installation alter column clock_shift set default interval '${shift}'`,
  });
  await prepareService(database, config, createLogger({ logLevel: 'error' }));
  await clock.beginAt(database, from);
}

/** The schema is that of every installation again. */
export async function leaveStory(database: Database): Promise<void> {
  await setDefaults(database, 'now()');
  await database.query({
    text: `alter table installation alter column clock_shift set default interval '0'`,
  });
}

async function setDefaults(database: Database, value: string): Promise<void> {
  for (const [table, columns] of Object.entries(DATED)) {
    for (const column of columns) {
      await database.query({
        text: `alter table ${table} alter column ${column} set default ${value}`,
      });
    }
  }
}

/** What the people of a company do before their first payment; secrets are drawn anew. */
export async function setUp(
  deps: { readonly database: Database; readonly config: Config; readonly vault: Vault },
  { mtn, orange }: Operators,
): Promise<SetUp> {
  const { database, config, vault } = deps;
  const { environment } = config;
  const accounts = { database, environment, vault, adapters: ADAPTERS };
  await addRoute(accounts, 'mtn-main', mtn.url, mtnOrder(mtn, MTN_NUMBER, []));
  await addRoute(accounts, 'orange-main', orange.url, orangeOrder(orange));
  const issued = await issueGatewayKey({ database, vault, policy: ONE_PERSON }, COMMAND_LINE, {
    gatewayId: SIM_GATEWAY,
    dialect: 'signed',
    reason: null,
  });
  if (issued.kind !== 'issued') throw new Error(issued.kind);
  const sim = { gatewayId: SIM_GATEWAY, sim: SIM, operator: 'mtn', line: SIM_LINE } as const;
  await placeSim({ database, policy: ONE_PERSON }, COMMAND_LINE, {
    ...sim,
    isOnly: false,
    reason: null,
  });
  await addLine(accounts);
  const hire = (name: StaffName) => hireOne({ database, vault }, name);
  const key = async (name: ApplicationName) => ({
    key: (await issueKey({ database, environment, vault }, COMMAND_LINE, APPLICATIONS[name])).key,
    id: await findApplication(database, APPLICATIONS[name]),
  });
  return {
    staff: {
      agent: await hire('agent'),
      second: await hire('second'),
      finance: await hire('finance'),
      admin: await hire('admin'),
    },
    keys: { platform: await key('platform'), shop: await key('shop') },
    gatewaySecret: issued.secret,
  };
}

const NAMES = { mtn: 'MTN', orange: 'Orange' } as const;
const TERMS = {
  accountOf: null,
  description: '',
  depositFeePercent: 0,
  withdrawalFeePercent: 0,
  depositFeeMessage: '',
} as const;
const SHOWN = {
  illustrationUrl: null,
  illustrationAlt: null,
  minAmountXaf: null,
  maxAmountXaf: null,
};

async function addRoute(
  deps: AccountDeps,
  id: string,
  baseUrl: string,
  { operator, merchantNumber, settings, secrets }: ProviderOrder,
): Promise<void> {
  const adapter = operator === 'mtn' ? 'mtn-momo' : 'orange-money';
  const added = await addProvider(deps, COMMAND_LINE, {
    ...TERMS,
    id,
    adapter,
    displayName: NAMES[operator],
    operators: [operator],
    directions: null,
    isPrimary: true,
    priority: 1,
    settings: { ...settings, baseUrl },
    secrets,
  });
  refuse(id, added);
  const channel = await addChannel(deps, COMMAND_LINE, {
    ...SHOWN,
    id: `${id}-prompt`,
    providerId: id,
    operator,
    collectionMode: 'merchant_initiated',
    merchantNumber,
    merchantDisplayName: 'DEMO SHOP',
    ussdTemplate: null,
  });
  refuse(id, channel);
}

async function addLine(deps: AccountDeps): Promise<void> {
  const id = 'mtn-sim';
  const added = await addProvider(deps, COMMAND_LINE, {
    ...TERMS,
    id,
    adapter: 'sim-gateway',
    displayName: 'SIM MTN',
    operators: ['mtn'],
    directions: ['deposit'],
    isPrimary: false,
    priority: 2,
    settings: {},
    secrets: {},
  });
  refuse(id, added);
  const channel = await addChannel(deps, COMMAND_LINE, {
    ...SHOWN,
    id: `${id}-line`,
    providerId: id,
    operator: 'mtn',
    collectionMode: 'customer_initiated',
    merchantNumber: SIM_LINE,
    merchantDisplayName: 'DEMO SHOP (SIM)',
    ussdTemplate: USSD_TEMPLATE,
  });
  refuse(id, channel);
}

function refuse(id: string, added: Awaited<ReturnType<typeof addProvider>>): void {
  if (added.kind === 'added') return;
  throw new Error(`${id}: ${added.kind === 'invalid' ? added.problems.join('; ') : added.kind}`);
}

async function hireOne(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  name: StaffName,
): Promise<SetUp['staff'][StaffName]> {
  const passwords = createPasswords();
  const added = await addStaff(
    { database, passwords, policy: ONE_PERSON },
    COMMAND_LINE,
    STAFF[name],
  );
  if (added.kind !== 'added') throw new Error(`${name}: ${added.kind}`);
  const { id } = added.staff;
  // They have chosen one of their own at their first sign-in, and an app for the codes.
  const password = createOneTimePassword();
  await updatePassword(database, { id, passwordHash: await passwords.hash(password) });
  const totpSecret = createTotpSecret();
  const sealedSecret = vault.seal(totpSecret, SECRET_PLACES.totpSecret(id));
  await storeTotpSecret(database, { id, sealedSecret });
  await useTotpStep(database, { staffId: id, sealedSecret, step: 1 });
  return { id, password, totpSecret };
}

async function findApplication(database: Database, name: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from applications where name = $1',
    values: [name],
  });
  if (row === undefined) throw new Error(`there is no application ${name}`);
  return row.id;
}
