import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../../domain/installation.ts';
import type { Config } from '../../settings/config.ts';
import type { StoredFile } from '../base-backup.ts';

/** What a backup is: the file `manifest.json` beside its data. */
export interface Manifest {
  readonly format: (typeof FORMATS)[keyof typeof FORMATS];
  readonly taken_at: string;
  /** The service that took it, and the last migration of the database. */
  readonly release: string;
  readonly migration: number;
  readonly environment: Environment | null;
  readonly system_identifier: string;
  readonly postgres: string;
  readonly files: readonly StoredFile[];
}

/** Releases before 0.3 read plain backups only, and refuse another number in a sentence. */
export const FORMATS = { plain: 1, encrypted: 2 } as const;
export const MANIFEST = 'manifest.json';

/** A backup is named by its time, without colons, which rsync and scp take for a host. */
export function nameBackup({ taken_at: takenAt }: Pick<Manifest, 'taken_at'>): string {
  return takenAt.replaceAll(':', '-');
}

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** The backups in a folder, oldest first. Only a whole one has such a name. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The backup or restore is refused; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

export function refuseExternal({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === null) return;
  throw new BackupRefused(
    'DATABASE_URL is set, and this command is for the bundled PostgreSQL. Use the tools ' +
      'of your PostgreSQL: docs/operations.md, "Backups".',
  );
}

/** Reads the manifest of a backup whose files are as they were written. */
export async function readSoundBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await measure(join(folder, name));
    if (found.bytes === bytes && found.sha256 === sha256) continue;
    throw new BackupRefused(
      `${join(folder, name)} is not as it was written: it has ${found.bytes} of ${bytes} bytes and ` +
        'another checksum. Take another backup; this one is damaged.',
    );
  }
  return manifest;
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST);
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isManifest(parsed)) return parsed;
  } catch {
    throw new BackupRefused(`${folder} is no backup: ${file} cannot be read.`);
  }
  throw new BackupRefused(`${file} has another form than this release reads.`);
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    Object.values<unknown>(FORMATS).includes(value.format) &&
    'files' in value &&
    Array.isArray(value.files) &&
    value.files.length > 0
  );
}

async function measure(path: string): Promise<Omit<StoredFile, 'name'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(createReadStream(path), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
      }
    });
  } catch (error) {
    throw new BackupRefused(`${path} cannot be read: ${String(error)}`);
  }
  return { bytes, sha256: hash.digest('hex') };
}
