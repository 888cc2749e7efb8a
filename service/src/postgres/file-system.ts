import { chmod, lstat, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function readFileIfThere(path: string): Promise<string | null> {
  return await ifThere(readFile(path, 'utf8'));
}

/** What an operation on a path gives, or `null` when nothing is there. */
export async function ifThere<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A rename survives a power cut only when the folder that holds the name is synced too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder that every user may enter, whatever the umask says. */
export async function makeOpenFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) {
    await chmod(made, 0o755);
  }
}

/** Calls `visit` for the folder and everything below it, without following symlinks. */
export async function walk(
  root: string,
  visit: (path: string, kind: 'folder' | 'file' | 'link') => Promise<void>,
): Promise<void> {
  const stats = await lstat(root);
  await visit(root, stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'file');
  if (!stats.isDirectory()) return;
  for (const name of await readdir(root)) await walk(join(root, name), visit);
}

export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
