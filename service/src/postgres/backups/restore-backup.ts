import { join, resolve } from 'node:path';
import { type Database, openDatabase } from '../../db/client.ts';
import type { Actor } from '../../flows/access/actor.ts';
import { quarantineDatabase } from '../../flows/upkeep/accept-restore.ts';
import type { Config } from '../../settings/config.ts';
import { ARCHIVE } from '../base-backup.ts';
import { findCluster, restoreCluster } from '../restored-cluster.ts';
import { BackupRefused, listBackups, readSoundBackup, refuseExternal } from './manifest.ts';
import type { TakenBackup } from './take-backup.ts';

/**
 * Restores a backup, or the newest of a folder of them, into a DATA_DIR without a database. It is
 * in quarantine before it can be started: files that are put back look like the database that they
 * were (decision 0045).
 */
export async function restoreBackup(
  config: Config,
  from: string,
  by: {
    readonly actor: Actor;
    readonly prepareDatabase: (database: Database) => Promise<void>;
  },
): Promise<TakenBackup> {
  refuseExternal(config);
  const folder = (await listBackups(resolve(from))).at(-1) ?? resolve(from);
  const { placement, isThere } = await findCluster(config.dataDir);
  if (isThere) {
    throw new BackupRefused(
      `There is a database in ${placement.cluster}, and nothing is overwritten. Stop the service ` +
        'and move it away, or set DATA_DIR to another folder.',
    );
  }
  const manifest = await readSoundBackup(folder);
  if (manifest.environment !== config.environment) {
    throw new BackupRefused(
      `The backup is of the ${manifest.environment} environment, and SERVICE_ENV is ` +
        `${config.environment}.`,
    );
  }
  await restoreCluster({
    placement,
    archive: join(folder, ARCHIVE),
    prepare: async ({ connection }) => {
      const database = openDatabase({ connection, poolSize: 2 });
      try {
        await by.prepareDatabase(database);
        const reason = `Restored from the backup of ${manifest.taken_at}.`;
        await quarantineDatabase({ database }, by.actor, { reason });
      } finally {
        await database.close();
      }
    },
  });
  return { folder, manifest };
}
