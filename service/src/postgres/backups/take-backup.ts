import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { describeServer, findInstallation } from '../../db/installation.ts';
import { listAppliedMigrations } from '../../db/migrate.ts';
import type { Config } from '../../settings/config.ts';
import { VERSION } from '../../settings/version.ts';
import { type StoredFile, writeBaseBackup } from '../base-backup.ts';
import { syncFolder } from '../file-system.ts';
import { findCluster } from '../restored-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server.ts';
import { noteBackup } from './last-backup.ts';
import { BackupRefused, FORMAT, MANIFEST, type Manifest, refuseExternal } from './manifest.ts';

/**
 * Backs up the bundled PostgreSQL, also while the service runs. Only a whole backup gets the
 * folder's name, and a folder that has something in it is left alone.
 */
export async function takeBackup(config: Config, to: string): Promise<Manifest> {
  refuseExternal(config);
  const folder = resolve(to);
  await refuseUsed(folder);
  const { placement, isThere } = await findCluster(config.dataDir);
  if (!isThere) throw new BackupRefused(`There is no database in ${placement.cluster}.`);
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    const manifest = await fill(server, folder);
    await noteBackup(config.dataDir, folder, manifest.taken_at);
    return manifest;
  } finally {
    await server.stop();
  }
}

async function fill(server: EmbeddedPostgres, folder: string): Promise<Manifest> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.part-`);
  try {
    const manifest = await describe(server, await writeBaseBackup(server, draft));
    await writeManifest(draft, manifest);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupRefused(`${folder} cannot be used: ${error.message}`);
  });
  if (names.length > 0) {
    throw new BackupRefused(`${folder} is not empty; give the backup a folder of its own.`);
  }
}

/** After the data, so that the migration is that of the last moment in them. */
async function describe(
  { connection }: EmbeddedPostgres,
  files: readonly StoredFile[],
): Promise<Manifest> {
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    const { systemIdentifier, version, at } = await describeServer(database);
    const migrations = await listAppliedMigrations(database);
    return {
      format: FORMAT,
      taken_at: at.toISOString(),
      release: VERSION,
      migration: migrations.at(-1)?.version ?? 0,
      environment: await findInstallation(database),
      system_identifier: systemIdentifier,
      postgres: version,
      files,
    };
  } finally {
    await database.close();
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}
