import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import type { ServerConnection } from '../postgres-server.ts';

export interface MovingAddress {
  readonly port: number;
  /** Leads there from now on, and cuts the connections to the node before. */
  moveTo(node: ServerConnection): void;
}

/** A TCP address that leads to a node, as a virtual address or a proxy does. */
export async function startMovingAddress(first: ServerConnection): Promise<MovingAddress> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const node = connect(`${target.host}/.s.PGSQL.${target.port}`);
    for (const [from, to] of [
      [socket, node],
      [node, socket],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  after(() => {
    cut();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    moveTo: (next) => {
      target = next;
      cut();
    },
  };
}
