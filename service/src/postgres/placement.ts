import { createHash } from 'node:crypto';
import { lchown, mkdir, readdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ifThere, makeOpenFolder, walk } from './file-system.ts';
import { chooseServerUser, findClosedFolder, type ServerUser } from './postmaster/run-as.ts';
import type { ReportEvent } from './server-options.ts';

/** Where root stores what the server's user cannot reach in its usual folder. */
export const SHARED_FOLDER = '/var/lib/momo';

export interface Placement {
  /** The cluster's folder without symlinks; it may not exist yet. */
  readonly cluster: string;
  readonly user: ServerUser | null;
  /** Where a symlink to the cluster belongs, or `null` when the cluster is in its usual folder. */
  readonly link: string | null;
}

/** Decides where the cluster of a DATA_DIR is or will be, and who the server runs as. */
export async function placeCluster(options: {
  readonly dataDir: string;
  readonly report: ReportEvent;
}): Promise<Placement> {
  await mkdir(options.dataDir, { recursive: true });
  const base = await realpath(options.dataDir);
  const usual = join(base, 'postgres');
  const existing = await resolveCluster(usual);
  if (existing !== null) await assertMayUse(existing);
  if (existing !== null && (await isCluster(existing))) {
    return await useExisting({ cluster: existing, link: null });
  }
  const user = await chooseServerUser(null);
  const cluster = existing ?? usual;
  if ((await findClosedFolder(dirname(cluster), user)) === null) {
    return { cluster, user, link: null };
  }
  return await placeElsewhere({ base, link: usual, user, report: options.report });
}

/** A link to missing data must never look like an empty service. */
async function resolveCluster(path: string): Promise<string | null> {
  const resolved = await ifThere(realpath(path));
  if (resolved !== null) return resolved;
  const target = await ifThere(readlink(path));
  if (target === null) return null;
  throw new Error(
    `The database is missing: ${path} is a link to ${target}, which does not exist. ` +
      'Bring the data back, or remove the link to begin with an empty database.',
  );
}

/** PostgreSQL requires a private cluster, so only its owner and root can start a server on it. */
async function assertMayUse(cluster: string): Promise<void> {
  const owner = (await stat(cluster)).uid;
  const ourselves = process.getuid?.();
  if (ourselves === 0 || ourselves === owner) return;
  throw new Error(
    `The database in ${cluster} belongs to the user with id ${owner}. ` +
      'Start the service as that user or as root, or choose another DATA_DIR.',
  );
}

/** An interrupted initdb never gets this far; an empty folder is as good as none. */
export async function isCluster(folder: string): Promise<boolean> {
  if ((await ifThere(stat(join(folder, 'PG_VERSION')))) !== null) return true;
  if (((await ifThere(readdir(folder))) ?? []).length === 0) return false;
  throw new Error(`${folder} is not empty and not a PostgreSQL cluster. Move it away first.`);
}

async function useExisting(found: {
  readonly cluster: string;
  readonly link: string | null;
}): Promise<Placement> {
  const owner = (await stat(found.cluster)).uid;
  const user = await chooseServerUser(owner);
  const closed = await findClosedFolder(dirname(found.cluster), user);
  if (closed !== null) {
    throw new Error(
      `PostgreSQL runs as the user "${user?.name}", who may not enter ${closed}. ` +
        `Allow it (chmod o+x ${closed}), or move the data and set DATA_DIR.`,
    );
  }
  if (user !== null && owner !== user.uid) await giveTo(user, found.cluster);
  return { ...found, user };
}

async function giveTo(user: ServerUser, cluster: string): Promise<void> {
  await walk(cluster, async (path) => await lchown(path, user.uid, user.gid));
}

async function placeElsewhere(options: {
  readonly base: string;
  readonly link: string;
  readonly user: ServerUser | null;
  readonly report: ReportEvent;
}): Promise<Placement> {
  const hash = createHash('sha256').update(options.base).digest('hex').slice(0, 16);
  const folder = join(SHARED_FOLDER, `data-${hash}`);
  await makeOpenFolder(folder);
  const cluster = join(await realpath(folder), 'postgres');
  options.report({ kind: 'data_placed_elsewhere', dataFolder: cluster });
  // The cluster can exist without its link: data is never abandoned because a link was lost.
  if (await isCluster(cluster)) return await useExisting({ cluster, link: options.link });
  return { cluster, user: options.user, link: options.link };
}

/** Called once the cluster exists, so that the link never points at nothing. */
export async function linkCluster(placement: Placement): Promise<void> {
  if (placement.link === null) return;
  await symlink(placement.cluster, placement.link).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}
