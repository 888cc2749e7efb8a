// Runs scenarios one after the other, most of them real faults of real processes, and compares what
// comes of each with what was asked for. Without a name it lists all of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForTests } from '../../scripts/test-bundles.ts';
import { makeTestFolder } from '../../scripts/test-folder.ts';
import { unreachable } from '../src/domain/assert.ts';
import { VERSION } from '../src/settings/version.ts';
import { startTestServer } from '../test/support/postgres-server.ts';
import { record } from './figures.ts';
import { type Options, readOptions } from './options.ts';
import { describeMachine, type Report, type Result, writeMarkdown } from './report.ts';
import type { Outcome } from './run-scenario.ts';
import {
  findMisses,
  isBad,
  KINDS,
  limitMsOf,
  NOT_JUDGED,
  type Scenario,
  sizeAt,
  type Verdict,
} from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** After its own limit a scenario has so long to end what it has started. */
const GOODBYE_MS = 60_000;
const LOG_END = 6_000;

/** A run that is stopped leaves the report of what was run until then. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const namesOf = ({ name, id, kind }: Scenario) => [name, kind, ...(id === null ? [] : [id])];

const reading = readOptions(process.argv.slice(2), SCENARIOS.flatMap(namesOf));
switch (reading.kind) {
  case 'usage':
    console.error(reading.text);
    process.exitCode = 2;
    break;
  case 'list':
    listAll();
    break;
  case 'options':
    await runAll(reading.options);
    break;
  default:
    unreachable(reading);
}

function listAll(): void {
  const width = Math.max(...SCENARIOS.map(({ name }) => name.length));
  for (const kind of KINDS) {
    console.log(`\n${kind}s, all of them with \`npm run faults -- ${kind}\`:`);
    for (const { name, id, what, minutes } of SCENARIOS.filter((one) => one.kind === kind)) {
      const time = `${minutes} min`.padStart(6);
      console.log(`${(id ?? '').padEnd(3)} ${name.padEnd(width)} ${time}  ${what}`);
    }
  }
}

async function runAll(options: Options): Promise<void> {
  const { names, seed, scale, folder } = options;
  const chosen = SCENARIOS.filter((one) => namesOf(one).some((name) => names.includes(name)));
  const temporary = makeTestFolder();
  process.env['TMPDIR'] = temporary;
  const logs = folder ?? temporary;
  mkdirSync(logs, { recursive: true });
  const server = await startTestServer();
  const env = {
    ...process.env,
    SEED: String(seed),
    // What is packed starts in half the time.
    TEST_BUNDLES: await bundleForTests(),
    TEST_POSTGRES: JSON.stringify(server.connection),
  };
  const startedAt = performance.now();
  console.log(`seed ${seed}, scale ${scale}, ${describeMachine()}`);
  const results: Result[] = [];
  for (const [index, one] of chosen.entries()) {
    const done = `${index + 1}/${chosen.length}`;
    const show = showProgress(`${done} ${one.name}: ${one.what}`);
    const log = join(logs, `${one.name}.log`);
    const result = await runOne(one, options, { env, log });
    results.push(result);
    show(`${result.verdict.padEnd(8)} ${one.name}: ${summary(result)}`);
    // After each, so that a machine that goes away in the night leaves what was seen.
    if (folder !== null) {
      writeReport(folder, {
        command: ['npm run faults --', ...process.argv.slice(2)].join(' '),
        seed,
        scale,
        at: new Date().toISOString(),
        machine: describeMachine(),
        minutes: (performance.now() - startedAt) / 60_000,
        results,
      });
    }
    if (options.isRecorded && result.verdict !== 'not here') recordResult(result);
    // Without a folder for them the logs go with everything else.
    if (isBad(result.verdict) && folder === null) console.log(endOf(log));
    if (interrupted.signal.aborted) break;
  }
  await server.stop();
  rmSync(temporary, { recursive: true, force: true });
  const bad = results.filter(({ verdict }) => isBad(verdict)).length;
  console.log(`${results.length - bad} passed, ${bad} failed`);
  process.exitCode = bad > 0 ? 1 : 0;
}

function recordResult({ name, size, verdict, got, messages, minutes }: Result): void {
  const date = new Date().toISOString().slice(0, 10);
  const at = { release: VERSION, date, machine: describeMachine() };
  record({ [name]: { ...at, size, verdict, got, messages, minutes } });
}

function writeReport(folder: string, report: Report): void {
  writeFileSync(join(folder, 'report.md'), writeMarkdown(report));
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
}

async function runOne(
  one: Scenario,
  { seed, scale, isBusy }: Options,
  { env, log }: { readonly env: NodeJS.ProcessEnv; readonly log: string },
): Promise<Result> {
  const { name, id, what, asked, holds = null, sizes, unlike = null } = one;
  const startedAt = performance.now();
  const size = sizeAt(sizes, scale);
  const result = (verdict: Verdict, rest: Partial<Result> = {}): Result => ({
    name,
    id,
    what,
    asked,
    holds,
    size,
    verdict,
    got: {},
    allowanceMs: 0,
    messages: [],
    unlike,
    ...rest,
    minutes: (performance.now() - startedAt) / 60_000,
  });
  const missing = one.needs?.() ?? null;
  if (missing !== null) return result('not here', { messages: [missing] });
  const outcome = await outcomeOf(one, { seed, scale, env, log });
  if (outcome.kind === 'failed') return result('failed', { messages: [outcome.error] });
  const { got, allowanceMs } = outcome;
  const misses = findMisses(asked, got, isBusy ? NOT_JUDGED : allowanceMs);
  return result(misses.length === 0 ? 'reached' : 'missed', { got, allowanceMs, messages: misses });
}

function endOf(log: string): string {
  return readFileSync(log, 'utf8').slice(-LOG_END);
}

/** Runs it in a group of its own, which is ended as a whole when it does not come to its end. */
async function outcomeOf(
  { name, minutes }: Scenario,
  run: Pick<Options, 'seed' | 'scale'> & {
    readonly env: NodeJS.ProcessEnv;
    readonly log: string;
  },
): Promise<Outcome> {
  const args = [name, String(run.scale), String(run.seed)];
  const child = fork(join(import.meta.dirname, 'run-scenario.ts'), args, {
    env: run.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const file = createWriteStream(run.log);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  let outcome: Outcome = { kind: 'failed', error: `it ended without a figure, see ${run.log}` };
  child.on('message', (message) => {
    outcome = message as Outcome;
  });
  // Also what was left by one that has ended: then there may be nothing.
  const endAll = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {}
  };
  const timer = setTimeout(endAll, limitMsOf({ minutes }, run.scale) + GOODBYE_MS);
  interrupted.signal.addEventListener('abort', endAll);
  await once(child, 'exit');
  interrupted.signal.removeEventListener('abort', endAll);
  clearTimeout(timer);
  endAll();
  file.end();
  return outcome;
}

/** On a terminal a line that counts the seconds, and in a log only what came of it. */
function showProgress(what: string): (line: string) => void {
  if (!process.stdout.isTTY) return (line) => console.log(line);
  const startedAt = performance.now();
  const clear = '\r\u001b[2K';
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stdout.write(`${clear}${what}, ${seconds} s`.slice(0, process.stdout.columns + 4));
  }, 1_000);
  return (line) => {
    clearInterval(timer);
    process.stdout.write(`${clear}${line}\n`);
  };
}

function summary({ got, asked, messages, minutes }: Result): string {
  const figures = Object.keys(asked)
    .filter((name) => name in got)
    .map((name) => `${name} ${String(got[name])}`);
  return [...figures, ...messages, `${(60 * minutes).toFixed(0)} s`].join(', ');
}
