import { Command } from 'commander';
import { diagnose, diagnoseSettings } from '../../../domain/diagnosis.ts';
import type { Installation, InstallationFinding } from '../../../domain/installation.ts';
import { findBackups } from '../../../postgres/backups/last-backup.ts';
import {
  type Config,
  describeRisks,
  findLiveRisks,
  listSecretFiles,
  readOwnConfig,
} from '../../../settings/config.ts';
import { noteSuccess } from '../../../settings/last-success.ts';
import {
  findOpenFiles,
  findTimeZone,
  lookAtFolder,
  lookAtPublicUrl,
  lookAtService,
} from '../../../settings/look-at-machine.ts';
import { say } from '../../options.ts';
import { type ListLackingAddress, lookAtDatabase } from './look-at-database.ts';

export function doctorCommand(listLackingAddress: ListLackingAddress): Command {
  return new Command('doctor')
    .description('Say what is wrong and what to do; exit code 1 when something is.')
    .action(async () => {
      const { findings, lastBackup, dataDir } = await examine(listLackingAddress);
      if (lastBackup !== null) say(`last backup: ${lastBackup}`, null);
      for (const finding of findings) report(finding);
      const wrong = findings.filter(({ severity }) => severity === 'wrong').length;
      const warnings = findings.length - wrong;
      if (findings.length === 0) say('all is well', null);
      else say(`${wrong} wrong, ${warnings} to look at`, null);
      if (wrong > 0) process.exitCode = 1;
      else if (dataDir !== null) await noteSuccess(dataDir, 'doctor');
    });
}

interface Examined {
  readonly findings: readonly InstallationFinding[];
  /** Time and folder, for a person, or `null` if no backup is known. */
  readonly lastBackup: string | null;
  /** `null` if the settings cannot be read. */
  readonly dataDir: string | null;
}

async function examine(listLackingAddress: ListLackingAddress): Promise<Examined> {
  const reading = readOwnConfig();
  if (reading.kind === 'config') {
    const seen = await inspect(reading.config, listLackingAddress);
    const last = seen.backups?.last ?? null;
    const lastBackup = last === null ? null : `${last.takenAt.toISOString()} in ${last.folder}`;
    return { findings: diagnose(seen), lastBackup, dataDir: reading.config.dataDir };
  }
  return {
    findings: diagnoseSettings(reading.problems),
    lastBackup: null,
    dataDir: null,
  };
}

async function inspect(
  config: Config,
  listLackingAddress: ListLackingAddress,
): Promise<Installation> {
  const at = new Date();
  const [folder, service, publicUrl] = await Promise.all([
    lookAtFolder(config.dataDir),
    lookAtService(config),
    lookAtPublicUrl(config.publicUrl, at),
  ]);
  // An error here also keeps the database from opening, and is reported there.
  const found = await findBackups(config).catch(() => null);
  return {
    environment: config.environment,
    risks: findLiveRisks(config),
    acceptedRisks: describeRisks(config),
    unknownSettings: config.misspelt,
    openFiles: await findOpenFiles(listSecretFiles()),
    timeZone: findTimeZone(at),
    trustsProxy: config.trustedProxies.length > 0 || config.role === 'worker',
    folder,
    backups: found === null ? null : { ...found, at },
    service,
    publicUrl,
    // After asking the service, so that an embedded server started here is not its trouble.
    database: await lookAtDatabase(config, listLackingAddress),
  };
}

function report({ code, severity, what, remedy }: InstallationFinding): void {
  say(`${severity === 'wrong' ? 'WRONG  ' : 'look at'}  ${what}\n         → ${remedy}`, {
    finding: code,
    severity,
    what,
    remedy,
  });
}
