import { Command } from 'commander';
import { type Config, findLiveRisks, readOwnConfig } from '../../../config.ts';
import { diagnose } from '../../../domain/diagnosis.ts';
import type { Finding, Installation } from '../../../domain/installation.ts';
import { say } from '../../options.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtFolder, lookAtPublicUrl, lookAtService } from './look-at-place.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Say what is wrong and what to do; exit code 1 when something is.')
    .action(async () => {
      const findings = await examine();
      for (const finding of findings) tell(finding);
      const wrong = findings.filter(({ severity }) => severity === 'wrong').length;
      const warnings = findings.length - wrong;
      if (findings.length === 0) say('all is well', null);
      else say(`${wrong} wrong, ${warnings} to look at`, null);
      if (wrong > 0) process.exitCode = 1;
    });
}

async function examine(): Promise<readonly Finding[]> {
  const reading = readOwnConfig();
  if (reading.kind === 'config') return diagnose(await look(reading.config));
  return reading.problems.map((problem) => ({
    code: 'settings',
    severity: 'wrong',
    what: `${problem}.`,
    remedy: 'Every setting is described in .env.example.',
  }));
}

async function look(config: Config): Promise<Installation> {
  const [folder, service, publicUrl] = await Promise.all([
    lookAtFolder(config.dataDir),
    lookAtService(config),
    lookAtPublicUrl(config.publicUrl, new Date()),
  ]);
  // After the service was asked: an embedded server that is started for this is no trouble of its.
  const database = await lookAtDatabase(config);
  const { environment } = config;
  return { environment, risks: findLiveRisks(config), folder, service, publicUrl, database };
}

function tell({ code, severity, what, remedy }: Finding): void {
  say(`${severity === 'wrong' ? 'WRONG  ' : 'look at'}  ${what}\n         → ${remedy}`, {
    finding: code,
    severity,
    what,
    remedy,
  });
}
