import { Command } from 'commander';
import { findCurrentSigningKey, listValidSigningKeys } from '../db/signing-keys.ts';
import { rotateSigningKey } from '../flows/signing-keys.ts';
import { createVault } from '../signing/sealed-text.ts';
import { withPreparedDatabase } from './with-database.ts';

/** One hour more than the day for which receivers are told to keep a key. */
const OVERLAP_HOURS = '25';

export function signingKeyCommands(): Command {
  const signingKey = new Command('signing-key').description('Key pairs that sign webhooks.');

  signingKey
    .command('rotate')
    .description('Make the next key pair, publish it, and go over to it after an overlap.')
    .option('--overlap-hours <hours>', 'time between publishing and use', OVERLAP_HOURS)
    .action((options: { overlapHours: string }) =>
      withPreparedDatabase(async ({ database, config }) => {
        const hours = Number(options.overlapHours);
        if (!Number.isInteger(hours) || hours < 0 || hours > 8_760) {
          throw new Error('--overlap-hours must be a whole number from 0 to 8760');
        }
        const vault = createVault(config.secretsKey);
        const rotation = await rotateSigningKey({ database, vault }, hours);
        const activeFrom = rotation.activeFrom.toISOString();
        if (rotation.kind === 'announced') {
          console.log(`${rotation.keyId} is published now and signs from ${activeFrom} on`);
        } else {
          console.log(`a new key is already announced; it signs from ${activeFrom} on`);
          process.exitCode = 1;
        }
      }),
    );

  signingKey
    .command('list')
    .description('List the keys that receivers may meet.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const current = await findCurrentSigningKey(database);
        for (const { key_id, active_from } of await listValidSigningKeys(database)) {
          const mark = key_id === current?.key_id ? '  signs now' : '';
          console.log(`${key_id}  from ${active_from.toISOString()}${mark}`);
        }
      }),
    );

  return signingKey;
}
