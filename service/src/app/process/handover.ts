import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Port } from '../listen.ts';

/** Whether the connection is theirs now; rejects when they are gone before it could be. */
export type Taker = (connection: Socket) => Promise<boolean>;

export interface Handover {
  /** Whose connections are handed over. */
  readonly server: Server;
  add(taker: Taker): void;
  /** It gets no further connection. */
  remove(taker: Taker): void;
  /** Ends the connections that wait for a taker; nobody takes them any more. */
  giveUp(): void;
}

/** Those that come when so many wait to be taken are closed. */
const MOST_WAITING = 10_000;

/**
 * The parent's side: connections go to the takers in turn, to each only when it has taken the one
 * before, so that one who is busy gets fewer. A connection is kept until somebody has it: what a
 * process did not take before it ended goes to another one, and waits while there is none.
 *
 * Node's `cluster` does the same, but forgets the connection that is on its way to a process when
 * that one ends: its client waits for ever.
 */
export function createHandover(): Handover {
  const takers = new Set<Taker>();
  const free = new Set<Taker>();
  const waiting: Socket[] = [];
  // Nothing is read here: the first byte belongs to whoever takes the connection.
  const server = createServer({ noDelay: true, pauseOnConnect: true });
  server.maxConnections = MOST_WAITING;
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
    giveUp: () => {
      for (const connection of waiting.splice(0)) connection.destroy();
    },
  };

  function handOut(): void {
    for (const taker of free) {
      const connection = waiting.shift();
      if (connection === undefined) return;
      free.delete(taker);
      void hand(connection, taker);
    }
  }

  async function hand(connection: Socket, taker: Taker): Promise<void> {
    const isTaken = await taker(connection).catch(() => false);
    if (isTaken) {
      // Ours is a second hold on it; theirs stays.
      connection.destroy();
      if (takers.has(taker)) free.add(taker);
    } else {
      remove(taker);
      waiting.unshift(connection);
    }
    handOut();
  }

  function remove(taker: Taker): void {
    takers.delete(taker);
    free.delete(taker);
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
      // Its client left before it arrived here.
      if (connection === null) return true;
      // As for a server that listens itself.
      if (open.size >= server.maxConnections) {
        connection.destroy();
        return true;
      }
      // A client that has said all waits for its answer.
      connection.allowHalfOpen = true;
      open.add(connection);
      connection.once('close', () => {
        open.delete(connection);
        if (server === null && open.size === 0) resolve();
      });
      // Before anything is read of it, so that it starts with its first byte.
      server.emit('connection', connection);
      return true;
    },
    open: (opened) => {
      server = opened;
      // From this event on an HTTP server looks after its connections: their deadlines, and which
      // are idle.
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
