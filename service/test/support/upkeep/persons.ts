import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Queryable } from '../../../src/db/client.ts';
import { openMomo } from '../cli/momo.ts';
import { startLiveService } from '../providers/live.ts';
import { addGateway, addLines, createOrangeLine } from '../receipts/sms.ts';

/** A live service with sealed secrets and a line, `momo` beside it, and a folder for its files. */
export async function startPersons() {
  const SECRETS_KEY = 'ab'.repeat(32);
  const number = '+237699000001';
  const service = await startLiveService({ SECRETS_KEY });
  await addLines(service.database, 'orange', [number]);
  await addGateway(service.database, {
    sims: { 'sim-1': { operator: 'orange', line: number } },
    vault: service.payments.vault,
  });
  const { momo } = openMomo({
    SERVICE_ENV: 'live',
    ACCEPTED_RISKS: 'testing',
    DATABASE_URL: service.config.databaseUrl ?? '',
    SPORTSBOOK_API_KEY: service.config.apiKey ?? '',
    SECRETS_KEY,
  });
  const folder = await mkdtemp(join(tmpdir(), 'momo-persons-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return { service, line: createOrangeLine(number), momo, folder };
}

/** Every row of every table that has a text in it, as `table: row`. */
export async function rowsWith(database: Queryable, text: string): Promise<readonly string[]> {
  const tables = await database.query<{ readonly name: string }>({
    text: `select c.relname as name from pg_class c
           where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
             and not c.relispartition`,
  });
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ readonly row: string }>({
      text: `select t::text as row from ${name} t where position($1 in t::text) > 0`,
      values: [text],
    });
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
