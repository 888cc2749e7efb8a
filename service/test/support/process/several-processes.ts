import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { eventually, type ServiceProcess, startServiceProcess } from '../service-process.ts';

export interface SeveralProcesses extends ServiceProcess {
  /** The process ids of all that have served so far, by the number of their slot. */
  pids(slot: number): readonly number[];
  /** Resolves once another process has begun to serve in a slot. */
  replaced(slot: number, pid: number): Promise<number>;
}

/** One start with two processes that serve. */
export async function startSeveral(
  env: Readonly<Record<string, string>>,
): Promise<SeveralProcesses> {
  const service = await startServiceProcess({ env: { PROCESSES: '2', ...env }, ownGroup: true });
  const pids = (slot: number) =>
    service
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"msg":"process serves"'))
      .map((line) => JSON.parse(line) as { readonly process: number; readonly pid: number })
      .filter(({ process }) => process === slot)
      .map(({ pid }) => pid);
  return {
    ...service,
    pids,
    replaced: async (slot, pid) => {
      const before = pids(slot).slice(0, pids(slot).indexOf(pid) + 1);
      const another = `"process":${slot},"pid":(?!(?:${before.join('|')}),)\\d+`;
      await service.seen(new RegExp(`${another},"msg":"process serves"`));
      return pids(slot).at(-1) ?? 0;
    },
  };
}

export function childrenOf(parent: number): readonly number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid = 0]) => pid);
}

const STARTED_MS = 60_000;

/** Stops the next process of a start long before it has loaded the program. */
export async function freezeNewChild(
  parent: number,
  before: readonly number[] = [],
): Promise<number> {
  let found: number | undefined;
  const freeze = () => {
    found = childrenOf(parent).find((pid) => !before.includes(pid));
    if (found !== undefined) process.kill(found, 'SIGSTOP');
    return found !== undefined;
  };
  await eventually('a process is started', freeze, STARTED_MS);
  return found ?? 0;
}

/** Far longer than any answer takes, and shorter than a test may. */
const ANSWER_MS = 20_000;

/** Asks on a connection of its own, so that the processes are asked in turn. */
export function askApart(
  base: string,
  { path, body }: { readonly path: string; readonly body?: object },
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asked = request(new URL(path, base), {
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
    method: body === undefined ? 'GET' : 'POST',
    headers: { origin: base, ...(body && { 'content-type': 'application/json' }) },
  });
  asked.once('error', reject);
  asked.once('response', async (response) => {
    const text = (await response.toArray()).join('');
    resolve({ status: response.statusCode ?? 0, text });
  });
  asked.end(body && JSON.stringify(body));
  return promise;
}

/** Clients that ask again and again, each time on a new connection. */
export function startNewcomers(base: string, clients: number) {
  const outcomes = new Map<string, number>();
  let isStopping = false;
  const come = async () => {
    while (!isStopping) {
      const outcome = await askApart(base, { path: '/health' }).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const coming = Promise.all(Array.from({ length: clients }, come));
  return {
    /** How often each status, or error of a connection, was seen. */
    stop: async (): Promise<ReadonlyMap<string, number>> => {
      isStopping = true;
      await coming;
      return outcomes;
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
