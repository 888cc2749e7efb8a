import pg from 'pg';
import { type NodePool, openNodePool } from './nodes/node-pool.ts';
import type { Wanted } from './nodes/wanted-node.ts';
import { hasSqlstate, isUnavailable, SQLSTATE } from './sqlstate.ts';

/** Something that runs one SQL statement: the pool, or the connection inside `atomically`. */
export interface Queryable {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** A name makes PostgreSQL keep the plan: worth it for statements on the hot path. */
  readonly name?: string;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one database transaction; retried when PostgreSQL asks for it. No outside calls
   * inside.
   */
  atomically<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  /**
   * One connection for session-scoped things (advisory locks, statement settings), outside the
   * pool's limits.
   */
  withConnection<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  waiting(): number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Several are the nodes of one cluster. */
  readonly connection: Connection | readonly Connection[];
  readonly poolSize: number;
  readonly wanted?: Wanted;
  readonly statementTimeoutMs?: number;
  readonly onConnectionLost?: (error: Error) => void;
}

export type Connection =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

/** PostgreSQL cannot be reached or cannot serve now. Answered as 503; the pool recovers alone. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 3;
/**
 * Requests beyond this many waiting for a connection are answered 503 at once: a queue has a limit.
 */
const MAX_WAITING = 2_000;

// int8 holds amounts and counts that a constraint keeps within JavaScript integers, so they are
// read as numbers, not text.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const settings: pg.ClientConfig = {
    types,
    application_name: `momo-${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A server that is frozen does not enforce its own limit; this one is ours.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
  };
  const session = {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
    // A kept plan may be of a time when the table was small, where reading all of it looked cheap:
    // after 300 000 rows were added it took 56 ms for one row by its key, and 0.04 ms with this
    // (PostgreSQL 15). Our statements are too small to be worth compiling.
    enable_seqscan: 'off',
    jit: 'off',
  };
  const pool = openNodePool({
    nodes: [options.connection].flat().map((connection) => ({ ...connection, ...settings })),
    wanted: options.wanted ?? 'writable',
    max: options.poolSize,
    idleTimeoutMillis: 60_000,
    session,
    onConnectionLost: (error) => options.onConnectionLost?.(error),
  });

  return {
    query: (statement) => {
      if (pool.waiting() >= MAX_WAITING) {
        return Promise.reject(new DatabaseUnavailable('too many requests wait for a connection'));
      }
      return run(pool, statement);
    },
    atomically: (work) => retried(() => inTransaction(pool, work)),
    withConnection: async (work) => {
      const client = await pool
        .open({
          query_timeout: 0,
          session: { ...session, statement_timeout: '0', lock_timeout: '0' },
        })
        .catch((error: unknown) => {
          throw translate(error);
        });
      try {
        return await work({ query: (statement) => run(client, statement) });
      } catch (error) {
        throw translate(error);
      } finally {
        await client.end().catch(() => {});
      }
    },
    waiting: () => pool.waiting(),
    close: () => pool.end(),
  };
}

async function inTransaction<T>(
  pool: NodePool,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error);
  });
  let broken: Error | undefined;
  // A connection that was lost must not go back to the pool.
  const noteLoss = (error: Error): void => {
    broken = error;
  };
  client.on('error', noteLoss);
  try {
    await client.query('begin');
    const result = await work({ query: (statement) => run(client, statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    // A node that refuses to write is left, with the connections to it.
    broken ??= refusalToWrite(error);
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw translate(error);
  } finally {
    client.off('error', noteLoss);
    client.release(broken);
  }
}

function refusalToWrite(error: unknown): Error | undefined {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const isRefusal = hasSqlstate(cause, SQLSTATE.readOnlyTransaction);
  return isRefusal && cause instanceof Error ? cause : undefined;
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const worthRetrying = hasSqlstate(
        error,
        SQLSTATE.serializationFailure,
        SQLSTATE.deadlockDetected,
      );
      if (!worthRetrying || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

async function run<Row extends object>(
  target: Pick<NodePool, 'query'>,
  statement: Statement,
): Promise<Row[]> {
  try {
    const { text, name, values } = statement;
    const result = await target.query<Row>({
      text,
      ...(name === undefined ? {} : { name }),
      ...(values === undefined ? {} : { values: [...values] }),
    });
    return result.rows;
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable(reason, { cause: error });
}
