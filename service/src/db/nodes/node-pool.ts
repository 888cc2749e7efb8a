import pg from 'pg';
import { hasSqlstate, SQLSTATE } from '../sqlstate.ts';
import { createNodeCheck, findNode, type Node, type WantedNode } from './find-node.ts';
import { identifyNode, type NodeFacts } from './identify-node.ts';

export interface NodePoolOptions {
  /** The addresses of one cluster: one of them, or whatever stands behind the only one, is used. */
  readonly nodes: readonly Node[];
  readonly wanted: WantedNode;
  readonly max: number;
  readonly idleTimeoutMillis: number;
  /** What every session is told at its beginning. */
  readonly session: Readonly<Record<string, string>>;
  readonly onConnectionLost: (error: Error) => void;
  /** Called with every connection of the pool before it is used. */
  readonly onIdentified: (client: pg.ClientBase, facts: NodeFacts) => void;
}

/** A pool of connections to the node that is wanted, wherever that is at the moment. */
export interface NodePool {
  connect(): Promise<pg.PoolClient>;
  /** A connection outside the pool, with other session settings; whoever asks for it ends it. */
  open(session: NodePoolOptions['session']): Promise<pg.Client>;
  /** Nothing was answered in time: the node may be cut off, and another one promoted. */
  suspect(): void;
  waiting(): number;
  end(): Promise<void>;
}

export function openNodePool(options: NodePoolOptions): NodePool {
  const { nodes, session, onConnectionLost } = options;
  const isAlone = nodes.length === 1;
  const check = createNodeCheck(options.wanted);
  const left = new Set<NodeConnections>();
  let place: NodeConnections | null = null;
  let finding: Promise<Node> | null = null;
  let isClosing = false;

  /** Many requests notice a failover at once, and one of them looks for the node. */
  async function find(): Promise<Node> {
    const [only] = nodes;
    if (only !== undefined && isAlone) return only;
    finding ??= findNode(nodes, check).finally(() => {
      finding = null;
    });
    return finding;
  }

  async function here(): Promise<NodeConnections> {
    if (place !== null) return place;
    if (isClosing) throw new Error('Cannot use a pool that is closed');
    const node = await find();
    // Another one may have come first.
    place ??= openAt(node);
    return place;
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
    if (place === old) place = null;
    left.add(old);
    void old.close().then(() => left.delete(old));
  }

  /** A node that refuses to write is left at once; one that is only in doubt, for a better one. */
  async function reconsider(doubted: NodeConnections, error: unknown): Promise<void> {
    if (isWrongNode(error)) return leave(doubted);
    if (isFull(error)) return;
    const node = await find().catch(() => doubted.node);
    if (node === doubted.node || place !== doubted) return;
    leave(doubted);
    place = openAt(node);
  }

  async function connect(): Promise<pg.PoolClient> {
    const first = await here();
    try {
      return await first.pool.connect();
    } catch (error) {
      if (place === first && !isClosing) await reconsider(first, error);
      if (place === first || isClosing || isAlone) throw error;
      return (await here()).pool.connect();
    }
  }

  return {
    connect,
    open: async (own) => {
      const from = place;
      const client = new pg.Client(from?.node ?? (await find()));
      client.on('error', onConnectionLost);
      try {
        await client.connect();
        check(await identifyNode(client, own));
        return client;
      } catch (error) {
        void client.end().catch(() => {});
        // Where every place of the pool is taken, nobody else would notice that the node is gone.
        if (from !== null && place === from && !isClosing) await reconsider(from, error);
        throw error;
      }
    },
    suspect: () => {
      if (place !== null && !isClosing) void reconsider(place, null);
    },
    waiting: () => place?.pool.waitingCount ?? 0,
    end: async () => {
      isClosing = true;
      if (place !== null) leave(place);
      await Promise.all([...left].map((old) => old.close()));
    },
  };
}

/** A pool belongs to one node. Whoever changes the node changes the pool: no connection stays. */
interface NodeConnections {
  readonly node: Node;
  readonly pool: pg.Pool;
  /** Idle connections are closed now, busy ones when they are given back. */
  close(): Promise<void>;
}

function openSlot(options: {
  readonly node: Node;
  readonly max: number;
  readonly idleTimeoutMillis: number;
  /** Every session begins with it. */
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
  readonly onLost: (error: Error) => void;
  /** A statement was refused because the node cannot be written to. */
  readonly onWrongNode: () => void;
}): NodeConnections {
  const { node, max, idleTimeoutMillis, onConnect, onLost, onWrongNode } = options;
  const pool = new pg.Pool({ ...node, max, idleTimeoutMillis, onConnect: onConnect });
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

function isWrongNode(error: unknown): boolean {
  return hasSqlstate(error, SQLSTATE.readOnlyTransaction);
}

/** The driver says by message only that every connection was busy for too long. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
