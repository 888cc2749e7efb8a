import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MEMORY_LIMITS } from '../../../scripts/memory-limits.ts';
import { findPostmaster } from '../../src/postgres/postmaster/presence.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { type Answer, type CallOptions, call } from './call.ts';

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly pid: number;
  readonly stdin: ChildProcess['stdin'];
  /** What it has written so far to stdout, stderr and both. */
  stdout(): string;
  stderr(): string;
  output(): string;
  /** Resolves once the text has been written; rejects when the process ends without it. */
  seen(text: string | RegExp): Promise<void>;
  readonly ended: Promise<Ending>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending & { readonly tookMs: number }>;
}

export interface ServiceProcess extends RunningProcess {
  readonly url: string;
  readonly readyAfterMs: number;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: readonly [program: string, ...args: string[]];
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Alone in a process group, so that a test can signal the whole group like a terminal does. */
  readonly ownGroup?: boolean;
}

/** A run of all tests bundles the service once: a start then takes half of the processor time. */
const BUNDLES = process.env['TEST_BUNDLES'];
export const MAIN =
  BUNDLES === undefined
    ? join(CHECKOUT, 'service', 'test', 'support', 'process', 'main.ts')
    : join(BUNDLES, 'test-main.js');
export const MOMO =
  BUNDLES === undefined
    ? join(CHECKOUT, 'service', 'src', 'cli', 'momo.ts')
    : join(BUNDLES, 'momo.js');
/** The `momo` that people run, which finds the right Node. */
export const MOMO_LAUNCHER = join(CHECKOUT, 'service', 'bin', 'momo.mjs');

/** What `npm start` runs. */
const START = [process.execPath, ...MEMORY_LIMITS, MAIN] as const;

/** The service as its own process, on any free port, ready to be called. */
export async function startServiceProcess(options: LaunchOptions = {}): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const process = launch(options);
  await process.seen(/^ {2}Stop /m);
  const readyAfterMs = Math.round(performance.now() - startedAt);
  const [, url = ''] = /(http:\/\/[^/\s]+)\/(?:api|health)/.exec(process.stdout()) ?? [];
  return {
    ...process,
    url,
    readyAfterMs,
    call: (method, path, callOptions) =>
      call(url, method, path, { isOurs: options.command === undefined, ...callOptions }),
  };
}

/** Runs a program to its end, such as a command or a start that is refused. */
export async function runToEnd(
  options: LaunchOptions,
): Promise<Ending & Record<'stdout' | 'stderr' | 'output', string>> {
  const process = launch(options);
  process.stdin?.end();
  const ending = await process.ended;
  return {
    ...ending,
    stdout: process.stdout(),
    stderr: process.stderr(),
    output: process.output(),
  };
}

/** Starts a program in the checkout; whatever is left of it is killed after the test file. */
export function launch(options: LaunchOptions): RunningProcess {
  const [program, ...args]: NonNullable<LaunchOptions['command']> = options.command ?? START;
  const child = spawn(program, args, {
    cwd: CHECKOUT,
    env: { ...BASE_ENV, ...options.env },
    detached: options.ownGroup ?? false,
    ...options.user,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  after(async () => {
    // Killing npm alone would leave the service behind it; those have a group of their own.
    if (child.exitCode === null && child.signalCode === null) {
      kill(options.ownGroup ? -pid : pid);
    }
    await ended;
  });
  const text = collect(child);
  return {
    pid,
    stdin: child.stdin,
    ...text,
    ended,
    seen: (wanted) => seen(child, text.output, wanted),
    end: async (signal) => {
      const startedAt = performance.now();
      child.kill(signal);
      return { ...(await ended), tookMs: Math.round(performance.now() - startedAt) };
    },
  };
}

/** It may be gone a moment before its end is announced. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** Nothing of the test run's own settings reaches the service; `.env` of a developer neither. */
export const BASE_ENV: Readonly<Record<string, string>> = {
  ENV_FILE: '',
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  HOME: process.env['HOME'] ?? tmpdir(),
  // Dozens of processes start in these tests, and compiling is a third of each start.
  NODE_COMPILE_CACHE: join(CHECKOUT, 'node_modules', '.cache', 'test-processes'),
  SERVICE_ENV: 'sandbox',
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: '',
  SPORTSBOOK_API_KEY: '',
  METRICS_TOKEN: '',
  LOG_LEVEL: 'info',
  ROLE: 'all',
  DRAIN_SECONDS: '0',
};

function collect(child: ChildProcess): Pick<RunningProcess, 'stdout' | 'stderr' | 'output'> {
  const text = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      text.output += chunk;
    });
  }
  return { stdout: () => text.stdout, stderr: () => text.stderr, output: () => text.output };
}

function seen(child: ChildProcess, output: () => string, wanted: string | RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => {
    if (output().search(wanted) >= 0) resolve();
  };
  child.stdout?.on('data', check);
  child.stderr?.on('data', check);
  const giveUp = () => {
    check();
    reject(new Error(`ended without writing ${String(wanted)}:\n${output()}`));
  };
  child.once('close', giveUp);
  check();
  return promise.finally(() => {
    for (const stream of [child.stdout, child.stderr]) stream?.off('data', check);
    child.off('close', giveUp);
  });
}

/** A folder for DATA_DIR. After the test file its server is ended, if there is one, and it goes. */
export async function makeDataDir(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'momo-process-')));
  // As root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  after(async () => {
    const pid = await postmasterPid(folder);
    if (pid !== null) process.kill(pid, 'SIGQUIT');
    await eventually('the server ends', async () => (await postmasterPid(folder)) === null);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The process id of the server that runs on a DATA_DIR, or null. */
export async function postmasterPid(dataDir: string): Promise<number | null> {
  const folder = join(dataDir, 'postgres');
  // The cluster can be a link to another folder.
  const found = await findPostmaster(await realpath(folder).catch(() => folder));
  return found.kind === 'living' ? found.pid : null;
}

/** Waits for a state of the world that sends no event; how long is a limit, not a pause. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(10);
  }
}

export function sampleDeposit(fields: Readonly<Record<string, unknown>> = {}): CallOptions {
  return {
    json: {
      player_id: '6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5',
      msisdn: '+237671234567',
      amount_xaf: 1_000,
      operator: 'mtn',
      reference: randomUUID(),
      ...fields,
    },
  };
}

export interface Load {
  /** Ids of deposits that were answered with 200. */
  readonly acknowledged: readonly string[];
  readonly refusals: readonly Answer[];
  readonly slowestMs: () => number;
  /** Resolves with the next acknowledged deposit. */
  nextAcknowledged(): Promise<void>;
  /** No further requests; resolves when all are answered. Connection errors end a client. */
  stop(): Promise<void>;
}

/**
 * A few clients that create deposits one after the other until they are stopped or cut off. Their
 * pauses leave the processors to the tests beside them.
 */
export function startLoad(url: string, clients = 4, pauseMs = 20): Load {
  const acknowledged: string[] = [];
  const refusals: Answer[] = [];
  let slowestMs = 0;
  let next = Promise.withResolvers<void>();
  let stopping = false;
  const client = async () => {
    while (!stopping) {
      const startedAt = performance.now();
      const answer = await call(url, 'POST', '/api/v1/deposits', sampleDeposit());
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (answer.status !== 200) refusals.push(answer);
      else {
        acknowledged.push(idOf(answer));
        next.resolve();
        next = Promise.withResolvers<void>();
      }
      await delay(pauseMs);
    }
  };
  const running = Promise.allSettled(Array.from({ length: clients }, client));
  return {
    acknowledged,
    refusals,
    slowestMs: () => slowestMs,
    nextAcknowledged: () => next.promise,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

export function idOf({ json }: Answer): string {
  if (typeof json === 'object' && json !== null && 'service_tx_id' in json) {
    return String(json.service_tx_id);
  }
  throw new Error('the answer has no service_tx_id');
}

/** Which of the deposits the service does not know. */
export async function findLost(
  service: ServiceProcess,
  ids: readonly string[],
): Promise<readonly string[]> {
  const answers = await Promise.all(
    ids.map(async (id) => ({ id, ...(await service.call('GET', `/api/v1/transactions/${id}`)) })),
  );
  return answers.filter(({ status }) => status !== 200).map(({ id }) => id);
}
