// The live service against emulated operators, to play every case by hand: `npm run dev:live`. The
// providers are set up with the same commands that a real installation needs.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { type MtnEmulator, startMtnEmulator } from '../service/emulators/mtn/mtn-emulator.ts';
import {
  type OrangeEmulator,
  startOrangeEmulator,
} from '../service/emulators/orange/orange-emulator.ts';
import { startPhoneEmulator } from '../service/emulators/phone/phone-emulator.ts';
import type { PlayerPhones } from '../service/emulators/phone/player-phones.ts';
import { type Database, openDatabase } from '../service/src/db/client.ts';
import { startEmbeddedPostgres } from '../service/src/postgres/server.ts';
import { startAggregators } from './dev-live-aggregators.ts';
import { followTypedHours, readClock } from './dev-live-clock.ts';
import { ADMINISTRATOR, GATEWAY, guide } from './dev-live-guide.ts';
import {
  MTN_BACKUP_NUMBER,
  MTN_NUMBER,
  mtnOrder,
  orangeOrder,
  type ProviderOrder,
} from './dev-live-orders.ts';
import { CHECKOUT, createPrograms, untilReady } from './dev-live-programs.ts';
import { guideToSim, startPhones, startSim } from './dev-live-sim.ts';
import { freePort } from './free-port.ts';

const MAIN = join(CHECKOUT, 'service', 'src', 'app', 'main.ts');
const DATA_DIR = resolve(CHECKOUT, process.env['DEV_LIVE_DATA_DIR'] ?? '.data-live');
const ENV_FILE = join(DATA_DIR, 'live.env');
const LOG_FILE = join(DATA_DIR, 'service.log');

const HELP = `Starts the live service with emulated operators, to play every case by hand.

  npm run dev:live -- [options]

  --sim          adds a SIM that pays out by USSD; it needs socat
  --aggregators  adds pawaPay and CamPay, used after the operators' own accounts
  --help         this text

Settings, from the environment:

  PORT                     where the service listens (8000)
  DEV_LIVE_EMULATOR_PORTS  where the emulated operators listen (8101,8102,8103,8104,8105)
  DEV_LIVE_DATA_DIR        where the data are kept (.data-live)

A port that is taken, or 0, becomes any free one. The addresses are printed.
`;

const { sim: WITH_SIM, aggregators: WITH_AGGREGATORS } = readOptions();

const { start, momo, stop: stopPrograms } = createPrograms(ENV_FILE);
/** Payments wait for a person; numbers with a magic ending decide themselves. */
const PLAY = { decide: 'manual', settleMs: 1_500, delayedMs: 20_000, magicCameroon: true } as const;

/** The balance of that number at the start; emulators forget everything when they stop. */
const MTN_BALANCE_XAF = 10_000;

const EMULATOR_PORTS = (process.env['DEV_LIVE_EMULATOR_PORTS'] ?? '8101,8102,8103,8104,8105')
  .split(',')
  .map(Number);

/** The lists of a new installation. */
const NOTHING = { providers: '', channels: '', staff: '', gateways: '' };

const undo: (() => unknown)[] = [];
const stopRequested = Promise.withResolvers<'signal'>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Not `once`: npm passes on the Ctrl-C that the terminal has already sent us.
  process.on(signal, () => stopRequested.resolve('signal'));
}

const playing = play().catch((error: unknown) => error);
const outcome = await Promise.race([stopRequested.promise, playing]);
stopPrograms();
await playing;
for (const step of undo.toReversed()) await step();
if (outcome === 'signal') console.log('Stopped.');
else console.error(outcome instanceof Error ? outcome.message : outcome);
process.exitCode = outcome === 'signal' ? 0 : 1;

/** Runs until the service ends. */
async function play(): Promise<void> {
  console.log('Starting the emulated operators and the database …');
  await mkdir(DATA_DIR, { recursive: true });
  const operators = await startOperators();
  // Runs throughout, so that the commands below need not start and stop it each time.
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  undo.push(() => postgres.stop());
  const isNew = !existsSync(ENV_FILE);
  const url = await writeSettings();
  const known = isNew ? NOTHING : await listKnown();
  const oneTimePassword = await configure(operators, known);
  const database = openDatabase({ connection: postgres.connection, poolSize: 1 });
  undo.push(() => database.close());
  const phone = await startPhone({ url, database }, known);
  let phones: PlayerPhones | null = null;
  if (WITH_SIM) {
    const isNew = !has(known.providers, 'mtn-sim');
    const now = () => readClock(database);
    const sim = await startSim({ url, dataDir: DATA_DIR, isNew, momo, start, now });
    undo.push(sim.stop);
    const port = await freePort(EMULATOR_PORTS[4] ?? 0);
    phones = await startPhones({ operators: Object.values(operators), sim, port });
    undo.push(phones.stop);
  }
  const aggregators = WITH_AGGREGATORS
    ? await startAggregators({ play: PLAY, addProvider: providerAdder(known), momo })
    : null;
  if (aggregators !== null) undo.push(aggregators.stop);
  const log = await open(LOG_FILE, 'a');
  const service = start([MAIN], ['ignore', log.fd, log.fd]);
  const ended = once(service, 'exit');
  await log.close();
  await untilReady(url, { service, logFile: LOG_FILE });
  const pages = {
    mtn: operators.main.url,
    backup: operators.backup.url,
    orange: operators.orange.url,
    phone,
  };
  console.log(guide({ url, pages, oneTimePassword, envFile: ENV_FILE, logFile: LOG_FILE }));
  if (aggregators !== null) console.log(aggregators.guide);
  if (phones !== null) console.log(guideToSim(DATA_DIR, phones.url));
  undo.push(followTypedHours(database));
  await ended;
  throw new Error(`The service has ended; ${LOG_FILE} says why.`);
}

interface Operators {
  readonly main: MtnEmulator;
  readonly backup: MtnEmulator;
  readonly orange: OrangeEmulator;
}

async function startOperators(): Promise<Operators> {
  const [first = 0, second = 0, third = 0] = await Promise.all(
    EMULATOR_PORTS.slice(0, 3).map((port) => freePort(port)),
  );
  const main = await startMtnEmulator({ ...PLAY, port: first });
  const orange = await startOrangeEmulator({ ...PLAY, port: second });
  const backup = await startMtnEmulator({ ...PLAY, port: third });
  undo.push(() => Promise.all([main.stop(), orange.stop(), backup.stop()]));
  return { main, backup, orange };
}

/** Settings as in a real installation; the key that seals secrets is made once and kept. */
async function writeSettings(): Promise<string> {
  const known = existsSync(ENV_FILE) ? parseEnv(await readFile(ENV_FILE, 'utf8')) : {};
  const port = await freePort(Number(process.env['PORT'] || 8000));
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    SERVICE_ENV: 'live',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR,
    ACCEPTED_RISKS: 'testing',
    SECRETS_KEY: known['SECRETS_KEY'] ?? randomBytes(32).toString('hex'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(ENV_FILE, lines.join(''), { mode: 0o600 });
  return url;
}

interface Known {
  readonly providers: string;
  readonly channels: string;
  readonly staff: string;
  readonly gateways: string;
}

async function listKnown(): Promise<Known> {
  const [providers, channels, staff, gateways] = await Promise.all([
    momo('provider', 'list'),
    momo('channel', 'list'),
    momo('staff', 'list'),
    momo('gateway', 'list'),
  ]);
  return { providers, channels, staff, gateways };
}

/** Adds a provider with its channel, or follows an emulator that has moved. */
function providerAdder({ providers, channels }: Known) {
  return async (id: string, baseUrl: string, order: ProviderOrder) => {
    const settings = Object.entries({ ...order.settings, baseUrl });
    const set = settings.flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const account = [...set, '--secrets-file', '-'];
    const secrets = JSON.stringify(order.secrets);
    if (!has(providers, id)) {
      await momo('provider', 'add', id, ...order.terms, ...account, { input: secrets });
    } else if (!(await isKnown(id, baseUrl))) {
      const moved = ['--set', `baseUrl=${baseUrl}`, '--reason', 'The emulator has moved.'];
      await momo('provider', 'set', id, ...moved);
    }
    await remember(id, baseUrl);
    if (has(channels, `${id}-prompt`)) return;
    const of = ['--provider', id, '--operator', order.operator, '--mode', 'merchant_initiated'];
    const shown = ['--merchant-number', order.merchantNumber, '--merchant-name', 'DEV SHOP'];
    await momo('channel', 'add', `${id}-prompt`, ...of, ...shown);
  };
}

/** The commands that a person types before going live. Returns a new temporary password. */
async function configure(
  { main, backup, orange }: Operators,
  known: Known,
): Promise<string | null> {
  const provider = providerAdder(known);
  const [oneTimePassword] = await Promise.all([
    has(known.staff, ADMINISTRATOR) ? null : addAdministrator(),
    provider('mtn-main', main.url, mtnOrder(main, MTN_NUMBER, ['--name', 'MTN', '--primary'])),
    provider(
      'mtn-backup',
      backup.url,
      mtnOrder(backup, MTN_BACKUP_NUMBER, ['--name', 'MTN 2', '--priority=2']),
    ),
    provider('orange-main', orange.url, orangeOrder(orange)),
  ]);
  return oneTimePassword;
}

/** A phone with the SIM of MTN's number; its line is reopened with the emulator's balance. */
async function startPhone(
  { url, database }: { readonly url: string; readonly database: Database },
  { gateways }: Known,
): Promise<string> {
  const issued = await momo('gateway-key', 'issue', GATEWAY, '--dialect', 'signed');
  const secret = /Secret\s+(\S+)/.exec(issued)?.[1] ?? '';
  if (!has(gateways, GATEWAY)) {
    const sim = ['--sim', 'mtn', '--operator', 'mtn', '--line', MTN_NUMBER];
    await momo('gateway', 'sim', GATEWAY, ...sim);
  }
  const said = ['--balance', String(MTN_BALANCE_XAF), '--reason', 'The emulator starts anew.'];
  await momo('line', 'open', MTN_NUMBER, ...said);
  const phone = await startPhoneEmulator({
    port: await freePort(EMULATOR_PORTS[3] ?? 0),
    startXaf: MTN_BALANCE_XAF,
    sender: 'MobileMoney',
    sim: 'mtn',
    serviceUrl: url,
    gateway: { id: GATEWAY, secret },
    now: () => readClock(database),
  });
  undo.push(() => phone.stop());
  return phone.url;
}

async function addAdministrator(): Promise<string | null> {
  const who = ['--email', ADMINISTRATOR, '--name', 'Administrator', '--role', 'admin'];
  const added = await momo('staff', 'add', ...who);
  return /Temporary password\s+(\S+)/.exec(added)?.[1] ?? null;
}

/** A row of a list begins with its id. */
function has(list: string, id: string): boolean {
  return list.split('\n').some((line) => line.startsWith(`${id} `));
}

/** The address of each emulator at the last start, so that the audit log has only real changes. */
async function isKnown(id: string, baseUrl: string): Promise<boolean> {
  const file = placeOf(id);
  return existsSync(file) && (await readFile(file, 'utf8')) === baseUrl;
}

async function remember(id: string, baseUrl: string): Promise<void> {
  await writeFile(placeOf(id), baseUrl);
}

function placeOf(id: string): string {
  return join(DATA_DIR, `${id}.url`);
}

function readOptions(): { readonly sim: boolean; readonly aggregators: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        sim: { type: 'boolean', default: false },
        aggregators: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    if (values.help !== true) return values;
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}
