import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/db/client.ts';
import { startArchivedPostgres } from '../../test/support/nodes/archived-postgres.ts';
import { command, runAsWritten } from '../../test/support/provider-requests/walk-restore.ts';
import { makeDataDir, startLoad, startServiceProcess } from '../../test/support/service-process.ts';

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
