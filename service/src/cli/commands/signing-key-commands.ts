import { Command, Option } from 'commander';
import {
  findCurrentSigningKey,
  listRevokedKeyIds,
  listValidSigningKeys,
} from '../../db/webhooks/signing-keys.ts';
import { revokeSigningKey, rotateSigningKey } from '../../flows/webhooks/signing-keys.ts';
import {
  fail,
  parseHours,
  parseReason,
  REASON,
  REASON_HELP,
  say,
  whoRunsThis,
} from '../options.ts';
import { openVault, withPreparedDatabase } from '../with-database.ts';

/** One hour more than the day for which receivers may cache a key. */
const OVERLAP_HOURS = 25;

export function signingKeyCommands(): Command {
  const signingKey = new Command('signing-key').description('Key pairs that sign webhooks.');

  signingKey
    .command('rotate')
    .description('Make the next key pair, publish it, and go over to it after an overlap.')
    .option('--overlap-hours <hours>', 'time between publishing and use', parseHours, OVERLAP_HOURS)
    .addOption(
      new Option('--bits <bits>', 'a longer one signs three times slower')
        .choices(['2048', '3072', '4096'])
        .default('2048'),
    )
    .action(({ overlapHours, bits }: { overlapHours: number; bits: string }) =>
      withPreparedDatabase(async (opened) => {
        const keys = { database: opened.database, vault: await openVault(opened) };
        const rotation = await rotateSigningKey(keys, whoRunsThis(), {
          overlapHours,
          bits: Number(bits),
        });
        const activeFrom = rotation.activeFrom.toISOString();
        if (rotation.kind === 'already_announced') {
          return fail(`a new key is already announced; it signs from ${activeFrom} on`);
        }
        say(`${rotation.keyId} is published now and signs from ${activeFrom} on`);
      }),
    );

  signingKey
    .command('revoke')
    .description('Refuse a key that was stolen: it is published no more, and signs nothing more.')
    .argument('<kid>', 'see `momo signing-key list`')
    .option(REASON, REASON_HELP, parseReason)
    .action((keyId: string, { reason = null }: { readonly reason?: string | null }) =>
      withPreparedDatabase(async (opened) => {
        const keys = { database: opened.database, vault: await openVault(opened) };
        const done = await revokeSigningKey(keys, whoRunsThis(), { keyId, reason });
        if (done.kind === 'not_found') return fail(`there is no key ${keyId}`);
        if (done.kind === 'already_revoked') return fail(`${keyId} was revoked before`);
        say(`revoked ${keyId}; ${done.signsNow} signs now`, {
          revoked: keyId,
          signs_now: done.signsNow,
        });
        say('Receivers with our SDK refuse it within 10 minutes, others within 24 hours.', null);
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
        for (const key_id of await listRevokedKeyIds(database)) {
          say(`${key_id}  revoked`, { key_id, revoked: true });
        }
      }),
    );

  return signingKey;
}
