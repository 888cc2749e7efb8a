import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { findCluster } from '../restored-cluster.ts';
import { FORMATS, readManifest } from './manifest.ts';

/** What is known of the backups of a DATA_DIR. */
export interface KnownBackups {
  readonly last: LastBackup | null;
  /** Folders of backups and restores that were killed; no start takes one for a database. */
  readonly leftovers: readonly string[];
}

export interface LastBackup {
  readonly folder: string;
  readonly takenAt: Date;
  /** Why it cannot be restored now; `null` if its files are there and as large as they were. */
  readonly problem: string | null;
  readonly isEncrypted: boolean;
}

const NOTE = 'last-backup.json';
/** How the name of a backup begins until it is whole. */
export const DRAFT = 'backup.part-';

/** Written beside the data, since a backup may be anywhere. */
export async function noteBackup(dataDir: string, folder: string, takenAt: string): Promise<void> {
  const note = join(dataDir, NOTE);
  await writeFile(`${note}.new`, `${JSON.stringify({ folder, taken_at: takenAt })}\n`);
  await rename(`${note}.new`, note);
}

/** `null` unless the database is the bundled one. Checksums are left to a restore. */
export async function findBackups({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<KnownBackups | null> {
  if (databaseUrl !== null) return null;
  const note = await readNote(dataDir);
  const last = note === null ? null : { ...note, ...(await inspectBackup(note.folder)) };
  const { placement } = await findCluster(dataDir);
  const leftovers = [
    ...(await listBeside(placement.cluster, `${basename(placement.cluster)}.restore-`)),
    ...(last === null ? [] : await listBeside(last.folder, DRAFT)),
  ];
  return { last, leftovers };
}

async function readNote(dataDir: string): Promise<Omit<LastBackup, keyof Seen> | null> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => null);
  if (text === null) return null;
  const { folder, taken_at: takenAt } = JSON.parse(text) as Record<'folder' | 'taken_at', string>;
  return { folder, takenAt: new Date(takenAt) };
}

type Seen = Pick<LastBackup, 'problem' | 'isEncrypted'>;

/** Whether a backup can be restored; checksums are left to a restore. */
export async function inspectBackup(folder: string): Promise<Seen> {
  try {
    const { format, files } = await readManifest(folder);
    const isEncrypted = format === FORMATS.encrypted;
    for (const { name, bytes } of files) {
      const { size } = await stat(join(folder, name));
      if (size === bytes) continue;
      return { problem: `${name} has ${size} of ${bytes} bytes`, isEncrypted };
    }
    return { problem: null, isEncrypted };
  } catch (error) {
    const problem = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    return { problem, isEncrypted: false };
  }
}

async function listBeside(path: string, start: string): Promise<readonly string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names.filter((name) => name.startsWith(start)).map((name) => join(dirname(path), name));
}
