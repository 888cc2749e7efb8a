import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { ipNetworkOf } from '../../flows/access/ip-network.ts';

export interface ConnectionLimits {
  /** Of all clients. */
  readonly most: number;
  /** Of one address, or of one /64 network of IPv6. */
  readonly mostPerAddress: number;
  /** Addresses and networks that forward the requests of many clients. */
  readonly trustedProxies: readonly string[];
}

/** How long a surplus connection may take to send a request and receive its refusal. */
const GOODBYE_MS = 500;
const MAX_GOODBYES = 1_000;

/**
 * Closes new connections beyond these limits, so that existing clients are still served and one
 * address that opens thousands takes nothing from the others. Returns a check whether a connection
 * exceeds the limit of its address: a request on it is refused.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
): (socket: Socket) => boolean {
  server.maxConnections = limits.most;
  const surplus = new Set<Socket>();
  const proxies = blockListOf(limits.trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isListed(proxies, remoteAddress)) return;
    const network = ipNetworkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= limits.mostPerAddress) return sayGoodbye(surplus, socket);
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
  return (socket) => surplus.has(socket);
}

/** How often it is looked whether clients read, in the time that they have. */
const LOOKS = 10;

/**
 * Drops a client that does not read its answer: Node has deadlines for requests only, and its own
 * for sockets costs each request a timer. A handler may take its time, as long as nothing waits to
 * be read.
 */
export function dropUnreadAnswers(server: Server, afterMs: number): void {
  const open = new Set<Socket>();
  /** How much was taken at the first look that found something waiting, and when that was. */
  const waiting = new WeakMap<Socket, { readonly taken: number; readonly sinceMs: number }>();
  const look = (socket: Socket, nowMs: number): void => {
    if (socket.writableLength === 0) {
      waiting.delete(socket);
      return;
    }
    const taken = socket.bytesWritten - socket.writableLength;
    const before = waiting.get(socket);
    if (before?.taken !== taken) waiting.set(socket, { taken, sinceMs: nowMs });
    else if (nowMs - before.sinceMs >= afterMs) socket.destroy();
  };
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const socket of open) look(socket, nowMs);
  }, afterMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}

/** A client that is merely too busy reads a 503; thousands of connections are just closed. */
function sayGoodbye(surplus: Set<Socket>, socket: Socket): void {
  if (surplus.size >= MAX_GOODBYES) {
    socket.destroy();
    return;
  }
  surplus.add(socket);
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once('close', () => {
    surplus.delete(socket);
    clearTimeout(timer);
  });
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const isLong = isIPv6(address);
    list.addSubnet(address, Number(bits ?? (isLong ? 128 : 32)), isLong ? 'ipv6' : 'ipv4');
  }
  return list;
}

function isListed(list: BlockList, address: string): boolean {
  // A dual-stack socket reports an IPv4 client as ::ffff:a.b.c.d, which the list understands.
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
