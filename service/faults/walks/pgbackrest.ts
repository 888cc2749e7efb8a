import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/db/client.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import {
  type ArchivedPostgres,
  startArchivedPostgres,
} from '../../test/support/nodes/archived-postgres.ts';
import { command, runAsWritten } from '../../test/support/provider-requests/walk-restore.ts';
import {
  MOMO,
  makeDataDir,
  startLoad,
  startServiceProcess,
} from '../../test/support/service-process.ts';
import { findSystemPostgres } from '../../test/support/system-postgres.ts';

const LOAD_SECONDS = 20;
/** How long before a moment a payment must have been created to be certainly committed by it. */
const CERTAIN_MS = 1_000;

/** Restores to a second drawn by lot, as docs/operations.md says. */
export async function restoreToSecond() {
  const postgres = await startArchivedPostgres();
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const load = startLoad(service.url);
  await load.nextAcknowledged();
  for (const word of ['stanza-create', 'stanza=momo check', 'type=full backup']) {
    await postgres.type(command(word));
  }
  const drilled = await drill(postgres);
  assert.match(drilled, /^everything holds$/m);
  assert.match(drilled, /^drilled: /m);
  const from = Date.now();
  await pause(LOAD_SECONDS * 1_000);
  await load.stop();
  await service.end('SIGTERM');
  assert.deepEqual(load.refusals, []);
  const before = await listCreated(postgres.url);
  await postgres.archiveAll();
  await postgres.stop();

  const target = new Date(from + randomInt(2_000, (LOAD_SECONDS - 2) * 1_000));
  const TARGET = target.toISOString().replace('T', ' ').replace('Z', '+00');
  await postgres.type(command('type=time'), { TARGET });
  await postgres.start();
  await postgres.type(command('reset recovery_target_time'), { DATABASE_URL: postgres.url });
  const left = await readFile(join(postgres.cluster, 'postgresql.auto.conf'), 'utf8');
  assert.doesNotMatch(left, /^recovery_target/m, 'a standby would inherit the moment');
  await runAsWritten(command('db quarantine'), env);
  for (const proof of ['audit verify', 'books verify']) await runAsWritten(command(proof), env);

  const after = new Set((await listCreated(postgres.url)).map(({ id }) => id));
  const lost = before.filter(
    ({ id, at }) => at.getTime() < target.getTime() - CERTAIN_MS && !after.has(id),
  );
  const tooNew = before.filter(({ id, at }) => at > target && after.has(id));
  assert.ok(after.size < before.length, 'the moment is not in the past');
  const restored = await startServiceProcess({ env });
  assert.match((await restored.call('GET', '/metrics')).text, /^momo_quarantined 1$/m);
  await restored.end('SIGTERM');
  return {
    lost: lost.length,
    too_new: tooNew.length,
    restored: after.size,
    created: before.length,
    target: TARGET,
  };
}

/** As the user of the database, who is root's deputy here. */
async function drill(postgres: ArchivedPostgres): Promise<string> {
  const scratch = join(dirname(postgres.cluster), 'drill');
  const line = command('momo-drill').replace('$(npm root --global)/momo', CHECKOUT);
  const output = await postgres.type(line, {
    SCRATCH: scratch,
    PG_BIN: findSystemPostgres() ?? '',
    AS_POSTGRES: '',
    AS_MOMO: '',
    DATABASE: 'postgres',
    ENV_FILE: '',
    MOMO: `${process.execPath} ${MOMO}`,
  });
  assert.ok(!existsSync(scratch), 'the copy is still there');
  return output;
}

async function listCreated(
  connectionString: string,
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const database = openDatabase({ connection: { connectionString }, poolSize: 2 });
  const rows = await database.query<{ readonly id: string; readonly at: Date }>({
    text: 'select id, created_at as at from transactions',
  });
  await database.close();
  return rows;
}
