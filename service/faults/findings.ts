import type { Database } from '../src/db/client.ts';
import type { ProofOrder } from '../src/flows/upkeep/prove-all.ts';
import { call } from '../test/support/call.ts';
import { openTestDatabase } from '../test/support/database.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { prove } from '../test/support/upkeep/all-holds.ts';

/** What `momo audit all` finds in what a scenario has left; each is written to the log. */
export async function countFindings(database: Database, order: ProofOrder = {}): Promise<number> {
  const { proofs, findings } = await prove({ database }, order);
  for (const finding of findings) console.log(JSON.stringify(finding));
  return proofs.reduce((sum, { count }) => sum + count, 0);
}

const MAX_LINES = 20;

/** A service of its own, and what it says and leaves after all that. */
export async function besieged<Report extends object>(attack: (url: string) => Promise<Report>) {
  const { database, url: databaseUrl } = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const service = await startServiceProcess({ env });
  const listFailed = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed'));
  const report = await attack(service.url).catch((error: unknown) => {
    console.log(listFailed().slice(0, MAX_LINES).join('\n'));
    throw error;
  });
  const { status } = await call(service.url, 'GET', '/health');
  const { code } = await service.end('SIGTERM');
  const logs = service.output().split('\n');
  const failed = listFailed();
  console.log(failed.slice(0, MAX_LINES).join('\n'));
  return {
    report,
    failed_requests: failed.length,
    ended_badly: status === 200 && code === 0 ? 0 : 1,
    findings: await countFindings(database, { isStopped: true, others: { logs } }),
  };
}
