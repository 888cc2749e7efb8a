import { Command } from 'commander';
import { StartRefused } from '../database.ts';
import { DatabaseUnavailable } from '../db/client.ts';
import { MigrationRefused } from '../db/migrate.ts';
import { WrongSecretsKey } from '../signing/sealed-text.ts';
import { VERSION } from '../version.ts';
import { auditCommands } from './audit-commands.ts';
import { channelCommands } from './channel-commands.ts';
import { databaseCommands } from './database-commands.ts';
import { gatewayCommands, gatewayKeyCommands } from './gateway-commands.ts';
import { keyCommands } from './key-commands.ts';
import { lineCommands } from './line-commands.ts';
import { openAccounts, providerCommands } from './provider-commands.ts';
import { signingKeyCommands } from './signing-key-commands.ts';
import { smsCommands } from './sms-commands.ts';
import { staffCommands } from './staff-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const program = new Command('momo')
  .description('Mobile Money Payment Service: what an operator of the service does by hand.')
  .version(VERSION)
  .showHelpAfterError();
program.addCommand(auditCommands());
program.addCommand(channelCommands(openAccounts));
program.addCommand(databaseCommands());
program.addCommand(gatewayCommands());
program.addCommand(gatewayKeyCommands());
program.addCommand(keyCommands());
program.addCommand(lineCommands());
program.addCommand(providerCommands());
program.addCommand(signingKeyCommands());
program.addCommand(smsCommands());
program.addCommand(staffCommands());
program.addCommand(webhookCommands());

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
