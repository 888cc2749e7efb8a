import { Command, InvalidArgumentError } from 'commander';
import { findCurrentSigningKey, listValidSigningKeys } from '../db/signing-keys.ts';
import { sealSecrets } from '../flows/seal-secrets.ts';
import { rotateSigningKey } from '../flows/signing-keys.ts';
import { createVault } from '../signing/sealed-text.ts';
import { withPreparedDatabase } from './with-database.ts';

/** One hour more than the day for which receivers are told to keep a key. */
const OVERLAP_HOURS = 25;

export function signingKeyCommands(): Command {
  const signingKey = new Command('signing-key').description('Key pairs that sign webhooks.');

  signingKey
    .command('rotate')
    .description('Make the next key pair, publish it, and go over to it after an overlap.')
    .option('--overlap-hours <hours>', 'time between publishing and use', parseHours, OVERLAP_HOURS)
    .action(({ overlapHours }: { overlapHours: number }) =>
      withPreparedDatabase(async ({ database, config }) => {
        const keys = { database, vault: createVault(config.secretsKey) };
        // A new key must not be sealed with another SECRETS_KEY than the service has.
        await sealSecrets(keys);
        const rotation = await rotateSigningKey(keys, overlapHours);
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

function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,4}$/.test(text) && hours <= 8_760) return hours;
  throw new InvalidArgumentError('It is a whole number from 0 to 8760.');
}
