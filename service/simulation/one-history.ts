// One history: the whole service against a world that the seed decides. It reads the request on
// stdin and writes the result to stdout, as JSON.
import { hash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { openDatabase } from '../src/db/client.ts';
import { findOverpaymentSums } from '../src/db/decisions/owed-overpayments.ts';
import { verifyBooks } from '../src/flows/finance/verify-books.ts';
import { type Config, readConfig } from '../src/settings/config.ts';
import { type ServerConnection, TEMPLATE_DATABASE } from '../test/support/postgres-server.ts';
import { listHappened } from './judge/coverage.ts';
import { judge, type Verified } from './judge/judge.ts';
import { createAdministrator, createAgent } from './outside/agents.ts';
import { createCaller } from './outside/caller.ts';
import {
  createBurstForger,
  createForger,
  createInsider,
  createPatientForger,
} from './outside/forgers.ts';
import { createReturner, createTaker } from './outside/overpayments.ts';
import { createPlatform } from './outside/platform.ts';
import { createGateway, createPlayers, createQuestions } from './outside/players.ts';
import { createStaff } from './outside/staff.ts';
import { createTester } from './outside/tester.ts';
import type { Asked, History } from './run-history.ts';
import { type People, seedDatabase } from './seed.ts';
import { seedIds } from './stand-ins/crypto.ts';
import { createStatements, TYPES } from './statements.ts';
import { BEGINNING, installVirtualTime, now, real, removeVirtualTime } from './virtual-time.ts';
import { createWorld } from './world.ts';
import type { Actor, World } from './world-parts.ts';

/** Until the operator has made and reversed every decision. */
const CALM_MS = 32 * 3_600_000;
/** Longer than an approval is valid. */
const SILENT_MS = 26 * 3_600_000;
/** A history that never becomes quiet is wrong, and must still end. */
const MAX_QUIET_STEPS = 200_000;

/**
 * Those who disturb the line are in some histories only: in the others the judge asks for more. The
 * seed has a bit for each.
 */
const SOMETIMES: readonly ((world: World, people: People) => readonly Actor[])[] = [
  (world, { agent, administrator }) => [
    createAgent(world, agent),
    createAdministrator(world, administrator),
    createTaker(world),
  ],
  (world) => [createInsider(world)],
  (world) => [createPatientForger(world)],
  (world) => [createBurstForger(world)],
];

const AGENT = 0;

const asked = (await json(process.stdin)) as Asked;
seedIds(asked.seed);
const database = `simulation_${process.pid}`;
const admin = clientOf(asked.server);
await admin.connect();
await admin.query(`create database ${database} template ${TEMPLATE_DATABASE}`);
try {
  const history = await simulate({ ...asked.server, database });
  process.stdout.write(JSON.stringify(history));
} finally {
  removeVirtualTime();
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
}

function clientOf(connection: pg.ClientConfig): pg.Client {
  // The data need not outlive the run; plans are those of the service.
  const options = '-c synchronous_commit=off -c enable_seqscan=off -c jit=off';
  return new pg.Client({ ...connection, types: TYPES, options });
}

function isThere(seed: number, bit: number): boolean {
  return ((seed >> bit) & 1) === 1;
}

async function simulate(connection: ServerConnection): Promise<History> {
  const { seed, steps, only } = asked;
  const startedAt = real.now();
  const config = configOfSimulation();
  const people = await seedDatabase(connection, config);
  const control = clientOf(connection);
  control.on('error', () => {});
  await control.connect();
  installVirtualTime();
  const statements = createStatements(() => clientOf(connection), control);
  const world = await createWorld({
    seed,
    config,
    statements,
    control,
    only: only === null ? null : new Set(only),
    createActors: (world) => [
      createPlatform(world),
      createPlayers(world),
      createForger(world),
      ...SOMETIMES.filter((_, index) => isThere(seed, index)).flatMap((create) =>
        create(world, people),
      ),
      createGateway(world),
      createQuestions(world),
      createCaller(world, people.secrets),
      createTester(world),
      createReturner(world, { staffId: people.agent, isOnLine: isThere(seed, AGENT) }),
      ...createStaff(world, people.staff),
    ],
  });
  for (let step = 0; step < steps; step += 1) await world.step();
  await becomeQuiet(world);
  removeVirtualTime();
  const wrong = await judge(world, control, await verify(connection));
  return {
    seed,
    wrong,
    happened: await listHappened(world, control),
    statements: statements.count(),
    seconds: (real.now() - startedAt) / 1_000,
    payments: world.asked.length,
    hours: Math.round((now() - BEGINNING) / 3_600_000),
    digest: hash('sha256', world.history.join('\n'), 'hex').slice(0, 12),
    taken: world.taken,
    history: asked.isReported ? world.history : [],
  };
}

/** As `momo books verify`, and what the list of overpayments adds up to. */
async function verify(connection: ServerConnection): Promise<Verified> {
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    const { listedXaf } = await findOverpaymentSums(database);
    return { ...(await verifyBooks(database)), listedXaf };
  } finally {
    await database.close();
  }
}

/** Lets everything that can still finish do so. */
async function becomeQuiet(world: World): Promise<void> {
  let steps = 0;
  // What the line and the operator still have to say is part of the history.
  const isQuiet = () => world.line.isQuiet() && world.operator.findUnreported() === null;
  const pass = async (until: number) => {
    while (steps < MAX_QUIET_STEPS && (now() < until || !isQuiet())) {
      await world.step();
      steps += 1;
    }
  };
  world.calmDown();
  await pass(now() + CALM_MS);
  world.fallSilent();
  await pass(now() + SILENT_MS);
  if (steps >= MAX_QUIET_STEPS) world.report('it never becomes quiet');
}

function configOfSimulation(): Config {
  const read = readConfig({
    SERVICE_ENV: 'live',
    SPORTSBOOK_API_KEY: 'k'.repeat(40),
    HOST: '127.0.0.1',
    ACCEPTED_RISKS: 'testing',
    PUBLIC_URL: 'https://pay.example',
  });
  if (read.kind !== 'config') throw new Error(JSON.stringify(read));
  return read.config;
}
