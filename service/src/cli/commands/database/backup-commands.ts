import { resolve } from 'node:path';
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
    .argument('<folder>', 'a new folder; nothing is overwritten')
    .action((folder: string) =>
      unlessRefused(async () => {
        const manifest = await takeBackup(readConfigOrExit(), folder);
        say(`backed up to ${resolve(folder)}: ${describe(manifest)}`, manifest);
      }),
    );
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into a DATA_DIR without a database; payouts stay stopped.')
    .argument('<folder>', 'what "backup" has made')
    .action((folder: string) =>
      unlessRefused(async () => {
        const config = readConfigOrExit();
        const log = createLogger({ logLevel: 'silent' });
        const manifest = await restoreBackup(config, folder, {
          actor: whoRunsThis(),
          prepareDatabase: (database) => prepareDatabase(database, config, log),
        });
        say(`restored to ${config.dataDir}: ${describe(manifest)}`, manifest);
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
