import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
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

/**
 * Unpacks a backup beside the cluster's folder and lets `prepare` work on it. Only a prepared one
 * gets the final name, so that an interrupted restore is never used. A cluster that appears
 * meanwhile is not replaced.
 */
export async function restoreCluster(options: {
  readonly placement: Placement;
  readonly archive: string;
  readonly prepare: (server: EmbeddedPostgres) => Promise<void>;
}): Promise<void> {
  const { cluster } = options.placement;
  const draft = await mkdtemp(`${cluster}.restore-`);
  try {
    // The server's user must be able to enter.
    await chmod(draft, 0o755);
    const unpacked = join(draft, 'postgres');
    await mkdir(unpacked, { mode: 0o700 });
    // The start sets the owner: here the numbers belong to strangers.
    const args = ['--extract', '--gzip', '--no-same-owner', '--file', options.archive];
    await promisify(execFile)('tar', [...args, '--directory', unpacked]);
    const server = await startEmbeddedPostgres({ dataDir: draft });
    try {
      await options.prepare(server);
    } finally {
      await server.stop();
    }
    await rename(unpacked, cluster);
    await syncFolder(dirname(cluster));
    await linkCluster(options.placement);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
