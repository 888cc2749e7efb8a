import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The port itself, or another one if it is taken. */
export async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort(0);
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
