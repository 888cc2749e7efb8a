import { Command, CommanderError } from 'commander';
import { isRefusal } from '../app/database.ts';
import { DatabaseUnavailable } from '../db/client.ts';
import { VERSION } from '../settings/version.ts';
import { openGroups } from './command-groups.ts';
import { finishCommands } from './finish-commands.ts';
import { fail } from './options.ts';

const program = new Command('momo')
  .description('Mobile Money Payment Service: what an operator of the service does by hand.')
  .version(VERSION);
for (const group of await openGroups(process.argv[2])) program.addCommand(group);
finishCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Requested help is no error; commander's other errors mean a command that it cannot parse.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (isRefusal(error) || error instanceof DatabaseUnavailable) fail(error.message);
  else {
    console.error(error);
    process.exitCode = 1;
  }
}
