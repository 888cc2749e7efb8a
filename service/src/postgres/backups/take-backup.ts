import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { describeServer, findInstallation } from '../../db/installation.ts';
import { listAppliedMigrations } from '../../db/migrate.ts';
import type { Config } from '../../settings/config.ts';
import { VERSION } from '../../settings/version.ts';
import { ARCHIVE, type Stage, writeBaseBackup } from '../base-backup.ts';
import { syncFolder } from '../file-system.ts';
import { findCluster } from '../restored-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server.ts';
import { ENCRYPTED, encryptTo } from './encryption.ts';
import { DRAFT, noteBackup } from './last-backup.ts';
import {
  BackupRefused,
  FORMATS,
  MANIFEST,
  type Manifest,
  nameBackup,
  readSoundBackup,
  refuseExternal,
} from './manifest.ts';

/** A backup that was taken, and the folder that it has among the others. */
export interface TakenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface BackupOrder {
  /** The folder of all backups. */
  readonly backups: string;
  /** The file of public keys; a backup is not encrypted where there is none. */
  readonly recipients: string;
  /** What sees the archive before it is encrypted. */
  readonly onTheWay?: Stage;
}

/**
 * Backs up the bundled PostgreSQL, also while the service runs, into a new folder of `backups`.
 * Only a whole backup is named by its time; what was interrupted is never taken for one.
 */
export async function takeBackup(config: Config, order: BackupOrder): Promise<TakenBackup> {
  refuseExternal(config);
  const { placement, isThere } = await findCluster(config.dataDir);
  if (!isThere) throw new BackupRefused(`There is no database in ${placement.cluster}.`);
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    const taken = await store(server, order);
    await noteBackup(config.dataDir, taken.folder, taken.manifest.taken_at);
    return taken;
  } finally {
    await server.stop();
  }
}

async function store(server: EmbeddedPostgres, order: BackupOrder): Promise<TakenBackup> {
  const backups = resolve(order.backups);
  const draft = await beginDraft(backups);
  try {
    const manifest = await fill(draft, server, order);
    // As it is on disk: a damaged one shows now, while the database is still there.
    await readSoundBackup(draft);
    const folder = join(backups, nameBackup(manifest));
    await rename(draft, folder);
    await syncFolder(backups);
    return { folder, manifest };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function beginDraft(backups: string): Promise<string> {
  try {
    await mkdir(backups, { recursive: true });
    return await mkdtemp(join(backups, DRAFT));
  } catch (error) {
    throw new BackupRefused(`${backups} cannot be used: ${String(error)}`);
  }
}

async function fill(
  draft: string,
  server: EmbeddedPostgres,
  { recipients, onTheWay }: BackupOrder,
): Promise<Manifest> {
  const isEncrypted = existsSync(recipients);
  const stages = [
    ...(onTheWay === undefined ? [] : [onTheWay]),
    ...(isEncrypted ? [encryptTo(recipients)] : []),
  ];
  const name = isEncrypted ? `${ARCHIVE}${ENCRYPTED}` : ARCHIVE;
  const files = await writeBaseBackup(server, draft, { name, stages });
  const format = isEncrypted ? FORMATS.encrypted : FORMATS.plain;
  const manifest = { format, ...(await describe(server)), files };
  await writeManifest(draft, manifest);
  return manifest;
}

/** After the data, so that the migration is that of the last moment in them. */
async function describe({
  connection,
}: EmbeddedPostgres): Promise<Omit<Manifest, 'format' | 'files'>> {
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    const { systemIdentifier, version, at } = await describeServer(database);
    const migrations = await listAppliedMigrations(database);
    return {
      taken_at: at.toISOString(),
      release: VERSION,
      migration: migrations.at(-1)?.version ?? 0,
      environment: await findInstallation(database),
      system_identifier: systemIdentifier,
      postgres: version,
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
