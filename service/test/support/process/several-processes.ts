import { eventually, type ServiceProcess, startServiceProcess } from '../service-process.ts';

export interface SeveralProcesses extends ServiceProcess {
  /** The process ids of all that have served so far, by the number of their place. */
  pids(place: number): readonly number[];
  /** Resolves once another process has begun to serve in a place. */
  replaced(place: number, pid: number): Promise<number>;
}

/** One start with two processes that serve. */
export async function startSeveral(
  env: Readonly<Record<string, string>>,
): Promise<SeveralProcesses> {
  const service = await startServiceProcess({ env: { PROCESSES: '2', ...env }, ownGroup: true });
  const pids = (place: number) =>
    service
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"msg":"process serves"'))
      .map((line) => JSON.parse(line) as { readonly process: number; readonly pid: number })
      .filter(({ process }) => process === place)
      .map(({ pid }) => pid);
  return {
    ...service,
    pids,
    replaced: async (place, pid) => {
      await eventually(`place ${place} has another process`, () => pids(place).at(-1) !== pid);
      return pids(place).at(-1) ?? 0;
    },
  };
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
