import { Command } from 'commander';
import { StartRefused } from '../database.ts';
import { DatabaseUnavailable } from '../db/client.ts';
import { MigrationRefused } from '../db/migrate.ts';
import { WrongSecretsKey } from '../signing/sealed-text.ts';
import { VERSION } from '../version.ts';
import { openGroups } from './command-groups.ts';

const program = new Command('momo')
  .description('Mobile Money Payment Service: what an operator of the service does by hand.')
  .version(VERSION)
  .showHelpAfterError();
for (const group of await openGroups(process.argv[2])) program.addCommand(group);

try {
  await program.parseAsync();
} catch (error) {
  const expected =
    error instanceof StartRefused ||
    error instanceof MigrationRefused ||
    error instanceof WrongSecretsKey ||
    error instanceof DatabaseUnavailable;
  console.error(expected ? `momo: ${error.message}` : error);
  process.exitCode = 1;
}
