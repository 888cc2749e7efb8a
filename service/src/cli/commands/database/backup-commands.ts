import { Command } from 'commander';
import { prepareDatabase } from '../../../app/database.ts';
import { BackupRefused, type Manifest } from '../../../postgres/backups/manifest.ts';
import { restoreBackup } from '../../../postgres/backups/restore-backup.ts';
import { takeBackup } from '../../../postgres/backups/take-backup.ts';
import { readConfigOrExit } from '../../../settings/config.ts';
import { createLogger } from '../../../settings/log.ts';
import { fail, say, whoRunsThis } from '../../options.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the bundled PostgreSQL, also while the service runs.')
    .argument('<folder>', 'of all backups; each is a folder in it, named by its time')
    .action((backups: string) =>
      unlessRefused(async () => {
        const { folder, manifest } = await takeBackup(readConfigOrExit(), backups);
        say(`backed up to ${folder}: ${describe(manifest)}`, { folder, ...manifest });
      }),
    );
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into a DATA_DIR without a database; payouts stay stopped.')
    .argument('<folder>', 'a backup, or the folder of all backups: the newest')
    .action((from: string) =>
      unlessRefused(async () => {
        const config = readConfigOrExit();
        const log = createLogger({ logLevel: 'silent' });
        const { folder, manifest } = await restoreBackup(config, from, {
          actor: whoRunsThis(),
          prepareDatabase: (database) => prepareDatabase(database, config, log),
        });
        const restored = `restored ${folder} to ${config.dataDir}: ${describe(manifest)}`;
        say(restored, { folder, ...manifest });
        say('in quarantine: "db accept-restore" ends it', null);
      }),
    );
}

function describe({ taken_at, release, migration, files }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return `${taken_at}, release ${release}, migration ${migration}, ${megabytes} MB`;
}

async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    fail(error.message);
  }
}
