import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { ipNetworkOf } from '../../flows/access/ip-network.ts';

export interface ConnectionLimits {
  /** Of all clients together. */
  readonly most: number;
  /** Of one address, or of one /64 network of IPv6. */
  readonly mostPerAddress: number;
  /** Addresses and networks that forward the requests of many clients. */
  readonly trustedProxies: readonly string[];
}

/**
 * Beyond these limits a new connection is closed at once, so that existing clients are still
 * served, and one address that opens thousands takes nothing from the others.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.most;
  const proxies = blockListOf(limits.trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isListed(proxies, remoteAddress)) return;
    const network = ipNetworkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= limits.mostPerAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
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
  // A dual-stack socket gives an IPv4 client as ::ffff:a.b.c.d, which the list understands.
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
