import { Command, InvalidArgumentError } from 'commander';
import { findCurrentSigningKey, listValidSigningKeys } from '../../db/webhooks/signing-keys.ts';
import { rotateSigningKey } from '../../flows/webhooks/signing-keys.ts';

import { fail, say, whoRunsThis } from '../options.ts';
import { openVault, withPreparedDatabase } from '../with-database.ts';

/** One hour more than the day for which receivers may cache a key. */
const OVERLAP_HOURS = 25;

export function signingKeyCommands(): Command {
  const signingKey = new Command('signing-key').description('Key pairs that sign webhooks.');

  signingKey
    .command('rotate')
    .description('Make the next key pair, publish it, and go over to it after an overlap.')
    .option('--overlap-hours <hours>', 'time between publishing and use', parseHours, OVERLAP_HOURS)
    .action(({ overlapHours }: { overlapHours: number }) =>
      withPreparedDatabase(async (opened) => {
        const keys = { database: opened.database, vault: await openVault(opened) };
        const rotation = await rotateSigningKey(keys, whoRunsThis(), overlapHours);
        const activeFrom = rotation.activeFrom.toISOString();
        if (rotation.kind === 'already_announced') {
          return fail(`a new key is already announced; it signs from ${activeFrom} on`);
        }
        say(`${rotation.keyId} is published now and signs from ${activeFrom} on`);
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
          const facts = { key_id, active_from, signs_now: mark !== '' };
          say(`${key_id}  from ${active_from.toISOString()}${mark}`, facts);
        }
      }),
    );

  return signingKey;
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,4}$/.test(text) && hours <= 8_760) return hours;
  throw new InvalidArgumentError('Give a whole number from 0 to 8760.');
}
