import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { ARCHIVE } from '../base-backup.ts';
import {
  findCluster,
  inScratch,
  placeRestored,
  serveScratch,
  unpack,
} from '../restored-cluster.ts';
import type { EmbeddedPostgres } from '../server.ts';
import { decryptFile, ENCRYPTED } from './encryption.ts';
import {
  BackupRefused,
  FORMATS,
  listBackups,
  type Manifest,
  readSoundBackup,
  refuseExternal,
} from './manifest.ts';
import type { TakenBackup } from './take-backup.ts';

export interface Restore {
  /** A backup, or a folder of them, whose newest is taken. */
  readonly from: string;
  /** The file of a private key, for an encrypted backup. */
  readonly identity: string | null;
  /** Brings it to this release, and begins the quarantine. */
  readonly prepare: (server: EmbeddedPostgres, manifest: Manifest) => Promise<void>;
}

/**
 * Restores a backup into a DATA_DIR without a database. It is in quarantine before it can be
 * started: files that are put back look like the database that they were (decision 0045).
 */
export async function restoreBackup(
  config: Config,
  { from, identity, prepare }: Restore,
): Promise<TakenBackup> {
  refuseExternal(config);
  const { placement, isThere } = await findCluster(config.dataDir);
  if (isThere) {
    throw new BackupRefused(
      `There is a database in ${placement.cluster}, and nothing is overwritten. Stop the service ` +
        'and move it away, or set DATA_DIR to another folder.',
    );
  }
  const folder = (await listBackups(resolve(from))).at(-1) ?? resolve(from);
  const manifest = await readSoundBackup(folder);
  if (manifest.environment !== config.environment) {
    throw new BackupRefused(
      `The backup is of the ${manifest.environment} environment, and SERVICE_ENV is ` +
        `${config.environment}.`,
    );
  }
  const archive = openArchive({ folder, manifest }, identity);
  await inScratch(placement, async (scratch) => {
    await unpack(scratch, archive);
    await serveScratch(scratch, (server) => prepare(server, manifest));
    await placeRestored(scratch, placement);
  });
  return { folder, manifest };
}

function openArchive(
  { folder, manifest }: TakenBackup,
  identity: string | null,
): AsyncIterable<Buffer> {
  const path = join(folder, ARCHIVE);
  if (manifest.format === FORMATS.plain) return createReadStream(path);
  if (identity !== null) return decryptFile(`${path}${ENCRYPTED}`, identity);
  throw new BackupRefused(
    `${folder} is encrypted. Give the file with the private key: --identity FILE.`,
  );
}
