// Lives through a month of payments and leaves it in a data folder: `node live-month.ts FOLDER`,
// with --seed, --size, --port of the service, and --ports of the operators and the receiver. It
// is the service's own code on its own database, with emulated operators; only the time is not
// that of today while it runs.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPools } from '../../service/src/app/database.ts';
import { openSentPayouts } from '../../service/src/app/process/prepare-service.ts';
import { withSeal } from '../../service/src/db/client.ts';
import { openBooks } from '../../service/src/flows/finance/open-books.ts';
import { openRowSeal } from '../../service/src/flows/row-key.ts';
import { createSignerSource } from '../../service/src/flows/webhooks/signing-keys.ts';
import { startEmbeddedPostgres } from '../../service/src/postgres/server.ts';
import { ADAPTERS } from '../../service/src/providers/registry.ts';
import { type Config, readConfig } from '../../service/src/settings/config.ts';
import { createLogger } from '../../service/src/settings/log.ts';
import { createVault } from '../../service/src/signing/sealed-text.ts';
import { installMonthClock } from './month-clock.ts';
import { askFor } from './month-customers.ts';
import { createSimPhone } from './month-line.ts';
import { planMonth } from './month-plan.ts';
import { beginInStory, leaveStory, type SetUp, setUp } from './month-set-up.ts';
import { finishTransfers } from './month-staff.ts';
import { tellStory } from './month-story.ts';
import { createMonthWorld } from './month-world.ts';
import { type KeptOperators, keepOperators, startOperators, stopOperators } from './outside.ts';
import { writeSettings } from './settings.ts';

/** What the demo has to know about the month, beside its database. */
export interface KeptMonth {
  readonly seed: number;
  readonly madeAt: number;
  readonly setUp: SetUp;
  readonly operators: KeptOperators;
  readonly ports: { readonly mtn: number; readonly orange: number; readonly receiver: number };
  readonly lineXaf: number;
}

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '2000' },
    port: { type: 'string', default: '8000' },
    ports: { type: 'string', default: '0,0,8110' },
  },
  allowPositionals: true,
});
const dataDir = resolve(positionals[0] ?? '');
const seed = Number(values.seed);
const [mtnPort = 0, orangePort = 0, receiver = 0] = values.ports.split(',').map(Number);

const madeAt = Date.now();
const clock = installMonthClock();
const config = await readSettings();
const vault = createVault(config.secretsKey);
const postgres = await startEmbeddedPostgres({ dataDir });
const operators = await startOperators({ mtn: mtnPort, orange: orangePort });
const log = createLogger({ logLevel: 'error' });
const { database: plain } = openPools(config, log, postgres.connection);
try {
  const kept = await live();
  await writeFile(join(dataDir, 'month.json'), JSON.stringify(kept), { mode: 0o600 });
} finally {
  await stopOperators(operators);
  await plain.close();
  await postgres.stop();
}

async function live(): Promise<KeptMonth> {
  const plan = planMonth(seed, madeAt, Number(values.size));
  await beginInStory(plain, { config, clock, from: plan.from });
  const seal = await openRowSeal({ database: plain, vault });
  // A month that is lost is made again, so its commits need not wait for the disk.
  const connection = { ...postgres.connection, options: '-c synchronous_commit=off' };
  const database = withSeal(openPools(config, log, connection).database, seal);
  const set = await setUp({ database, config, vault }, operators);
  const around = {
    config,
    vault,
    sent: await openSentPayouts(database, config),
    adapters: ADAPTERS,
    signer: createSignerSource({ database, vault }),
  };
  const receiverUrl = `http://127.0.0.1:${receiver}`;
  const { world, liveUntil } = createMonthWorld({
    ...{ database, seal, clock, operators, setUp: set, receiverUrl, around },
  });
  for (const { faults } of Object.values(operators)) faults.addToCallbacks('*', { kind: 'lost' });
  const phone = createSimPhone(world);
  await phone.isAlive();
  await phone.open();
  await world.run('probe');
  await openBooks({ database }, new Map());
  tellStory({ world, phone, plan, seed });
  for (const [number, payment] of plan.payments.entries()) {
    const reference = `${payment.application}-${10_000 + number}`;
    world.at(payment.at, () => askFor(world, phone, payment, reference));
  }
  let day = -1;
  await liveUntil(plan.until, (now) => {
    const lived = Math.floor((now - plan.from) / 86_400_000);
    if (lived === day) return;
    day = lived;
    process.stdout.write(`day ${day + 1}\n`);
  });
  await clock.end(database);
  await finishTransfers(world);
  await world.run('probe');
  while (Number(await world.run('roll')) > 0);
  for (const trouble of world.service.troubles) console.error(trouble);
  await database.close();
  await leaveStory(plain);
  for (const { faults } of Object.values(operators)) faults.clear();
  return {
    seed,
    madeAt,
    setUp: set,
    operators: keepOperators(operators),
    ports: { mtn: portOf(operators.mtn.url), orange: portOf(operators.orange.url), receiver },
    lineXaf: phone.balanceXaf(),
  };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** The settings with which the demo starts the service afterwards. */
async function readSettings(): Promise<Config> {
  const read = readConfig(await writeSettings(dataDir, Number(values.port)));
  if (read.kind !== 'config') throw new Error(JSON.stringify(read));
  return read.config;
}
