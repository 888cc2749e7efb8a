import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** PostgreSQL refuses to run as root, so root starts it as another user. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const PREFERRED_USERS = ['postgres', 'nobody'];

/**
 * The user that the server runs as; `null` means the present one. An existing cluster keeps its
 * owner, so that one start with sudo does not take a developer's data away.
 */
export async function chooseServerUser(clusterUid: number | null): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  const owner = users.find((user) => user.uid === clusterUid);
  if (owner !== undefined) return owner;
  for (const name of PREFERRED_USERS) {
    const user = users.find((candidate) => candidate.name === name);
    if (user !== undefined) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor ' +
      '"nobody". Start the service as an ordinary user, or set DATABASE_URL.',
  );
}

/** The folder on the way to `path` that the user may not enter, or `null` if there is none. */
export async function findClosedFolder(
  path: string,
  user: ServerUser | null,
): Promise<string | null> {
  if (user === null) return null;
  for (const folder of foldersDownTo(await realpath(path))) {
    if (!(await hasPermission(folder, user, ENTER))) return folder;
  }
  return null;
}

/** Whether the user may read the file and, for a folder or a program, enter or run it. */
export async function isReadable(path: string, user: ServerUser | null): Promise<boolean> {
  if (user === null) return true;
  const isPlainData = ((await stat(path)).mode & 0o40111) === 0;
  return await hasPermission(path, user, isPlainData ? READ : READ | ENTER);
}

const READ = 4;
const ENTER = 1;

/** Root spawns the server without supplementary groups, so the primary group is all it has. */
async function hasPermission(path: string, user: ServerUser, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

function foldersDownTo(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersDownTo(parent), path];
}

function parsePasswd(text: string): readonly ServerUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || !isId(uid) || !isId(gid)) return [];
    return uid === '0' ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

function isId(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}
