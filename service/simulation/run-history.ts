import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { type ServerConnection, startTestServer } from '../test/support/postgres-server.ts';

/** The history to run. */
export interface Asked {
  readonly server: ServerConnection;
  readonly seed: number;
  readonly steps: number;
  /** The turns to take, or `null` for all. */
  readonly only: readonly string[] | null;
  /** Whether to return everything that was done. */
  readonly isReported: boolean;
}

/** How it went. */
export interface History {
  readonly seed: number;
  /** What the judge found. */
  readonly wrong: readonly string[];
  /** The moves and faults that there were. */
  readonly happened: readonly string[];
  readonly statements: number;
  readonly seconds: number;
  readonly payments: number;
  readonly hours: number;
  /** Digest of everything that was done: nearly always the same for the same seed. */
  readonly digest: string;
  readonly taken: readonly string[];
  readonly history: readonly string[];
}

export type Wanted = Pick<Asked, 'seed' | 'steps'> &
  Partial<Pick<Asked, 'only' | 'isReported'>> & {
    /** The name of a planted bug. */
    readonly bug?: string | undefined;
  };

export type RunHistory = (wanted: Wanted) => Promise<History>;

/** A history runs in a process of its own: its clock is the simulation's. */
export function createRunner(server: ServerConnection): RunHistory {
  return async ({ bug, seed, steps, only = null, isReported = false }) => {
    const prelude = join(import.meta.dirname, 'prelude.ts');
    const child = spawn(
      process.execPath,
      ['--import', prelude, join(import.meta.dirname, 'one-history.ts')],
      {
        env: {
          ...process.env,
          // Compiling the same sources again takes seconds.
          NODE_COMPILE_CACHE: join(CHECKOUT, 'node_modules', '.cache', 'simulation'),
          ...(bug === undefined ? {} : { SIMULATED_BUG: bug }),
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const closed = new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    child.stdin.end(JSON.stringify({ server, seed, steps, only, isReported } satisfies Asked));
    const output = await text(child.stdout);
    const code = await closed;
    if (code !== 0) throw new Error(`the history of seed ${seed} ended with ${code}`);
    return JSON.parse(output) as History;
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A PostgreSQL without background work. */
export async function withServer<T>(work: (run: RunHistory) => Promise<T>): Promise<T> {
  const server = await startTestServer();
  const stop = () => void server.stop().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await quieten(server.connection);
    return await work(createRunner(server.connection));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await server.stop();
  }
}

async function quieten(connection: ServerConnection): Promise<void> {
  const admin = new pg.Client(connection);
  await admin.connect();
  // A waiting query checks for a deadlock at once, so always the last one finds it.
  for (const setting of ['autovacuum = off', `deadlock_timeout = '1ms'`]) {
    await admin.query(`alter system set ${setting}`);
  }
  await admin.query('select pg_reload_conf()');
  await admin.end();
}
