// The live service with a month of payments behind it and emulated operators: `npm run demo`. The
// first start lives through the month and keeps it; the next ones begin with it again.
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startPhoneEmulator } from '../service/emulators/phone/phone-emulator.ts';
import { startPlayerPhones } from '../service/emulators/phone/player-phones.ts';
import { MTN_TEXTS } from '../service/src/domain/operators/mtn/texts.ts';
import { signBody } from '../service/src/signing/gateway-signature.ts';
import { demoGuide } from './demo/guide.ts';
import type { KeptMonth } from './demo/live-month.ts';
import { DAYS, planMonth } from './demo/month-plan.ts';
import { SIM, SIM_GATEWAY } from './demo/month-set-up.ts';
import { type Operators, startOperators, stopOperators } from './demo/outside.ts';
import { settingsFile, writeSettings } from './demo/settings.ts';
import { startShop } from './demo/shop.ts';
import { createSnapshot } from './demo/snapshot.ts';
import { startTraffic } from './demo/traffic.ts';
import { CHECKOUT, createPrograms, untilReady } from './dev-live-programs.ts';
import { freePort } from './free-port.ts';

const HELP = `Starts the live service with a month of payments, a shop, phones and operators.

  npm run demo -- [options]

  --seed <n>           another month; the same number is the same month (1)
  --quiet              no payments of its own, for those who want to look around
  --reset              forgets the month and makes one until today
  --pictures <folder>  takes the pictures of the documents, and stops
  --help               this text

Settings, from the environment:

  PORT           where the service listens (8000)
  DEMO_PORTS     where MTN, Orange, the SIM, the phones and the shop are
                 (8101,8102,8104,8105,8110)
  DEMO_DATA_DIR  where the data are kept (.data-demo)
  DEMO_SIZE      how many payments the month has (2000)

A port that is taken, or 0, becomes any free one. The addresses are printed.
`;

const ALIVE_EVERY_MS = 20_000;
const options = readOptions();
const snapshot = createSnapshot(resolve(CHECKOUT, process.env['DEMO_DATA_DIR'] ?? '.data-demo'));
const { data } = snapshot;
const size = Number(process.env['DEMO_SIZE'] ?? 2_000);
const wanted = (process.env['DEMO_PORTS'] ?? '8101,8102,8104,8105,8110').split(',').map(Number);
const programs = createPrograms(settingsFile(data));

const undo: (() => unknown)[] = [];
const stopRequested = Promise.withResolvers<'signal'>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Not `once`: npm passes on the Ctrl-C that the terminal has already sent us.
  process.on(signal, () => stopRequested.resolve('signal'));
}

const playing = play().catch((error: unknown) => error);
const outcome = await Promise.race([stopRequested.promise, playing]);
programs.stop();
await playing;
for (const step of undo.toReversed()) await step();
if (outcome === 'signal') console.log('Stopped.');
else console.error(outcome instanceof Error ? outcome.message : outcome);
process.exitCode = outcome === 'signal' ? 0 : 1;

/** Runs until the service ends. */
async function play(): Promise<void> {
  if (await snapshot.isInUse()) throw new Error(`A demo runs already in ${data}; stop it first.`);
  const [mtnPort = 0, orangePort = 0, simPort = 0, phonesPort = 0, shopPort = 0] =
    await Promise.all(wanted.map((port) => freePort(port)));
  const port = await freePort(Number(process.env['PORT'] || 8000));
  if (options.reset || !(await snapshot.has({ seed: options.seed, size }))) {
    await makeMonth([mtnPort, orangePort, shopPort]);
  }
  const month = await snapshot.restore();
  await writeSettings(data, port);
  const operators = await startOperators({ mtn: mtnPort, orange: orangePort }, month.operators);
  undo.push(() => stopOperators(operators));
  const url = `http://127.0.0.1:${port}`;
  const { platform, shop: shopKey } = month.setUp.keys;
  const phones = await startPlayerPhones({ port: phonesPort, networks: networksOf(operators) });
  undo.push(phones.stop);
  const shop = await startShop({
    port: shopPort,
    serviceUrl: url,
    apiKey: shopKey.key,
    phonesUrl: () => phones.url,
    staff: month.setUp.staff,
  });
  undo.push(shop.goOffline);
  const sim = await startSim(url, month, simPort);
  // Before the service, whose first check would call an operator down that has moved.
  await tellMoves(month, operators);
  const { ended } = await startService(url);
  const { customers } = planMonth(month.seed, month.madeAt, 0);
  const callbackUrl = `${shop.url}/platform`;
  const { quiet: isQuiet } = options;
  const traffic = { serviceUrl: url, apiKey: platform.key, callbackUrl, customers, operators };
  undo.push(startTraffic({ ...traffic, isQuiet }));
  console.log(
    demoGuide({
      ...{ url, shop: shop.url, phones: phones.url, sim, month, isQuiet },
      mtn: operators.mtn.url,
      orange: operators.orange.url,
      envFile: settingsFile(data),
    }),
  );
  if (options.pictures !== undefined) {
    const { takePictures } = await import('./demo/pictures.ts');
    await takePictures(resolve(CHECKOUT, options.pictures), { shop: shop.url, url });
    return stopRequested.resolve('signal');
  }
  await ended;
  throw new Error(`The service has ended; ${join(data, 'service.log')} says why.`);
}

/** Lives through the month in a program of its own, since it has another clock. */
async function makeMonth(ports: readonly number[]): Promise<void> {
  await snapshot.reset();
  console.log(`Living through a month of ${size} payments; this takes up to two minutes …`);
  const args = ['--seed', String(options.seed), '--size', String(size), '--ports', ports.join()];
  const program = join(CHECKOUT, 'scripts', 'demo', 'live-month.ts');
  const child = programs.start([program, data, ...args], ['ignore', 'pipe', 'inherit']);
  if (child.stdout !== null && process.stdout.isTTY) {
    createInterface({ input: child.stdout }).on('line', (line) =>
      process.stdout.write(`\r  ${line} of ${DAYS} `),
    );
  } else child.stdout?.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The month could not be made.');
  if (process.stdout.isTTY) process.stdout.write('\r');
  await snapshot.take({ seed: options.seed, size });
}

function networksOf(operators: Operators) {
  return Object.values(operators).map(({ ledger, approve, refuse }) => ({
    merchant: 'DEMO SHOP',
    payments: ledger.payments,
    approve,
    refuse,
  }));
}

/** The phone with the SIM of our line, with what the line has at the end of the month. */
async function startSim(serviceUrl: string, month: KeptMonth, port: number): Promise<string> {
  const phone = await startPhoneEmulator({
    port,
    serviceUrl,
    startXaf: month.lineXaf,
    sender: MTN_TEXTS.sender,
    sim: SIM,
    gateway: { id: SIM_GATEWAY, secret: month.setUp.gatewaySecret },
  });
  undo.push(phone.stop, keepAlive(serviceUrl, month));
  return phone.url;
}

/** The phone says that it is there, as its program does every minute. */
function keepAlive(serviceUrl: string, { setUp }: KeptMonth): () => void {
  const say = () => {
    const raw = Buffer.from(JSON.stringify({ type: 'ping' }));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = signBody(setUp.gatewaySecret, { raw, timestamp });
    const headers = {
      'content-type': 'application/json',
      'x-signature': signature,
      'x-timestamp': timestamp,
    };
    const address = `${serviceUrl}/internal/v1/sms/${SIM_GATEWAY}`;
    // A service that is not there yet, or not any more, gets it the next time.
    fetch(address, { method: 'POST', headers, body: raw }).catch(() => {});
  };
  const timer = setInterval(say, ALIVE_EVERY_MS);
  return () => clearInterval(timer);
}

/** Resolves when it is ready. */
async function startService(url: string): Promise<{ readonly ended: Promise<unknown> }> {
  const logFile = join(data, 'service.log');
  const log = await open(logFile, 'a');
  const main = join(CHECKOUT, 'service', 'src', 'app', 'main.ts');
  const service = programs.start([main], ['ignore', log.fd, log.fd]);
  const ended = once(service, 'exit');
  await log.close();
  await untilReady(url, { service, logFile });
  return { ended };
}

/** Operators that found their ports taken are elsewhere than in the month. */
async function tellMoves({ ports }: KeptMonth, operators: Operators): Promise<void> {
  for (const name of ['mtn', 'orange'] as const) {
    const { url } = operators[name];
    if (new URL(url).port === String(ports[name])) continue;
    const moved = ['--set', `baseUrl=${url}`, '--reason', 'The emulator has moved.'];
    await programs.momo('provider', 'set', `${name}-main`, ...moved);
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        quiet: { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        pictures: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const seed = Number(values.seed);
    if (!Number.isSafeInteger(seed)) throw new Error('A seed is a whole number.');
    if (!values.help) return { ...values, seed };
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}
