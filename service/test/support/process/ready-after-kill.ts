import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import {
  makeDataDir,
  type ServiceProcess,
  sampleDeposit,
  startLoad,
  startServiceProcess,
} from '../service-process.ts';

export interface Return {
  /** From the start after the kill until /readyz says so. */
  readonly readyMs: number;
  /** The same until a deposit was created. */
  readonly servedMs: number;
}

/** Kills a service under load again and again, with its database left running, and starts it. */
export async function killAndReturn(options: {
  readonly kills: number;
  /** Something else uses every core all the time. */
  readonly isFull: boolean;
}): Promise<readonly Return[]> {
  const env = { DATA_DIR: await makeDataDir(), LOG_LEVEL: 'warn' };
  const returns: Return[] = [];
  let service = await startServiceProcess({ env });
  const burners = options.isFull ? startBurners() : [];
  try {
    for (let n = 0; n < options.kills; n += 1) {
      const load = startLoad(service.url);
      await load.nextAcknowledged();
      await service.end('SIGKILL');
      await load.stop();
      const startedAt = performance.now();
      service = await startServiceProcess({ env });
      returns.push(await watchReturn(service, startedAt));
    }
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
  await service.end('SIGTERM');
  return returns;
}

async function watchReturn(service: ServiceProcess, startedAt: number): Promise<Return> {
  while ((await service.call('GET', '/readyz')).status !== 200);
  const readyMs = performance.now() - startedAt;
  while ((await service.call('POST', '/api/v1/deposits', sampleDeposit())).status !== 200);
  return {
    readyMs: Math.round(readyMs),
    servedMs: Math.round(performance.now() - startedAt),
  };
}

function startBurners(): readonly ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}
