import { VERSION } from '../src/settings/version.ts';
import { type Findings, type Growth, judge } from './bars.ts';
import { compareFigures, figuresOf } from './compare.ts';
import { describeContest, holdContest } from './contest.ts';
import { type Children, createChildren } from './ground/children.ts';
import {
  type DatabaseServer,
  describeMachine,
  readOnce,
  startDatabaseServer,
  waitUntilTidy,
} from './ground/database-server.ts';
import { fillOpen, fillSettled } from './ground/fill.ts';
import {
  busyPlayerTotal,
  CANNED_GROUND,
  FIRST_OPEN,
  type Ground,
  SMALL_GROUND,
} from './ground/ground.ts';
import { startBareServer, startService } from './ground/target.ts';
import { type BenchCase, CASES, CREATE } from './load/cases.ts';
import { type Measured, measure, type Scene, WARM_UP_MS } from './load/measure.ts';
import type { BenchOptions } from './options.ts';
import { accountTable, growthColumn, type Limits, ratioColumns, table } from './report.ts';
import { writeRun } from './runs.ts';
import { describeSms, measureSms } from './sms.ts';
import { describeWebhooks, measureWebhooks } from './webhooks.ts';

export interface BenchRun {
  readonly options: BenchOptions;
  /** Stops or removes everything at the end. */
  readonly stack: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

/** Measures the limits, the service, then the service on a full database. Counts missed bars. */
export async function bench({ options, stack, signal }: BenchRun): Promise<number> {
  const server = await startDatabaseServer(stack);
  const children = createChildren();
  stack.defer(async () => await children.stopAll());
  const how = `${options.connections} connections, ${options.seconds} s per case`;
  const machine = `${describeMachine(server)}; ${how}`;
  console.log(machine);

  const contest = CREATE.name.includes(options.only)
    ? await holdContest({ children, server, options, signal })
    : null;
  if (contest !== null) {
    console.log(describeContest(contest));
    const rows = contest.standings.map(({ name, measured }) => ({ ...measured, caseName: name }));
    console.log(accountTable(rows));
  }
  const bare = await measureBareServer(children, options);
  console.log(`The server without a database:\n${table(bare, [])}`);

  const limits: Limits = { contest, bare };
  const findings = await measureService({ children, server, options, limits, stack });
  const figures = figuresOf(findings);
  const judged = judge(findings);
  if (options.json !== null) {
    const bars = Object.fromEntries(judged.map(({ text, value }) => [text, value]));
    const date = new Date().toISOString().slice(0, 10);
    writeRun(options.json, { release: VERSION, date, machine, figures, bars });
  }
  if (options.compare !== null) console.log(compareFigures(options.compare, figures));
  for (const { text, wanted, value, met } of judged) {
    console.log(`${met ? 'met ' : 'MISS'}  ${value.toFixed(2).padStart(7)}  ${text} (${wanted})`);
  }
  return judged.filter(({ met }) => !met).length;
}

async function measureBareServer(
  children: Children,
  options: BenchOptions,
): Promise<readonly Measured[]> {
  const target = await startBareServer(children);
  const scene = { children, target, postmaster: null, ground: CANNED_GROUND, options };
  const rows = await measureCases(scene);
  await target.stop();
  return rows;
}

interface ServiceParts extends Pick<BenchRun, 'options' | 'stack'> {
  readonly children: Children;
  readonly server: DatabaseServer;
  readonly limits: Limits;
}

async function measureService(parts: ServiceParts): Promise<Findings> {
  const { children, server, options, limits } = parts;
  const { database, folder, pid } = server;
  const target = await startService(children, { dataDir: folder, profile: options.profile });
  const scene = { children, postmaster: pid, options };
  const ratios = ratioColumns(limits);

  await fillSettled(database, { first: 0, count: SMALL_GROUND });
  const ground = await prepareGround(server, { run: 1, stored: SMALL_GROUND, options });
  const empty = await measureCases({ ...scene, target, ground });
  console.log(`The service, database almost empty:\n${table(empty, ratios)}`);
  console.log(accountTable(empty));

  const webhooks = 'webhooks'.includes(options.only)
    ? await measureWebhooks({ children, server, target, options })
    : null;
  if (webhooks !== null) console.log(describeWebhooks(webhooks));

  const sms = 'sms'.includes(options.only)
    ? await measureSms({ children, server, target, options })
    : null;
  if (sms !== null) console.log(describeSms(sms));
  await target.stop();

  const growth = options.rows > SMALL_GROUND ? await measureGrowth(parts) : null;
  return { limits, empty, growth, webhooks, sms };
}

/**
 * Measures each case with many transactions stored and, right after, with few: the machine may
 * behave differently by the time the many are stored.
 */
async function measureGrowth(parts: ServiceParts): Promise<Growth> {
  const { children, server, options, limits, stack } = parts;
  const startedAt = performance.now();
  const stored = options.rows;
  await fillSettled(server.database, { first: SMALL_GROUND, count: stored - SMALL_GROUND });
  const took = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const small = await startDatabaseServer(stack);
  // The first start creates the schema.
  await (await startService(children, { dataDir: small.folder, profile: null })).stop();
  await fillSettled(small.database, { first: 0, count: SMALL_GROUND });
  const few = await prepareGround(small, { run: 2, stored: SMALL_GROUND, options });
  const many = await prepareGround(server, { run: 2, stored, options });
  await readOnce(server);
  const growth = { empty: new Array<Measured>(), full: new Array<Measured>() };
  for (const benchCase of CASES.filter(({ name }) => name.includes(options.only))) {
    const measureOn = async (chosen: DatabaseServer, ground: Ground): Promise<Measured[]> =>
      isPossible(benchCase, ground)
        ? [await measureAlone(parts, { server: chosen, ground, benchCase, quiet: [small, server] })]
        : [];
    growth.empty.push(...(await measureOn(small, few)));
    growth.full.push(...(await measureOn(server, many)));
  }
  console.log(`The service, ${stored} transactions stored (filled in ${took} s):`);
  console.log(table(growth.full, [growthColumn(growth.empty), ...ratioColumns(limits)]));
  console.log(accountTable(growth.full));
  console.log(`Beside it, ${SMALL_GROUND} stored:\n${accountTable(growth.empty)}`);
  return growth;
}

interface LoneCase {
  readonly server: DatabaseServer;
  readonly ground: Ground;
  readonly benchCase: BenchCase;
  /** None of these may vacuum during the measurement. */
  readonly quiet: readonly DatabaseServer[];
}

/**
 * Uses its own process: one that has just sent thousands of webhooks is slower, and one that waits
 * for its turn would do its regular work at the same time.
 */
async function measureAlone(
  { children, options }: ServiceParts,
  { server, ground, benchCase, quiet }: LoneCase,
): Promise<Measured> {
  for (const one of quiet) await waitUntilTidy(one);
  const target = await startService(children, { dataDir: server.folder, profile: null });
  const scene = { children, target, postmaster: server.pid, ground, options };
  const measured = await measure(scene, benchCase);
  await target.stop();
  return measured;
}

/** More than the service has ever settled in a second, so a case does not run out of deposits. */
const SETTLED_PER_SECOND = 12_000;

async function prepareGround(
  { database }: DatabaseServer,
  wanted: { readonly run: number; readonly stored: number; readonly options: BenchOptions },
): Promise<Ground> {
  const { run, stored, options } = wanted;
  const count = SETTLED_PER_SECOND * (options.seconds + WARM_UP_MS / 1_000);
  const first = run * count;
  await fillOpen(database, { first, count });
  return {
    stored,
    open: { first: FIRST_OPEN + first, count },
    run,
    busyPlayerTotal: busyPlayerTotal(stored),
  };
}

async function measureCases(scene: Scene): Promise<readonly Measured[]> {
  const rows: Measured[] = [];
  for (const benchCase of CASES) {
    const wanted = benchCase.name.includes(scene.options.only);
    if (wanted && isPossible(benchCase, scene.ground)) rows.push(await measure(scene, benchCase));
  }
  return rows;
}

function isPossible({ needs }: BenchCase, ground: Ground): boolean {
  return needs !== 'busy_player' || ground.busyPlayerTotal > 0;
}
