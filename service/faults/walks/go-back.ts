import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../src/postgres/server.ts';
import { command, LIVE, runAsWritten } from '../../test/support/provider-requests/walk-restore.ts';
import { approve, startMtn, startOrange } from '../../test/support/providers/live.ts';
import {
  eventually,
  MOMO,
  makeDataDir,
  runToEnd,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/support/service-process.ts';
import {
  create,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../../test/support/transactions/payments.ts';
import { checkOut } from '../../test/support/upgrade/previous-checkout.ts';
import type { Release } from '../../test/support/upgrade/releases.ts';

/**
 * A release is backed up and becomes this one, which pays; then the release's own restore brings it
 * back. The list of sent payouts, which this release has written, stays where it is.
 */
export async function goBackTo(release: Release) {
  const old = await openOldRelease(release);
  const { env, operators, start, momo, change } = old;
  const timesPaid = () =>
    operators.mtn.ledger.moves().length + operators.orange.ledger.moves().length;
  const bodies = [
    paymentBody(),
    paymentBody({ operator: 'orange', msisdn: '+237690000001', amount_xaf: 700 }),
    paymentBody({ msisdn: '+237670000002' }),
    paymentBody({ operator: 'orange', msisdn: '+237690000002', amount_xaf: 800 }),
  ];
  const order = async (service: ServiceProcess, from: number, to: number) => {
    const created = [];
    for (const json of bodies.slice(from, to))
      created.push(await create(service, WITHDRAWALS, json));
    return created.map(({ service_tx_id: id }) => id);
  };

  const first = await start();
  await change({ providers: operators });
  await eventually('providers are seen', () => offersBoth(first));
  const before = await order(first, 0, 2);
  await first.end('SIGTERM');
  await change({ approve: before });
  const backup = join(env.DATA_DIR, 'before');
  await momo('backup', backup);

  const migrated = await runToEnd({ command: [process.execPath, MOMO, 'db', 'migrate'], env });
  assert.equal(migrated.code, 0, migrated.output);
  const upgraded = await startServiceProcess({ env });
  const later = await order(upgraded, 2, 4);
  await approveHere(env.DATA_DIR, later);
  await succeed(upgraded, [...before, ...later]);
  await upgraded.end('SIGTERM');
  assert.equal(timesPaid(), 4);

  await runAsWritten(command('mv '), env);
  await momo('restore', backup);
  const restored = await start();
  const looked = await momo('db', 'accept-restore', '--look');
  assert.match(looked, /has paid it {2}-> goes on as the provider says/);
  await momo('db', 'accept-restore', '--reason', 'Went back from the newer release');
  await succeed(restored, before);
  // The platform does not have them either: the backup is older than its requests.
  const again = await order(restored, 2, 4);
  await change({ approve: again });
  await succeed(restored, again);
  await restored.end('SIGTERM');
  return { payouts: bodies.length, paid_twice: timesPaid() - bodies.length };
}

/** Its own programs, in live with emulated operators and the bundled PostgreSQL. */
async function openOldRelease(release: Release) {
  const folder = checkOut(release);
  const env = {
    ...LIVE,
    DATA_DIR: await makeDataDir(),
    // By these names it knows the risks of a test.
    LIVE_WITHOUT_SAFETY: 'I-am-testing',
    EMBEDDED_POSTGRES_IN_LIVE: 'true',
  };
  const [mtn, orange] = [await startMtn({ floatXaf: 1e6 }), await startOrange({ floatXaf: 1e6 })];
  const script = join(folder, 'change.ts');
  writeFileSync(script, CHANGE);
  const run = async (file: string, args: readonly string[]) => {
    const { code, stdout, output } = await runToEnd({
      command: [process.execPath, join(folder, file), ...args],
      env,
    });
    assert.equal(code, 0, `${args.join(' ')}\n${output}`);
    return stdout;
  };
  return {
    env,
    operators: { mtn, orange },
    start: () =>
      startServiceProcess({
        command: [process.execPath, join(folder, 'service', 'src', 'main.ts')],
        env,
      }),
    momo: (...args: readonly string[]) => run('service/src/cli/momo.ts', args),
    change: ({ providers, approve: ids }: Change) => {
      const accounts = providers && {
        mtn: { url: providers.mtn.url, account: providers.mtn.account },
        orange: { url: providers.orange.url, account: providers.orange.account },
      };
      return run('change.ts', [JSON.stringify({ dataDir: env.DATA_DIR, accounts, ids })]);
    },
  };
}

interface Change {
  readonly providers?: {
    readonly mtn: { readonly url: string; readonly account: object };
    readonly orange: { readonly url: string; readonly account: object };
  };
  readonly approve?: readonly string[];
}

/** What a person does in its console, by its own code. */
const CHANGE = `
import { openDatabase } from './service/src/db/client.ts';
import { startEmbeddedPostgres } from './service/src/embedded-postgres/server.ts';
import { addMtn, addOrange, approve } from './service/test/support/providers/live.ts';
const { dataDir, accounts, ids = [] } = JSON.parse(process.argv[2]);
const server = await startEmbeddedPostgres({ dataDir });
const database = openDatabase({ connection: server.connection, poolSize: 2 });
if (accounts) await addMtn(database, accounts.mtn, { id: 'mtn-main' });
if (accounts) await addOrange(database, accounts.orange, { id: 'orange-main' });
for (const id of ids) await approve({ database }, id);
await database.close();
await server.stop();
`;

async function approveHere(dataDir: string, ids: readonly string[]): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase({ connection: server.connection, poolSize: 2 });
  for (const id of ids) await approve({ database }, id);
  await database.close();
  await server.stop();
}

function succeed(service: ServiceProcess, ids: readonly string[]): Promise<void> {
  return eventually(
    'all have succeeded',
    async () => {
      const states = await Promise.all(ids.map(async (id) => (await read(service, id))['state']));
      return states.every((state) => state === 'succeeded');
    },
    60_000,
  );
}

async function offersBoth(service: ServiceProcess): Promise<boolean> {
  const { text } = await service.call('GET', '/api/v1/CM/providers');
  return text.includes('mtn-main') && text.includes('orange-main');
}
