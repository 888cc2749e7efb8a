import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Database } from '../../../service/src/db/client.ts';
import type { PolicyChange } from '../../../service/src/domain/access/policy.ts';
import type { StaffRole } from '../../../service/src/domain/access/staff-role.ts';
import { addPerson, PASSWORD, type Person } from '../../../service/test/support/access/staff.ts';
import { openTestDatabase } from '../../../service/test/support/database.ts';
import { preparePolicy } from '../../../service/test/support/harness.ts';
import {
  type ServiceProcess,
  startServiceProcess,
} from '../../../service/test/support/service-process.ts';
import {
  create,
  forceState,
  type Json,
} from '../../../service/test/support/transactions/payments.ts';
import { startBrowser, type TestBrowser, type TestPage } from './browser.ts';

export const SECOND_PERSON_XAF = 100_000;

/** The real service as a process of its own, its database, and a browser in front of it. */
export async function startConsole(policy: PolicyChange = {}): Promise<RunningConsole> {
  const opened = await openTestDatabase();
  const { database, url: databaseUrl } = opened;
  await preparePolicy(opened, { approvalSecondPersonXaf: SECOND_PERSON_XAF, ...policy });
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const browser = await startBrowser();
  const consoleUrl = `${service.url}/console`;
  return {
    service,
    database,
    browser,
    consoleUrl,
    hire: (role, name) => hire(database, role, name),
    open: async (person, options) => {
      const opened = await browser.open(consoleUrl, options);
      await signIn(opened.page, person);
      return opened;
    },
    withdrawal: (changes) => make(service, '/api/v1/withdrawals', changes),
    deposit: (changes) => make(service, '/api/v1/deposits', changes),
    hold: (id) => forceState(database, id, 'requires_manual_resolution'),
  };
}

export interface RunningConsole {
  readonly service: ServiceProcess;
  readonly database: Database;
  readonly browser: TestBrowser;
  readonly consoleUrl: string;
  readonly hire: (role: StaffRole, name: string) => Promise<Person>;
  /** A page of this person, signed in. */
  readonly open: (person: Person, options?: BrowserContextOptions) => Promise<TestPage>;
  readonly withdrawal: (changes?: Json) => Promise<string>;
  readonly deposit: (changes?: Json) => Promise<string>;
  readonly hold: (id: string) => Promise<void>;
}

async function hire(database: Database, role: StaffRole, name: string): Promise<Person> {
  const person = await addPerson(database, role);
  const email = `${name.split(' ')[0]?.toLowerCase()}-${randomUUID().slice(0, 4)}@example.com`;
  await database.query({
    text: 'update staff set name = $2, email = $3 where id = $1',
    values: [person.id, name, email],
  });
  return { ...person, email };
}

export async function signIn(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main').waitFor();
}

async function make(service: ServiceProcess, path: string, changes: Json = {}): Promise<string> {
  const { service_tx_id: id } = await create(service, path, changes);
  return id;
}
