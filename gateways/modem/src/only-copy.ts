import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { ConfigError } from './config.ts';

/**
 * Two copies on one folder would both do its jobs, so the second one stops. The lock is a name
 * without a file, which is free again however the first one ends.
 */
export async function beOnlyCopy(stateFolder: string): Promise<{ readonly release: () => void }> {
  const name = createHash('sha256').update(realpathSync(stateFolder)).digest('hex').slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  const failed = once(server, 'error').then(([error]) => error as NodeJS.ErrnoException);
  server.listen(`\0momo-modem-${name}`);
  const error = await Promise.race([failed, once(server, 'listening').then(() => null)]);
  if (error !== null) {
    throw error.code === 'EADDRINUSE'
      ? new ConfigError(`another copy of the program uses ${stateFolder}`)
      : error;
  }
  server.unref();
  return { release: () => void server.close() };
}
