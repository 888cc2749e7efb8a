import { Command, InvalidArgumentError } from 'commander';
import { beginInstallation } from '../../../app/database.ts';
import { moveClock } from '../../../db/clock.ts';
import { findInstallation } from '../../../db/installation.ts';
import {
  compareMigrations,
  labelOf,
  listAppliedMigrations,
  type MigrationState,
  migrate,
  readMigrations,
} from '../../../db/migrate.ts';
import { fillReasons } from '../../../flows/upkeep/fill-reasons.ts';
import { sealPayments } from '../../../flows/upkeep/seal-payments.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, say } from '../../options.ts';
import { withDatabase, withPreparedDatabase } from '../../with-database.ts';
import type { OpenAccounts } from '../channel-commands.ts';
import { acceptRestoreCommand, quarantineCommand } from './restore-commands.ts';

export function databaseCommands(openAccounts: OpenAccounts): Command {
  const db = new Command('db').description(
    'The database: its schema, and what to do after a restore.',
  );

  db.command('migrate')
    .description('Apply the migrations that are missing.')
    .option(
      '--despite-sessions',
      'also while processes are connected that cannot run on the new schema',
      false,
    )
    .action(({ despiteSessions }: { readonly despiteSessions: boolean }) =>
      withDatabase(async ({ database, config }) => {
        const applied = await migrate(database, { despiteSessions });
        for (const migration of applied) say(`applied ${labelOf(migration)}`);
        if (applied.length === 0) say('nothing to do: the schema is up to date');
        // The first start of a new database sets its environment.
        const environment = await findInstallation(database);
        if (environment === null) return;
        await fillReasons(database);
        const { policy, leftOut } = await beginInstallation(database, config, environment);
        for (const line of policy) say(`policy: ${line}`);
        for (const { table, id } of leftOut) {
          say(`${table} ${id} is not as the audit log says: it is not used until two people`, null);
          say(`  run: momo seal accept ${table} ${id} --reason "…"`, { table, id });
        }
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const sealed = await sealPayments({ database, vault });
        if (sealed === null) return;
        const { payments, checkouts, months, yeses, disputed } = sealed;
        say(
          `sealed ${payments} payments, ${checkouts} checkouts, ${months} months of histories ` +
            `and ${yeses} approvals`,
        );
        for (const subject of disputed) {
          say(`${subject} disagrees with what else is stored: not sealed, so it is not used`);
        }
      }),
    );

  db.command('status')
    .description('Show which migrations are applied; exit code 1 unless all is well.')
    .action(() =>
      withDatabase(async ({ database }) => {
        const applied = await listAppliedMigrations(database);
        for (const { name, state, appliedAt } of compareMigrations(readMigrations(), applied)) {
          const since = state === 'applied' ? ` ${appliedAt?.toISOString()}` : '';
          const label = `${STATE_TEXTS[state]}${since}`;
          say(`${name}  ${label}`, { migration: name, state: label });
          if (state !== 'applied') process.exitCode = 1;
        }
      }),
    );

  db.addCommand(quarantineCommand());
  db.addCommand(acceptRestoreCommand(openAccounts));
  return db;
}

const STATE_TEXTS = {
  applied: 'applied',
  missing: 'missing',
  changed: 'CHANGED after it was applied',
  unknown: 'UNKNOWN to this release: the database is newer',
} as const satisfies Record<MigrationState, string>;

export function sandboxCommands(): Command {
  const sandbox = new Command('sandbox').description('Try out what takes time, in the sandbox.');
  sandbox.addCommand(clockCommand());
  return sandbox;
}

function clockCommand(): Command {
  return new Command('clock')
    .description('Show the clock of the sandbox, or move it forward: to the end of a day, say.')
    .option('--forward <hours>', 'by how many hours, at most 744', parseHours)
    .action(({ forward = 0 }: { readonly forward?: number }) =>
      withPreparedDatabase(async ({ database, config }) => {
        if (config.environment === 'live') return fail('the clock of live is not moved');
        const at = (await moveClock(database, { hours: forward })).toISOString();
        say(`it is ${at}`, { at });
      }),
    );
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,3}$/.test(text) && hours <= 744) return hours;
  throw new InvalidArgumentError('Give whole hours, at most 744: the clock never goes back.');
}
