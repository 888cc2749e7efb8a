import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import type { ServerConnection } from '../postgres-server.ts';

export interface MovingAddress {
  readonly port: number;
  /** From now on it leads there. Connections to the place of before are cut. */
  moveTo(place: ServerConnection): void;
}

/** A TCP address that leads to a node, as a virtual address or a proxy does. */
export async function startMovingAddress(first: ServerConnection): Promise<MovingAddress> {
  let place = first;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const node = connect(`${place.host}/.s.PGSQL.${place.port}`);
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
      place = next;
      cut();
    },
  };
}
