import pg from 'pg';
import { hasSqlstate, SQLSTATE } from '../sqlstate.ts';
import type { Node } from './find-node.ts';

/** A pool belongs to one node. Whoever changes the node changes the pool: no connection stays. */
export interface NodeConnections {
  readonly node: Node;
  readonly pool: pg.Pool;
  /** Idle connections are closed now, busy ones when they are given back. */
  close(): Promise<void>;
}

export function openPlace(options: {
  readonly node: Node;
  readonly max: number;
  readonly idleTimeoutMillis: number;
  /** Every session begins with it. */
  readonly hello: (client: pg.ClientBase) => Promise<void>;
  readonly onLost: (error: Error) => void;
  /** A statement was refused because the node cannot be written to. */
  readonly onWrongNode: () => void;
}): NodeConnections {
  const { node, max, idleTimeoutMillis, hello, onLost, onWrongNode } = options;
  const pool = new pg.Pool({ ...node, max, idleTimeoutMillis, onConnect: hello });
  let closing: Promise<void> | null = null;
  // The pool listens to idle connections only, and from its handing one out to our own listening a
  // connection can be lost: an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // Whoever closes the connections does not lose them.
    if (closing === null) onLost(error);
  });
  pool.on('release', (error) => {
    if (isWrongNode(error)) onWrongNode();
  });
  return {
    node,
    pool,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

export function isWrongNode(error: unknown): boolean {
  return hasSqlstate(error, SQLSTATE.readOnlyTransaction);
}

/** The driver says by message only that every connection was busy for too long. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
