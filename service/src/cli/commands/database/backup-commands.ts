import { join } from 'node:path';
import { Command } from 'commander';
import { readMigrations } from '../../../db/migrate.ts';
import { quarantineDatabase } from '../../../flows/upkeep/accept-restore.ts';
import { type ProofReport, proveAll } from '../../../flows/upkeep/prove-all.ts';
import { type Drill, takeDrilledBackup } from '../../../postgres/backups/drill.ts';
import { BackupRefused, FORMATS, type Manifest } from '../../../postgres/backups/manifest.ts';
import { type Pruned, pruneBackups } from '../../../postgres/backups/prune-backups.ts';
import { restoreBackup } from '../../../postgres/backups/restore-backup.ts';
import { type TakenBackup, takeBackup } from '../../../postgres/backups/take-backup.ts';
import type { EmbeddedPostgres } from '../../../postgres/server.ts';
import {
  type Config,
  listOutside,
  readConfigOrExit,
  recipientsFile,
} from '../../../settings/config.ts';
import { noteSuccess } from '../../../settings/last-success.ts';
import { scrub } from '../../../settings/log.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, say, whoRunsThis } from '../../options.ts';
import { withPreparedServer } from '../../with-database.ts';
import { describeProof } from '../audit/audit-commands.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the bundled PostgreSQL, also while the service runs.')
    .argument('<folder>', 'of all backups; each is a folder in it, named by its time')
    .option('--drill', 'restore a copy of it, audit the copy and remove it', false)
    .option('--prune', 'then remove what 7 days, 4 weeks and 12 months do not keep', false)
    .action((backups: string, options: BackupOptions) =>
      unlessRefused(async () => {
        const config = readConfigOrExit();
        const manifest = await backUp(config, backups, options);
        // What cannot be restored takes the place of nothing.
        if (manifest === null) return;
        if (options.prune) reportPruned(await pruneBackups(backups, manifest));
        await noteSuccess(config.dataDir, 'backup');
      }),
    );
}

interface BackupOptions {
  readonly drill: boolean;
  readonly prune: boolean;
}

/** Returns `null` if the drill failed. */
async function backUp(
  config: Config,
  backups: string,
  { drill: isDrilled }: BackupOptions,
): Promise<Manifest | null> {
  const order = { backups, recipients: recipientsFile() };
  if (!isDrilled) {
    const taken = await takeBackup(config, order);
    reportBackup(config, taken);
    return taken.manifest;
  }
  const { drill, ...taken } = await takeDrilledBackup(config, order, (server) =>
    auditCopy(config, server),
  );
  reportBackup(config, taken);
  return reportDrill(drill, taken.manifest) ? taken.manifest : null;
}

function reportBackup(config: Config, { folder, manifest }: TakenBackup): void {
  const outside = listOutside(config);
  say(`backed up to ${folder}: ${describe(manifest)}`, { folder, ...manifest, outside });
  if (manifest.format === FORMATS.plain) {
    say(`  not encrypted: ${recipientsFile()} has no public key of age`, null);
  }
  for (const path of outside) say(`  not in it: ${path}`, null);
  const sent = join(config.dataDir, 'sent-payouts');
  say(`  not in it, and never moved back: ${sent}`, null);
}

interface Audited {
  readonly report: ProofReport;
  readonly migrateSeconds: number;
}

/** As a restore would make it, judged by everything that may never be so. */
async function auditCopy(config: Config, server: EmbeddedPostgres): Promise<Audited> {
  const begun = performance.now();
  return await withPreparedServer(config, server, async ({ database }) => {
    const migrateSeconds = (performance.now() - begun) / 1_000;
    const vault = createVault(config.secretsKey, config.otherSecretsKeys);
    const report = await proveAll({ database, vault, scrub }, { isStopped: true });
    return { report, migrateSeconds };
  });
}

function reportDrill(drill: Drill<Audited>, { migration }: Manifest): boolean {
  if (drill.kind === 'failed') return failed(`the drill failed: ${drill.problem}`);
  if (drill.kind === 'no_room') {
    const [needed, free] = [inMegabytes(drill.neededBytes), inMegabytes(drill.freeBytes)];
    return failed(`no drill: the copy needs ${needed} beside the data, and ${free} are free`);
  }
  const { report, migrateSeconds } = drill.found;
  if (!report.holds) return failed('the drill found what may never be so:', describeProof(report));
  const seconds = Number(drill.seconds.toFixed(1));
  const unsealed = report.sealsChecked ? '' : ' (seals not compared: no key)';
  const prepared = `migrated from ${migration} to ${readMigrations().length}`;
  say(
    `drilled in ${seconds} s: restored, ${prepared} in ${migrateSeconds.toFixed(1)} s, ` +
      `everything holds in ${report.transactions} transactions${unsealed}, and removed`,
    { drilled: true, seconds, migrate_seconds: migrateSeconds, transactions: report.transactions },
  );
  return true;
}

function failed(...problems: readonly string[]): false {
  fail(...problems);
  return false;
}

function reportPruned({ removed, damaged }: Pruned): void {
  for (const backup of removed) say(`removed ${backup}`, { removed: backup });
  for (const backup of damaged) {
    say(`left ${backup}, which is damaged: look at it, then remove it`, { damaged: backup });
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into a DATA_DIR without a database; payouts stay stopped.')
    .argument('<folder>', 'a backup, or the folder of all backups: the newest')
    .option('--identity <file>', 'the private key of age that opens an encrypted backup')
    .action((from: string, { identity }: { readonly identity?: string }) =>
      unlessRefused(async () => {
        const config = readConfigOrExit();
        const { folder, manifest } = await restoreBackup(config, {
          from,
          identity: identity ?? null,
          prepare: (server, { taken_at: takenAt }) =>
            withPreparedServer(config, server, async ({ database }) => {
              const reason = `Restored from the backup of ${takenAt}.`;
              await quarantineDatabase({ database }, whoRunsThis(), { reason });
            }),
        });
        const restored = `restored ${folder} to ${config.dataDir}: ${describe(manifest)}`;
        say(restored, { folder, ...manifest });
        say('in quarantine: "db accept-restore" ends it', null);
      }),
    );
}

function describe({ taken_at, release, migration, files }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${taken_at}, release ${release}, migration ${migration}, ${inMegabytes(bytes)}`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    fail(error.message);
  }
}
