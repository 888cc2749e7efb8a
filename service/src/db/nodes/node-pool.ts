import pg from 'pg';
import { hasSqlstate, NotConnected, SQLSTATE } from '../sqlstate.ts';
import { createNodeCheck, findNode, type Node, type WantedNode } from './find-node.ts';
import { identifyNode, type NodeFacts } from './identify-node.ts';

export interface NodePoolOptions {
  /** The addresses of one cluster: the pool uses one of them, or what is behind the only one. */
  readonly nodes: readonly Node[];
  readonly wanted: WantedNode;
  readonly max: number;
  readonly idleTimeoutMillis: number;
  /** The settings of every session. */
  readonly session: Readonly<Record<string, string>>;
  readonly onConnectionLost: (error: Error) => void;
  /** Called with every connection of the pool before it is used. */
  readonly onIdentified: (client: pg.ClientBase, facts: NodeFacts) => void;
}

/** A pool of connections to the node that is wanted, wherever that is at the moment. */
export interface NodePool {
  connect(): Promise<pg.PoolClient>;
  /** A connection outside the pool, with other session settings; the caller ends it. */
  open(session: NodePoolOptions['session']): Promise<pg.Client>;
  /** There was no answer in time: the node may be cut off, and another one promoted. */
  suspect(): void;
  waiting(): number;
  end(): Promise<void>;
}

export function openNodePool(options: NodePoolOptions): NodePool {
  const { nodes, session, onConnectionLost } = options;
  const isAlone = nodes.length === 1;
  const check = createNodeCheck(options.wanted);
  const left = new Set<NodeConnections>();
  let current: NodeConnections | null = null;
  let finding: Promise<Node> | null = null;
  let isClosing = false;

  /** Many requests notice a failover at once, and one of them searches for the node. */
  async function find(): Promise<Node> {
    const [only] = nodes;
    if (only !== undefined && isAlone) return only;
    finding ??= findNode(nodes, check).finally(() => {
      finding = null;
    });
    return finding;
  }

  async function here(): Promise<NodeConnections> {
    if (current !== null) return current;
    if (isClosing) throw new Error('Cannot use a pool that is closed');
    const node = await find();
    // Another call may have been first.
    current ??= openAt(node);
    return current;
  }

  function openAt(node: Node): NodeConnections {
    const opened = openSlot({
      ...options,
      node,
      onConnect: async (client) => {
        const facts = await identifyNode(client, session);
        check(facts);
        options.onIdentified(client, facts);
      },
      onLost: onConnectionLost,
      onWrongNode: () => leave(opened),
    });
    return opened;
  }

  function leave(old: NodeConnections): void {
    if (current === old) current = null;
    left.add(old);
    void old.close().then(() => left.delete(old));
  }

  /** Leaves a node that refuses to write at once, a suspected one only for a better one. */
  async function reconsider(suspected: NodeConnections, error: unknown): Promise<void> {
    if (isWrongNode(error)) return leave(suspected);
    if (isFull(error)) return;
    const node = await find().catch(() => suspected.node);
    if (node === suspected.node || current !== suspected) return;
    leave(suspected);
    current = openAt(node);
  }

  async function findClient(): Promise<pg.PoolClient> {
    const first = await here();
    try {
      return await first.pool.connect();
    } catch (error) {
      if (current === first && !isClosing) await reconsider(first, error);
      if (current === first || isClosing || isAlone) throw error;
      return (await here()).pool.connect();
    }
  }

  async function openClient(own: NodePoolOptions['session']): Promise<pg.Client> {
    const from = current;
    const client = new pg.Client(from?.node ?? (await find()));
    client.on('error', onConnectionLost);
    try {
      await client.connect();
      check(await identifyNode(client, own));
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      // While every slot of the pool is taken, only this call notices that the node is gone.
      if (from !== null && current === from && !isClosing) await reconsider(from, error);
      throw error;
    }
  }

  return {
    connect: () => orNotConnected(findClient()),
    open: (own) => orNotConnected(openClient(own)),
    suspect: () => {
      if (current !== null && !isClosing) void reconsider(current, null);
    },
    waiting: () => current?.pool.waitingCount ?? 0,
    end: async () => {
      isClosing = true;
      if (current !== null) leave(current);
      await Promise.all([...left].map((old) => old.close()));
    },
  };
}

/** Belongs to one node. Another node gets another pool: no connection stays. */
interface NodeConnections {
  readonly node: Node;
  readonly pool: pg.Pool;
  /** Closes idle connections now, busy ones when they are released. */
  close(): Promise<void>;
}

function openSlot(options: {
  readonly node: Node;
  readonly max: number;
  readonly idleTimeoutMillis: number;
  /** Every session begins with it. */
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
  readonly onLost: (error: Error) => void;
  /** A query was refused because the node cannot be written to. */
  readonly onWrongNode: () => void;
}): NodeConnections {
  const { node, max, idleTimeoutMillis, onConnect, onLost, onWrongNode } = options;
  const pool = new pg.Pool({ ...node, max, idleTimeoutMillis, onConnect: onConnect });
  let closing: Promise<void> | null = null;
  // The pool listens to idle connections only, and a connection can be lost before we listen to it
  // ourselves: an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // A connection that we close ourselves is not lost.
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

async function orNotConnected<T>(connecting: Promise<T>): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    throw new NotConnected(error);
  }
}

function isWrongNode(error: unknown): boolean {
  return hasSqlstate(error, SQLSTATE.readOnlyTransaction);
}

/** The driver says by message only that every connection was busy for too long. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
