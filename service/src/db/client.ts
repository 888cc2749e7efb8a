import pg from 'pg';
import { assert } from '../domain/assert.ts';
import { NO_SEAL, type SealRow } from '../domain/seals/seal.ts';
import type { ListedTable } from '../domain/seals/sealed-tables.ts';
import { NO_WRITES, type RecentWrites } from '../domain/takes-writes.ts';
import type { WantedNode } from './nodes/find-node.ts';
import { arrayText, type ConnectionPool, createPool, GivenUp, type Lent } from './pool.ts';
import { sessionName } from './releases.ts';
import { hasSqlstate, isUnavailable, SQLSTATE } from './sqlstate.ts';

/** Runs one SQL query: the pool, or the connection inside `atomically`. */
export interface Queryable {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Seals the rows that are written through it; absent where nothing is sealed. */
  readonly seal?: SealRow;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** A name makes PostgreSQL keep the plan: worth it for queries on the hot path. */
  readonly name?: string;
  /** Each row that it returns was written, which proves that writes succeed. */
  readonly writes?: true;
  /**
   * The sealed tables that the caller relies on, with the name that each has in the query. A row of
   * the result is left out if any of its sealed rows is not as this service wrote it.
   */
  readonly trusts?: Readonly<Partial<Record<ListedTable, string>>>;
  /** Such a row stays in the result, as one whose `isSealed` is false. */
  readonly marks?: true;
  /** The sealed rows that it adds, changes or deletes, which are sealed again. */
  readonly changes?: readonly ChangedRows[];
}

/** Rows of a sealed table, found in the same way before and after a change. */
export interface ChangedRows {
  readonly table: ListedTable;
  readonly where: string;
  readonly values: readonly unknown[];
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one database transaction; retried when PostgreSQL asks for it. No outside calls
   * inside.
   */
  atomically<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  /**
   * One connection outside the pool's limits, for advisory locks and other session settings. Sealed
   * rows are not changed there: they and their list are one commit.
   */
  withConnection<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  waiting(): number;
  /** Connections on which the server still works for a caller that gave up. */
  givenUp(): number;
  /** What became of recent writes; times are those of `performance.now()`. */
  recentWrites(): RecentWrites;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Several are the nodes of one cluster. */
  readonly connection: Connection | readonly Connection[];
  readonly poolSize: number;
  readonly wanted?: WantedNode;
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
/** Requests beyond this many waiting for a connection get a 503 at once: a queue has a limit. */
const MAX_WAITING = 2_000;

// int8 holds amounts and counts that a constraint keeps within JavaScript integers, so they are
// read as numbers, not text.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
// V8 reads a date in a third of the driver's time, and a list of 20 payments has 40 of them.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text));

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const settings: pg.ClientConfig = {
    types,
    application_name: sessionName(process.pid),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const session = {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
    // A kept plan may date from when the table was small and reading all of it looked cheap: after
    // 300 000 rows were added it took 56 ms for one row by its key, and 0.04 ms with this
    // (PostgreSQL 15). Our queries are too small to be worth compiling.
    enable_seqscan: 'off',
    jit: 'off',
    // Seals are made of times as text.
    timezone: 'UTC',
    // What is due is in memory. With costs for a spinning disk PostgreSQL read a whole backlog of
    // 39 000 webhooks in the order of its pages to claim 100 of them: 300 ms instead of 40.
    random_page_cost: '1.1',
    // A balance among two million entries took 11 ms with two parallel workers that found nothing
    // to do, and 0.3 ms without them.
    max_parallel_workers_per_gather: '0',
  };
  const pool = createPool({
    nodes: [options.connection].flat().map((connection) => ({ ...connection, ...settings })),
    wanted: options.wanted ?? 'writable',
    size: options.poolSize,
    session,
    // A server that is frozen, or that cannot finish a commit, does not enforce its own limit.
    patienceMs: statementTimeoutMs + 1_000,
    onConnectionLost: options.onConnectionLost ?? (() => {}),
  });
  return createDatabase(pool, session);
}

/** The database behind a pool of connections, which all get these session settings. */
export function createDatabase(
  pool: ConnectionPool,
  session: Readonly<Record<string, string>>,
): Database {
  let recent = NO_WRITES;
  return {
    query: async <Row extends object>(statement: Statement) => {
      if (pool.waiting() >= MAX_WAITING) {
        throw new DatabaseUnavailable('too many requests wait for a connection');
      }
      const answer = withClient(pool, (connection) => run<Row>(connection.ask, statement));
      return statement.writes ? noted(answer) : answer;
    },
    atomically: (work) =>
      retried(() => withClient(pool, (connection) => inTransaction(connection, work))),
    withConnection: async (work) => {
      const own = { ...session, statement_timeout: '0', lock_timeout: '0' };
      const client = await pool.open(own).catch((error: unknown) => {
        throw translate(error);
      });
      try {
        return await work({
          query: (statement) => {
            assert(statement.changes === undefined, 'sealed rows are changed in `atomically`');
            return run((question) => client.query(question), statement);
          },
        });
      } catch (error) {
        throw translate(error);
      } finally {
        await client.end().catch(() => {});
      }
    },
    waiting: pool.waiting,
    givenUp: pool.givenUp,
    recentWrites: () => recent,
    close: pool.close,
  };

  async function noted<Row>(answer: Promise<Row[]>): Promise<Row[]> {
    try {
      const rows = await answer;
      // A query that had nothing to write proves nothing.
      if (rows.length > 0) recent = { ...recent, writtenAt: performance.now(), refusedInARow: 0 };
      return rows;
    } catch (error) {
      if (isAway(error)) {
        const { refusedInARow } = recent;
        recent = { ...recent, refusedAt: performance.now(), refusedInARow: refusedInARow + 1 };
      }
      throw error;
    }
  }
}

/** The same database, whose connections seal what is written through them, if there is a key. */
export function withSeal(database: Database, seal: SealRow): Database {
  if (seal === NO_SEAL) return database;
  return {
    ...database,
    seal,
    atomically: (work) => database.atomically((connection) => work({ ...connection, seal })),
    withConnection: (work) =>
      database.withConnection((connection) => work({ ...connection, seal })),
  };
}

/**
 * The same database for callers that have not shown who they are. They share so many connections
 * of the pool, and wait in a line of their own: nobody else waits for them.
 */
export function forStrangers(
  database: Database,
  { atOnce, mostWaiting }: { readonly atOnce: number; readonly mostWaiting: number },
): Database {
  let free = atOnce;
  const line: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (line.length >= mostWaiting) throw new DatabaseUnavailable('too many strangers wait');
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    await promise;
  };
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    ...database,
    query: (statement) => inTurn(() => database.query(statement)),
    atomically: (work) => inTurn(() => database.atomically(work)),
    withConnection: (work) => inTurn(() => database.withConnection(work)),
  };
}

/** The database serves no one now. A lock that was not granted concerns only one row. */
export function isAway(error: unknown): error is DatabaseUnavailable {
  return (
    error instanceof DatabaseUnavailable && !hasSqlstate(error.cause, SQLSTATE.lockNotAvailable)
  );
}

async function withClient<T>(
  pool: ConnectionPool,
  work: (connection: Lent) => Promise<T>,
): Promise<T> {
  try {
    return await pool.withClient(work);
  } catch (error) {
    throw translate(error);
  }
}

async function inTransaction<T>(
  connection: Lent,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  try {
    await connection.ask('begin');
    const result = await work({ query: (statement) => run(connection.ask, statement) });
    await connection.ask('commit');
    return result;
  } catch (error) {
    const isBusy = connection.isBusy();
    const undone = connection.ask('rollback').catch(() => {});
    // It waits behind the query that was given up, and so would we.
    if (!isBusy) await undone;
    throw error;
  }
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
  ask: Lent['ask'],
  { text, name, values }: Statement,
): Promise<Row[]> {
  try {
    const result = await ask<Row>({
      text,
      ...(name === undefined ? {} : { name }),
      ...(values === undefined ? {} : { values: values.map(arrayText) }),
    });
    return result.rows;
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof GivenUp) && !isUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable(reason, { cause: error });
}

/**
 * One database transaction that may take longer than the service's queries, on a connection of its
 * own; an error ends the connection and undoes what was done.
 */
export function inLongTransaction<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'set idle_in_transaction_session_timeout = 0' });
    await connection.query({ text: 'begin' });
    const result = await work(connection);
    await connection.query({ text: 'commit' });
    return result;
  });
}
