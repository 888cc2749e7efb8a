import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type NodePoolOptions, openNodePool } from './nodes/node-pool.ts';
import { hasSqlstate, isUnavailable, SQLSTATE } from './sqlstate.ts';

/**
 * The server has not answered in time, and the caller stops waiting. Nothing is cancelled for it:
 * the server's own limit ends a query before its commit and never during it. A commit that waits
 * for its standby would otherwise become visible without being there as well, and the repeat of a
 * request would acknowledge it.
 */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  /** Resolves when the server has answered after all, or the connection is gone. */
  readonly over: Promise<void>;

  constructor(answer: Promise<unknown>) {
    super('the database did not answer in time');
    this.over = settled(answer);
  }
}

export interface ConnectionPool {
  /** Gives `work` a connection until it has ended and the server has answered everything. */
  readonly withClient: <T>(work: (connection: Lent) => Promise<T>) => Promise<T>;
  /** A connection outside the pool, with other session settings; the caller ends it. */
  readonly open: (session: PoolOptions['session']) => Promise<pg.Client>;
  readonly waiting: () => number;
  /** Connections on which the server still works for a caller that gave up. */
  readonly givenUp: () => number;
  readonly close: () => Promise<void>;
}

export interface Lent {
  readonly ask: <Row extends object>(
    question: string | pg.QueryConfig,
  ) => Promise<pg.QueryResult<Row>>;
  /** A query has no answer yet. */
  readonly isBusy: () => boolean;
}

export interface PoolOptions {
  /** The addresses of one cluster. */
  readonly nodes: NodePoolOptions['nodes'];
  readonly wanted: NodePoolOptions['wanted'];
  /** The settings of every session. */
  readonly session: NodePoolOptions['session'];
  /** Connections to the server at most, among them the one that asks about the others. */
  readonly size: number;
  /** After this time an answer is given up. */
  readonly patienceMs: number;
  readonly onConnectionLost: (error: Error) => void;
}

const IDLE_MS = 60_000;
const ASK_EVERY_MS = 1_000;

/**
 * A connection that was given up keeps its slot while its backend is at work: otherwise the pool
 * would open another one, and another, until the server has none left. A machine that is gone never
 * answers either, so the server is asked whether it still has the backend.
 */
export function createPool(options: PoolOptions): ConnectionPool {
  const { session, patienceMs } = options;
  const pids = new WeakMap<pg.ClientBase, number>();
  const givenUp = new Set<pg.PoolClient>();
  let isAsking = false;
  let isClosing = false;
  const pool = openNodePool({
    ...options,
    // One is left for asking the server about the others.
    max: Math.max(1, options.size - 1),
    idleTimeoutMillis: IDLE_MS,
    onIdentified: (client, { pid }) => pids.set(client, pid),
  });

  return {
    withClient: async (work) => {
      const client = await pool.connect();
      let unanswered = 0;
      let last: Promise<unknown> = Promise.resolve();
      let broken: Error | undefined;
      const note = async (answer: Promise<unknown>) => {
        try {
          await answer;
        } catch (error) {
          if (error instanceof Error && isLost(error)) broken = error;
        }
        unanswered -= 1;
      };
      try {
        return await work({
          ask: (question) => {
            const answer = client.query(question);
            unanswered += 1;
            last = note(answer);
            return inTime(answer, patienceMs);
          },
          isBusy: () => unanswered > 0,
        });
      } finally {
        if (unanswered === 0) client.release(broken);
        else void keepSlot(client, last).then(() => client.release(broken));
      }
    },
    open: (own) => pool.open(own),
    waiting: () => pool.waiting(),
    givenUp: () => givenUp.size,
    close: () => {
      isClosing = true;
      for (const client of givenUp) leave(client);
      return pool.end();
    },
  };

  async function keepSlot(client: pg.PoolClient, answered: Promise<unknown>): Promise<void> {
    givenUp.add(client);
    pool.suspect();
    if (isClosing) leave(client);
    if (!isAsking) void askAboutBackends();
    await answered;
    givenUp.delete(client);
  }

  async function askAboutBackends(): Promise<void> {
    isAsking = true;
    while (givenUp.size > 0) {
      await pause(ASK_EVERY_MS, undefined, { ref: false });
      const asked = [...givenUp].map((client) => ({ client, pid: pids.get(client) ?? 0 }));
      const busy = await findBusy(asked.map(({ pid }) => pid)).catch(() => null);
      // Without an answer nothing is known.
      if (busy === null) continue;
      for (const { client, pid } of asked) {
        // One that was answered meanwhile is in the pool again, and another caller may have it.
        if (givenUp.has(client) && !busy.has(pid)) leave(client);
      }
    }
    isAsking = false;
  }

  /** Which of our backends are at work. Another server has none of them. */
  async function findBusy(asked: readonly number[]): Promise<ReadonlySet<number>> {
    const client = await pool.open(session);
    try {
      const answer = client.query<{ pid: number }>({
        text: `select pid from pg_stat_activity
               where pid = any($1::int[]) and coalesce(state, '') not like 'idle%'
                 and application_name = current_setting('application_name')`,
        values: [asked],
      });
      const { rows } = await inTime(answer, ASK_EVERY_MS);
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function settled(answer: Promise<unknown>): Promise<void> {
  await answer.catch(() => {});
}

async function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new GivenUp(answer)), limitMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Closes our end at once. A backend that commits does not notice and goes on. */
function leave(client: pg.PoolClient): void {
  void client.end().catch(() => {});
}

/** The connection cannot be used again; our own limits only end the query. */
function isLost(error: Error): boolean {
  return (
    isUnavailable(error) && !hasSqlstate(error, SQLSTATE.queryCanceled, SQLSTATE.lockNotAvailable)
  );
}

/**
 * An array of plain values as PostgreSQL reads it, any other value as it is. The driver looks twice
 * at every text for what is to be escaped, which took 2.7 µs of a create.
 */
export function arrayText(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  let text = '';
  for (const item of value as readonly unknown[]) {
    if (typeof item === 'string') text += `,"${isPlain(item) ? item : escaped(item)}"`;
    else if (item === null) text += ',NULL';
    else if (typeof item === 'number' || typeof item === 'boolean') text += `,${item}`;
    // Dates and bytes have rules of their own, which the driver knows.
    else return value;
  }
  return `{${text.slice(1)}}`;
}

function isPlain(text: string): boolean {
  return !text.includes('"') && !text.includes('\\');
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
