import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/db/client.ts';
import { findQuarantine } from '../../../src/db/quarantine.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { addMtn, addOrange, approve, startMtn, startOrange } from '../providers/live.ts';
import {
  eventually,
  MOMO,
  runToEnd,
  type ServiceProcess,
  startServiceProcess,
} from '../service-process.ts';
import { create, paymentBody, read, WITHDRAWALS } from '../transactions/payments.ts';

/** The commands of docs/operations.md, "Backups", as they are there. */
export const COMMANDS = commandsOf('## Backups', '## How long data is kept');

/** The lines of the examples for a shell between two headings. */
function commandsOf(from: string, to: string): readonly string[] {
  const text = readFileSync(join(CHECKOUT, 'docs', 'operations.md'), 'utf8');
  const part = text.slice(text.indexOf(`\n${from}\n`), text.indexOf(`\n${to}\n`));
  return [...part.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
}

/** Where a service runs, and which commands back it up and restore it. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** Works on the database while no service runs. */
  readonly withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>;
  readonly backUp: readonly string[];
  readonly restore: readonly string[];
  /** Whether the restore itself stops payouts, before a person says so. */
  readonly isQuarantinedByRestore: boolean;
}

/** The command of the document that has this text. */
export function command(part: string): string {
  const found = COMMANDS.find((line) => line.includes(part));
  assert.ok(found, part);
  return found;
}

export async function runAsWritten(line: string, env: Place['env']): Promise<string> {
  const typed = line.replace('npm run momo --', `"${process.execPath}" "${MOMO}"`);
  const { code, stdout, output } = await runToEnd({ command: ['sh', '-c', typed], env });
  assert.equal(code, 0, `${line}\n${output}`);
  return stdout;
}

/** Backs up with an approved payout of each operator, pays them, restores, and pays none twice. */
export async function walkRestore(site: Place): Promise<void> {
  const { env, withDatabase } = site;
  const mtn = await startMtn({ floatXaf: 1_000_000 });
  const orange = await startOrange({ floatXaf: 1_000_000 });
  const timesPaid = () => [mtn.ledger.moves().length, orange.ledger.moves().length];
  const payouts = [
    paymentBody(),
    paymentBody({ operator: 'orange', msisdn: '+237690000001', amount_xaf: 700 }),
  ];
  const start = () => startServiceProcess({ env });

  const first = await start();
  const ids: string[] = [];
  await withDatabase(async (database) => {
    await addMtn(database, mtn, { id: 'mtn-main' });
    await addOrange(database, orange, { id: 'orange-main' });
  });
  await eventually('providers are seen', () => offersBoth(first));
  for (const json of payouts) ids.push((await create(first, WITHDRAWALS, json)).service_tx_id);
  await first.end('SIGTERM');
  await withDatabase(async (database) => {
    for (const id of ids) await approve({ database }, id);
  });
  for (const line of site.backUp) await runAsWritten(line, env);

  const second = await start();
  await eventually(
    'both are paid',
    async () => (await statesOf(second, ids)) === 'succeeded',
    30_000,
  );
  await second.end('SIGTERM');
  assert.deepEqual(timesPaid(), [1, 1]);

  for (const line of site.restore) await runAsWritten(line, env);
  if (site.isQuarantinedByRestore) {
    await withDatabase(async (database) => assert.ok((await findQuarantine(database)) !== null));
  }
  await runAsWritten(command('db quarantine'), env);
  const restored = await start();
  assert.match(restored.stdout(), /QUARANTINE/);
  const ready = await restored.call('GET', '/readyz');
  assert.match(ready.text, /"status":"ok","detail":"Quarantine: /);
  const metrics = await restored.call('GET', '/metrics');
  assert.match(metrics.text, /^momo_quarantined 1$/m);
  assert.equal(await statesOf(restored, ids), 'approved');

  for (const proof of ['audit verify', 'books verify']) await runAsWritten(command(proof), env);
  const preview = await runAsWritten(command('--look'), env);
  assert.match(preview, /mtn-main has paid it {2}-> goes on as the provider says/);
  assert.match(preview, /orange-main has paid it {2}-> goes on as the provider says/);
  assert.match(preview, /^in quarantine since 2/m);
  assert.doesNotMatch(preview, /670000001|690000001/);
  assert.equal(await statesOf(restored, ids), 'approved');

  const accepted = await runAsWritten(command('db accept-restore --reason'), env);
  assert.match(accepted, /^accepted: /m);
  assert.equal(await statesOf(restored, ids), 'succeeded');
  assert.match((await restored.call('GET', '/metrics')).text, /^momo_quarantined 0$/m);
  await restored.end('SIGTERM');
  assert.deepEqual(timesPaid(), [1, 1], 'a payout was paid twice');
}

async function offersBoth(service: ServiceProcess): Promise<boolean> {
  const { text } = await service.call('GET', '/api/v1/CM/providers');
  return text.includes('mtn-main') && text.includes('orange-main');
}

/** The state of all, or several. */
async function statesOf(service: ServiceProcess, ids: readonly string[]): Promise<string> {
  const states = await Promise.all(ids.map(async (id) => (await read(service, id))['state']));
  return [...new Set(states)].join(', ');
}

export const LIVE = { SERVICE_ENV: 'live', ACCEPTED_RISKS: 'testing', LOG_LEVEL: 'warn' };
