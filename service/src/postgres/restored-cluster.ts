import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from './file-system.ts';
import { isCluster, linkCluster, type Placement, placeCluster } from './placement.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './server.ts';

/** Where the cluster of a DATA_DIR is or would be; `isThere` says which. */
export async function findCluster(
  dataDir: string,
): Promise<{ readonly placement: Placement; readonly isThere: boolean }> {
  const placement = await placeCluster({ dataDir, report: () => undefined });
  return { placement, isThere: await isCluster(placement.cluster) };
}

/** Lets `work` use a folder beside the cluster's, in which a backup becomes a database. */
export async function inScratch<T>(
  { cluster }: Placement,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(`${cluster}.restore-`);
  try {
    // The server's user must be able to enter.
    await chmod(folder, 0o755);
    const unpacked = join(folder, 'postgres');
    await mkdir(unpacked, { mode: 0o700 });
    return await work({ folder, unpacked });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Scratch {
  /** What a server takes for its DATA_DIR. */
  readonly folder: string;
  readonly unpacked: string;
}

export async function unpack({ unpacked }: Scratch, archive: AsyncIterable<Buffer>): Promise<void> {
  // The start sets the owner: here the numbers belong to strangers.
  const args = ['--extract', '--gzip', '--no-same-owner', '--file', '-', '--directory', unpacked];
  const tar = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const complaints: string[] = [];
  tar.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const closed = once(tar, 'close');
  try {
    await pipeline(archive, tar.stdin);
  } finally {
    tar.stdin.destroy();
    await closed;
  }
  if (tar.exitCode !== 0) throw new Error(`The backup is not unpacked. ${complaints.join('')}`);
}

/** Without a port: the socket is in a folder of its own, and no process knows of it. */
export async function serveScratch<T>(
  { folder }: Scratch,
  work: (server: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: folder });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Gives a restored database its name. A cluster that appears meanwhile is not replaced. */
export async function placeRestored({ unpacked }: Scratch, placement: Placement): Promise<void> {
  await rename(unpacked, placement.cluster);
  await syncFolder(dirname(placement.cluster));
  await linkCluster(placement);
}
