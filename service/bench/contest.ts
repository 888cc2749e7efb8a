import type { Children } from './ground/children.ts';
import { type CommitRate, measureCommitRate } from './ground/commit-rate.ts';
import type { DatabaseServer } from './ground/database-server.ts';
import { type Ground, SMALL_GROUND } from './ground/ground.ts';
import { startService, type Target } from './ground/target.ts';
import { CREATE } from './load/cases.ts';
import { type Measured, measure } from './load/measure.ts';
import type { BenchOptions } from './options.ts';
import { type Peer, preparePeers } from './peers/peers.ts';

/** Deposits that each one creates, in the same minutes on the same machine. */
export interface Standing {
  readonly name: string;
  /** The median of the rounds. */
  readonly measured: Measured;
  readonly rates: readonly number[];
}

export interface Contest {
  readonly standings: readonly Standing[];
  readonly commits: CommitRate;
  /** Peers whose packages could not be installed. */
  readonly absent: readonly string[];
}

export const ONE_PROCESS = 'the service, one process';
export const ALL_CORES = 'the service, all cores';

/** Each has a turn in every round, so other load on the machine affects all of them. */
export async function holdContest(scene: {
  readonly children: Children;
  readonly server: DatabaseServer;
  readonly options: BenchOptions;
  readonly signal: AbortSignal;
}): Promise<Contest> {
  const { children, server, options, signal } = scene;
  const { folder: dataDir, pid: postmaster, address, folder } = server;
  const started: { readonly name: string; readonly target: Target }[] = [];
  const absent: string[] = [];
  for (const { name, start } of await listContestants(scene)) {
    const target = await start();
    if (target === null) absent.push(name);
    else started.push({ name, target });
  }
  const rounds = new Map<string, Measured[]>(started.map(({ name }) => [name, []]));
  const commits: CommitRate[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const { seconds } = options;
    commits.push(await measureCommitRate({ server: address, seconds, folder, signal, round }));
    for (const [index, { name, target }] of started.entries()) {
      const ground = groundOf(round * started.length + index);
      const measured = await measure({ children, target, postmaster, ground, options }, CREATE);
      rounds.get(name)?.push(measured);
    }
  }
  for (const { target } of started) await target.stop();
  return {
    standings: [...rounds].map(([name, found]) => {
      const rates = found.map(({ perSecond }) => perSecond);
      return { name, measured: middle(found), rates };
    }),
    commits: middle(commits),
    absent,
  };

  async function listContestants(parts: typeof scene): Promise<readonly Peer[]> {
    const ours: readonly Peer[] = [
      { name: ONE_PROCESS, start: () => startService(children, { dataDir, profile: null }) },
      {
        name: ALL_CORES,
        start: () => startService(children, { dataDir, profile: null, processes: 'auto' }),
      },
    ];
    return parts.options.peers ? [...ours, ...(await preparePeers(children, server))] : ours;
  }
}

/** References of every measurement begin differently. */
function groundOf(run: number): Ground {
  return {
    stored: SMALL_GROUND,
    open: { first: 0, count: 0 },
    run: 1_000 + run,
    busyPlayerTotal: 0,
  };
}

function middle<T extends { readonly perSecond: number }>(found: readonly T[]): T {
  const sorted = found.toSorted((a, b) => a.perSecond - b.perSecond);
  const [first] = sorted;
  if (first === undefined) throw new Error('nothing was measured');
  return sorted[Math.floor(sorted.length / 2)] ?? first;
}

export function describeContest({ standings, commits, absent }: Contest): string {
  const [one] = standings;
  const base = one?.measured.perSecond ?? 1;
  const lines = standings.map(({ name, measured, rates }) => {
    const { perSecond, p50Ms, p99Ms } = measured;
    const ratio = `× ${(perSecond / base).toFixed(2)}`.padStart(8);
    const all = rates.map((rate) => rate.toFixed(0)).join(', ');
    return `${name.padEnd(26)}${ratio}${perSecond.toFixed(0).padStart(8)}/s  p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms  (${all})`;
  });
  const ratio = `× ${(commits.perSecond / base).toFixed(2)}`.padStart(8);
  lines.push(
    `${'one row per commit'.padEnd(26)}${ratio}${commits.perSecond.toFixed(0).padStart(8)}/s  ${commits.by}`,
  );
  for (const name of absent) lines.push(`${name}: its packages cannot be had here`);
  return `Deposits created:\n${lines.join('\n')}\n`;
}
