import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Port } from '../listen.ts';

/** Whether the process took the connection; rejects if the process ended before it could. */
export type Taker = (connection: Socket) => Promise<boolean>;

export interface Handover {
  /** Accepts the connections to hand over. */
  readonly server: Server;
  add(taker: Taker): void;
  /** It gets no more connections. */
  remove(taker: Taker): void;
  /** Whether it gets connections for the time being. */
  trust(taker: Taker, isTrusted: boolean): void;
  /** Closes the connections that wait for a taker. */
  giveUp(): void;
}

/** Connections beyond this many waiting ones are closed. */
const MAX_WAITING = 10_000;

/**
 * The parent's side: hands connections to the takers in turn, to each only when it has taken the
 * one before, so that a busy one gets fewer. Keeps a connection until a taker has it: what a
 * process did not take before it ended goes to another one, and waits while there is none.
 *
 * Node's `cluster` does the same, but loses the connection that is on its way to a process that
 * ends: its client waits for ever.
 */
export function createHandover(): Handover {
  const takers = new Set<Taker>();
  const free = new Set<Taker>();
  const suspected = new Set<Taker>();
  const waiting: Socket[] = [];
  // Reads nothing: the first byte belongs to the taker.
  const server = createServer({ noDelay: true, pauseOnConnect: true });
  server.maxConnections = MAX_WAITING;
  server.on('connection', (connection) => {
    waiting.push(connection);
    handOut();
  });

  return {
    server,
    add: (taker) => {
      takers.add(taker);
      free.add(taker);
      handOut();
    },
    remove,
    trust: (taker, isTrusted) => {
      if (!isTrusted) suspected.add(taker);
      else if (suspected.delete(taker)) handOut();
    },
    giveUp: () => {
      for (const connection of waiting.splice(0)) connection.destroy();
    },
  };

  function handOut(): void {
    for (const taker of free) {
      if (suspected.has(taker)) continue;
      const connection = waiting.shift();
      if (connection === undefined) return;
      free.delete(taker);
      void hand(connection, taker);
    }
  }

  async function hand(connection: Socket, taker: Taker): Promise<void> {
    const isTaken = await taker(connection).catch(() => false);
    if (isTaken) {
      // Closes our handle; the taker keeps its own.
      connection.destroy();
      if (takers.has(taker)) free.add(taker);
    } else {
      remove(taker);
      waiting.unshift(connection);
    }
    handOut();
  }

  function remove(taker: Taker): void {
    for (const set of [takers, free, suspected]) set.delete(taker);
  }
}

export interface HandedPort {
  /** Serves a connection from the parent; false once it takes no more. */
  readonly take: (connection: Socket | null) => boolean;
  readonly open: (server: HttpServer) => Port;
}

/** A child's side: connections come from the parent. */
export function createHandedPort(): HandedPort {
  const open = new Set<Socket>();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let server: HttpServer | null = null;
  return {
    take: (connection) => {
      if (server === null) return false;
      // The client left before its connection arrived here.
      if (connection === null) return true;
      // As a server that listens itself does.
      if (open.size >= server.maxConnections) {
        connection.destroy();
        return true;
      }
      // A client that has finished sending waits for its answer.
      connection.allowHalfOpen = true;
      open.add(connection);
      connection.once('close', () => {
        open.delete(connection);
        if (server === null && open.size === 0) resolve();
      });
      // Before any byte is read, so that the server gets the first one.
      server.emit('connection', connection);
      return true;
    },
    open: (opened) => {
      server = opened;
      // From this event on an HTTP server tracks the deadlines of its connections and their idling.
      server.emit('listening');
      return {
        close: async () => {
          server = null;
          if (open.size > 0) await ended;
        },
      };
    },
  };
}
