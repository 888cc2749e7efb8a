import { Argument, Command } from 'commander';
import { migrate } from '../../db/migrate.ts';
import {
  ACCEPTABLE_TABLES,
  type AcceptableTable,
  type AcceptRefusal,
  acceptSeal,
} from '../../flows/upkeep/accept-seal.ts';
import { listSealProblems, rekeyRows } from '../../flows/upkeep/seal-rows.ts';
import { resealSecrets, sealSecrets } from '../../flows/upkeep/seal-secrets.ts';
import { createVault, type Vault } from '../../signing/sealed-text.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import {
  type CommandDeps,
  openVault,
  withDatabase,
  withPreparedDatabase,
} from '../with-database.ts';

export function sealCommands(): Command {
  const seal = new Command('seal').description('The seals of the rows that give power.');

  seal
    .command('list')
    .description('List what is not as this service wrote it; exit code 1 unless all is well.')
    .action(() =>
      withDatabase(async (opened) => {
        const deps = { connection: opened.database, vault: vaultOf(opened) };
        const problems = await listSealProblems(deps);
        for (const { subject, problem } of problems) {
          say(`${subject}: ${problem}`, { subject, problem });
        }
        if (problems.length === 0) say('all seals hold', null);
        else process.exitCode = 1;
      }),
    );

  seal
    .command('accept')
    .description('Say that a row is right as it is, after a repair by hand. Two people must.')
    .addArgument(new Argument('<table>', 'see `momo seal list`').choices(ACCEPTABLE_TABLES))
    .argument('<id>', 'its key, as `momo seal list` shows it')
    .requiredOption('--by <person>', 'who says so, such as an e-mail address')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((table: AcceptableTable, id: string, given: { readonly by: string; reason: string }) =>
      withDatabase(async (opened) => {
        const vault = vaultOf(opened);
        const done = await opened.database.atomically((connection) =>
          acceptSeal({ connection, vault }, whoRunsThis(), { table, id, ...given }),
        );
        if (done.kind === 'refused') fail(REFUSALS[done.why]);
        else if (done.kind === 'accepted') say(`accepted: ${table} ${id} is used again`);
        else say(`noted: ${table} ${id} is used once another person has run the same`);
      }),
    );

  seal
    .command('rekey')
    .description('Seal the rows that give power with a new key, while the service is stopped.')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action(({ reason }: { readonly reason: string }) =>
      withDatabase(async (opened) => {
        const vault = vaultOf(opened);
        const done = await opened.database.atomically((connection) =>
          rekeyRows({ connection, vault }, whoRunsThis(), reason),
        );
        if (done === 'no_key') fail(REFUSALS.no_key);
        else if (done === 'no_list') fail('this service did not write the list: momo seal list');
        else say('sealed with a new key; the old one is kept for the rows of before');
      }),
    );

  return seal;
}

function vaultOf({ config }: CommandDeps): Vault {
  return createVault(config.secretsKey, config.otherSecretsKeys);
}

const REFUSALS = {
  no_key: 'SECRETS_KEY is not set, or there is no key of the rows: nothing is sealed',
  not_broken: 'the row is as this service wrote it: there is nothing to accept',
  same_person: 'another person must run the same',
  not_found: 'there is no such row, and there was none',
  unreadable: 'a secret of the row cannot be opened with SECRETS_KEY: give it a new one first',
} as const satisfies Record<AcceptRefusal, string>;

export function secretsCommands(): Command {
  const secrets = new Command('secrets').description('The secrets that the database keeps sealed.');

  secrets
    .command('seal')
    .description('Seal what was stored before there was a SECRETS_KEY.')
    .action(() =>
      withDatabase(async ({ database, config }) => {
        if (config.secretsKey === null) return fail('SECRETS_KEY is not set');
        // A start would refuse what is still open, so nothing else is prepared here.
        await migrate(database);
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const count = await sealSecrets({ database, vault }, whoRunsThis());
        say(`${count} secrets were open and are sealed now`);
      }),
    );

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
