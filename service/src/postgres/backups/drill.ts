import { lstat, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import type { Config } from '../../settings/config.ts';
import type { Stage } from '../base-backup.ts';
import { ifThere, walk } from '../file-system.ts';
import { findCluster, inScratch, serveScratch, unpack } from '../restored-cluster.ts';
import type { EmbeddedPostgres } from '../server.ts';
import { listBackups, refuseExternal } from './manifest.ts';
import { type BackupOrder, type TakenBackup, takeBackup } from './take-backup.ts';

/** What a drill found, or why there was none; the backup is whole in either case. */
export type Drill<T> =
  | { readonly kind: 'drilled'; readonly found: T; readonly seconds: number }
  | { readonly kind: 'no_room'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Takes a backup and restores it at once, from the bytes before they are encrypted: the private key
 * is not on this machine. The copy is beside the data, without a port and without a worker; it is
 * removed when `examine` has seen it.
 */
export async function takeDrilledBackup<T>(
  config: Config,
  order: BackupOrder,
  examine: (server: EmbeddedPostgres) => Promise<T>,
): Promise<TakenBackup & { readonly drill: Drill<T> }> {
  refuseExternal(config);
  const { placement } = await findCluster(config.dataDir);
  const room = await measureRoom(placement.cluster, order.backups);
  if (room.freeBytes < room.neededBytes) {
    return { ...(await takeBackup(config, order)), drill: { kind: 'no_room', ...room } };
  }
  return await inScratch(placement, async (scratch) => {
    const begun = performance.now();
    const copy = new PassThrough();
    const unpacked = unpack(scratch, copy).then(
      () => null,
      (error: unknown) => String(error),
    );
    try {
      const taken = await takeBackup(config, { ...order, onTheWay: copyInto(copy) });
      const problem = await unpacked;
      if (problem !== null) return { ...taken, drill: { kind: 'failed', problem } };
      const drill = await serveScratch(scratch, examine).then(
        (found) => ({ kind: 'drilled' as const, found, seconds: secondsSince(begun) }),
        (error: unknown) => ({ kind: 'failed' as const, problem: String(error) }),
      );
      return { ...taken, drill };
    } finally {
      copy.destroy();
      await unpacked;
    }
  });
}

/** What a service writes while the copy is there must find room as well. */
const LEFT_FREE_BYTES = 1024 ** 3;

/** Backup and copy are written at the same time, often to one disk. */
async function measureRoom(
  cluster: string,
  backups: string,
): Promise<{ readonly neededBytes: number; readonly freeBytes: number }> {
  const clusterBytes = await measureFolder(cluster);
  const isOneDisk = (await deviceOf(dirname(cluster))) === (await deviceOf(backups));
  const backupBytes = isOneDisk ? ((await measureLast(backups)) ?? clusterBytes) : 0;
  const { bavail, bsize } = await statfs(dirname(cluster));
  return {
    neededBytes: LEFT_FREE_BYTES + clusterBytes + backupBytes,
    freeBytes: bavail * bsize,
  };
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  await ifThere(
    walk(folder, async (path) => {
      bytes += (await ifThere(lstat(path)))?.size ?? 0;
    }),
  );
  return bytes;
}

/** A folder that does not exist yet is made on the disk of the one above it. */
async function deviceOf(folder: string): Promise<number> {
  const found = await ifThere(stat(resolve(folder)));
  return found?.dev ?? (await deviceOf(dirname(resolve(folder))));
}

/** The next backup is about as large as the last one. */
async function measureLast(backups: string): Promise<number | null> {
  const last = (await listBackups(backups)).at(-1);
  return last === undefined ? null : await measureFolder(last);
}

/** A copy that cannot be written, as on a full disk, does not stop the backup. */
export function copyInto(copy: Writable): Stage {
  let goOn = () => {};
  // One listener each for all chunks, and none that throws: the error is that of the copy.
  for (const event of ['drain', 'close', 'error']) copy.on(event, () => goOn());
  return async function* (source) {
    for await (const chunk of source) {
      if (!copy.destroyed && !copy.write(chunk)) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      yield chunk;
    }
    copy.end();
  };
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000;
}
