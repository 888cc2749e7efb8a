import { writeSync } from 'node:fs';
import { type Database, DatabaseUnavailable, type Queryable } from '../../db/client.ts';
import type { Connectors } from '../../flows/providers/connectors.ts';
import type { Poster } from '../../outbound/post.ts';
import type { Connector } from '../../providers/provider.ts';
import type { Failpoint } from '../../settings/setting-readers.ts';

// Makes a process fail midway, for tests, at the seams where it also fails by itself: between us
// and the database, an operator, or a receiver.

/** A database that fails at the failpoint's query; without a failpoint it is unchanged. */
export function armDatabase(database: Database, failpoint: Failpoint | null): Database {
  if (failpoint === null) return database;
  const trap = createTrap(failpoint);
  const fail = () => {
    throw new DatabaseUnavailable(`failpoint ${failpoint.point}`);
  };
  const arm = (inner: Queryable): Queryable => ({
    query: async (statement) => {
      const point = statement.name ?? '';
      if (trap.isStruck(point, 'before')) fail();
      const rows = await inner.query<never>(statement);
      if (trap.isStruck(point, 'after')) fail();
      return rows;
    },
  });
  return {
    ...database,
    query: async (statement) => {
      const rows = await arm(database).query<never>(statement);
      // The query was a database transaction of its own.
      if (trap.isStruck(statement.name ?? '', 'committed')) fail();
      return rows;
    },
    atomically: async (work) => {
      const ran = new Set<string>();
      const result = await database.atomically((connection) => {
        ran.clear();
        const armed = arm(connection);
        return work({
          query: (statement) => {
            ran.add(statement.name ?? '');
            return armed.query(statement);
          },
        });
      });
      if (ran.has(failpoint.point) && trap.isStruck(failpoint.point, 'committed')) fail();
      return result;
    },
    withConnection: (work) => database.withConnection((connection) => work(arm(connection))),
  };
}

/** The same for posts to receivers. */
export function armPoster(poster: Poster, failpoint: Failpoint | null): Poster {
  if (failpoint === null) return poster;
  const trap = createTrap(failpoint);
  const failed = { kind: 'failed', error: 'failpoint', latencyMs: 0 } as const;
  return { ...poster, post: (message) => trap.around('post', () => poster.post(message), failed) };
}

/** The same for calls to operators. A lost answer is unknown. */
export function armConnectors(connectors: Connectors, failpoint: Failpoint | null): Connectors {
  if (failpoint === null) return connectors;
  const trap = createTrap(failpoint);
  const problem = { code: 'no_answer_within', params: { ms: 0 } } as const;
  const unknown = { kind: 'unknown', problem } as const;
  const refused = { kind: 'refused', because: 'provider', reason: problem, code: null } as const;
  const arm = (connector: Connector): Connector => ({
    ...connector,
    prepare: (order, call) => trap.around('prepare', () => connector.prepare(order, call), refused),
    send: (order, call) => trap.around('send', () => connector.send(order, call), unknown),
    ask: (order, call) => trap.around('ask', () => connector.ask(order, call), unknown),
  });
  return {
    ...connectors,
    find: async (providerId) => {
      const found = await connectors.find(providerId);
      return found === null ? null : { ...found, connector: arm(found.connector) };
    },
  };
}

const STANDARD_ERROR = 2;

/** Counts the passes; at its turn it ends or stops the process, or reports a failure. */
function createTrap(failpoint: Failpoint) {
  let passed = 0;
  const isStruck = (point: string, side: Failpoint['side']): boolean => {
    if (point !== failpoint.point || side !== failpoint.side) return false;
    passed += 1;
    if (passed !== failpoint.nth) return false;
    writeSync(STANDARD_ERROR, `failpoint ${point} ${side} ${failpoint.action}\n`);
    if (failpoint.action === 'error') return true;
    // A stopped process continues here, as if nothing had happened.
    process.kill(process.pid, failpoint.action === 'kill' ? 'SIGKILL' : 'SIGSTOP');
    return false;
  };
  return {
    isStruck,
    around: async <T>(point: string, work: () => Promise<T>, failure: T): Promise<T> => {
      if (isStruck(point, 'before')) return failure;
      const done = await work();
      return isStruck(point, 'after') ? failure : done;
    },
  };
}
