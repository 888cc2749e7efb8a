import { Command } from 'commander';
import { verifyAudit } from '../../flows/access/verify-audit.ts';
import { withPreparedDatabase } from '../with-database.ts';

export function auditCommands(): Command {
  const audit = new Command('audit').description('The log of what people did.');

  audit
    .command('verify')
    .description('Check the chain of the audit log; names the first line that does not hold.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const verdict = await verifyAudit(database);
        if (verdict.kind === 'intact') {
          console.log(`the audit log is intact: ${verdict.lines} lines`);
          return;
        }
        console.log(`the audit log is broken at line ${verdict.line}: ${verdict.problem}`);
        process.exitCode = 1;
      }),
    );

  return audit;
}
