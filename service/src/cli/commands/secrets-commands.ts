import { Command } from 'commander';
import { resealSecrets } from '../../flows/upkeep/seal-secrets.ts';

import { fail, say, whoRunsThis } from '../options.ts';
import { openVault, withPreparedDatabase } from '../with-database.ts';

export function secretsCommands(): Command {
  const secrets = new Command('secrets').description('The secrets that the database keeps sealed.');

  secrets
    .command('reseal')
    .description('Seal everything with SECRETS_KEY that SECRETS_KEY_OTHER has sealed.')
    .action(() =>
      withPreparedDatabase(async (opened) => {
        const { database, config } = opened;
        if (config.secretsKey === null) return fail('SECRETS_KEY is not set');
        const vault = await openVault(opened);
        const count = await resealSecrets({ database, vault }, whoRunsThis());
        say(`${count} secrets were sealed anew; all are sealed with SECRETS_KEY now`);
      }),
    );

  return secrets;
}
