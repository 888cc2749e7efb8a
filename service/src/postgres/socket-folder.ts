import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode, ifThere, readFileIfThere } from './file-system.ts';
import { findClosedFolder, type ServerUser } from './postmaster/run-as.ts';
import { PORT } from './server-options.ts';

const SOCKET_NAME = `.s.PGSQL.${PORT}`;
/** The system cuts longer socket paths off; macOS allows the fewest bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * A private folder for the socket, beside the data: all users of the data find it, even if each has
 * its own /tmp, as a systemd unit and a shell do. Where a socket cannot be there it is among the
 * temporary files. The same path is used again whenever that is safe, so that what other processes
 * know about the connection stays right.
 */
export async function prepareSocketFolder(options: {
  readonly cluster: string;
  readonly user: ServerUser | null;
}): Promise<string> {
  const last = await readLastSocketFolder(options.cluster);
  for (const folder of [`${options.cluster}.socket`, last]) {
    if (folder !== null && (await restore({ ...options, folder }))) return folder;
  }
  const folder = await mkdtemp(join(await findRoot(options.user), 'momo-'));
  await makePrivate(folder, options.user);
  return folder;
}

/** The file that a client must see. */
export function socketOf(folder: string): string {
  return join(folder, SOCKET_NAME);
}

export async function removeSocketFolder(folder: string): Promise<void> {
  // After a kill the socket and its lock file are left behind; nothing else is ever in there.
  await rm(socketOf(folder), { force: true });
  await rm(`${socketOf(folder)}.lock`, { force: true });
  await ifThere(rmdir(folder));
}

/** PostgreSQL keeps the last command line, also after a clean shutdown. */
async function readLastSocketFolder(cluster: string): Promise<string | null> {
  const commandLine = await readFileIfThere(join(cluster, 'postmaster.opts'));
  return commandLine?.match(/"unix_socket_directories=([^"]+)"/)?.[1] ?? null;
}

async function restore(options: {
  readonly folder: string;
  readonly cluster: string;
  readonly user: ServerUser | null;
}): Promise<boolean> {
  if (!isShort(options.folder)) return false;
  try {
    await mkdir(options.folder, { mode: 0o700 });
    await makePrivate(options.folder, options.user);
  } catch (error) {
    // An existing file or folder is not touched: it is checked as it is.
    if (errorCode(error) === null) throw error;
  }
  return (await isOurs(options)) && (await takesSockets(options.folder));
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(socketOf(folder)) <= MAX_SOCKET_PATH_BYTES;
}

async function isOurs(options: {
  readonly folder: string;
  readonly cluster: string;
  readonly user: ServerUser | null;
}): Promise<boolean> {
  const stats = await ifThere(lstat(options.folder));
  const uid = options.user?.uid ?? process.getuid?.();
  if (stats === null || !stats.isDirectory()) return false;
  if (stats.uid !== uid || (stats.mode & 0o777) !== 0o700) return false;
  // In a copied cluster the command line names the folder of the original, which may be in use.
  const lock = await readFileIfThere(`${socketOf(options.folder)}.lock`);
  return lock === null || lock.split('\n')[1] === options.cluster;
}

/** A folder that a container or a virtual machine shares with its host may hold files alone. */
async function takesSockets(folder: string): Promise<boolean> {
  const trial = join(folder, 'trial');
  await rm(trial, { force: true });
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(trial, () => server.close(() => resolve(true)));
  });
}

async function findRoot(user: ServerUser | null): Promise<string> {
  for (const candidate of [tmpdir(), '/tmp']) {
    const root = await ifThere(realpath(candidate));
    if (root === null) continue;
    if (!isShort(join(root, 'momo-XXXXXX'))) continue;
    if ((await findClosedFolder(root, user)) === null) return root;
  }
  throw new Error(
    `PostgreSQL needs a folder for its socket, and neither ${tmpdir()} nor /tmp is one that it ` +
      'can reach with a short path. Set TMPDIR to another folder.',
  );
}

async function makePrivate(folder: string, user: ServerUser | null): Promise<void> {
  await chmod(folder, 0o700);
  if (user !== null) await chown(folder, user.uid, user.gid);
}
