import { createChildren } from '../../../bench/ground/children.ts';
import { startDatabaseServer } from '../../../bench/ground/database-server.ts';
import { fillSettled } from '../../../bench/ground/fill.ts';
import { SMALL_GROUND } from '../../../bench/ground/ground.ts';
import { makeLoad } from '../../../bench/load/load.ts';
import { medianOf } from '../../../bench/load/median.ts';
import { BENCH_API_KEY } from '../../../bench/load/request-text.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';

export interface Comparison {
  readonly caseName: string;
  /** Answers per second, one figure a round, of one process and of as many as there are cores. */
  readonly one: readonly number[];
  readonly all: readonly number[];
  /** Of the medians; above 1 several processes are faster. */
  readonly ratio: number;
}

const CONNECTIONS = 64;

/**
 * Loads a service of one process and one of as many as there are cores, in turn, on one durable
 * database, so that whatever else the machine does meets both.
 */
export async function compareProcesses(options: {
  readonly caseNames: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
}): Promise<readonly Comparison[]> {
  await using stack = new AsyncDisposableStack();
  const server = await startDatabaseServer(stack);
  const children = createChildren();
  stack.defer(() => children.stopAll());
  const start = async (processes: string) => {
    const service = await startServiceProcess({
      env: {
        DATA_DIR: server.folder,
        PROCESSES: processes,
        SPORTSBOOK_API_KEY: BENCH_API_KEY,
        LOG_LEVEL: 'warn',
      },
    });
    stack.defer(async () => {
      await service.end('SIGTERM');
    });
    return service;
  };
  const [one, all] = [await start('1'), await start('auto')];
  await fillSettled(server.database, { first: 0, count: SMALL_GROUND });
  let run = 0;
  const rateOf = async ({ url }: ServiceProcess, caseName: string) => {
    run += 1;
    const ground = { stored: SMALL_GROUND, open: { first: 0, count: 0 }, run, busyPlayerTotal: 0 };
    const measureMs = options.seconds * 1_000;
    const port = Number(new URL(url).port);
    const job = {
      caseName,
      port,
      connections: CONNECTIONS,
      warmUpMs: measureMs,
      measureMs,
      ground,
    };
    const { count, seconds } = await makeLoad(children, job, () => {});
    return Math.round(count / seconds);
  };
  const compared: Comparison[] = [];
  for (const caseName of options.caseNames) {
    const rates = { one: [] as number[], all: [] as number[] };
    for (let round = 0; round < options.rounds; round += 1) {
      rates.one.push(await rateOf(one, caseName));
      rates.all.push(await rateOf(all, caseName));
    }
    compared.push({ caseName, ...rates, ratio: medianOf(rates.all) / medianOf(rates.one) });
  }
  return compared;
}
