import { Command } from 'commander';
import {
  type AppliedMigrationRow,
  labelOf,
  listAppliedMigrations,
  type Migration,
  migrate,
  readMigrations,
} from '../../../db/migrate.ts';
import { say } from '../../options.ts';
import { withDatabase } from '../../with-database.ts';
import type { OpenAccounts } from '../channel-commands.ts';
import { acceptRestoreCommand, quarantineCommand } from './restore-commands.ts';

export function databaseCommands(openAccounts: OpenAccounts): Command {
  const db = new Command('db').description(
    'The database: its schema, and what to do after a restore.',
  );

  db.command('migrate')
    .description('Apply the migrations that are missing.')
    .action(() =>
      withDatabase(async ({ database }) => {
        const applied = await migrate(database);
        for (const migration of applied) say(`applied ${labelOf(migration)}`);
        if (applied.length === 0) say('nothing to do: the schema is up to date');
      }),
    );

  db.command('status')
    .description('Show which migrations are applied; exit code 1 unless all is well.')
    .action(() =>
      withDatabase(async ({ database }) => {
        for (const { name, state, isFine } of compare(
          readMigrations(),
          await listAppliedMigrations(database),
        )) {
          say(`${name}  ${state}`, { migration: name, state });
          if (!isFine) process.exitCode = 1;
        }
      }),
    );

  db.addCommand(quarantineCommand());
  db.addCommand(acceptRestoreCommand(openAccounts));
  return db;
}

interface MigrationState {
  readonly name: string;
  readonly state: string;
  readonly isFine: boolean;
}

function compare(
  known: readonly Migration[],
  applied: readonly AppliedMigrationRow[],
): readonly MigrationState[] {
  const found = new Map(applied.map((migration) => [migration.version, migration]));
  const newer = applied.filter(({ version }) => version > known.length);
  return [
    ...known.map((migration) => ({
      name: labelOf(migration),
      ...stateOf(migration, found.get(migration.version)),
    })),
    ...newer.map((migration) => ({
      name: labelOf(migration),
      state: 'UNKNOWN to this release: the database is newer',
      isFine: false,
    })),
  ];
}

function stateOf(
  { checksum }: Migration,
  applied: AppliedMigrationRow | undefined,
): Omit<MigrationState, 'name'> {
  if (applied === undefined) return { state: 'missing', isFine: false };
  if (applied.checksum !== checksum) {
    return { state: 'CHANGED after it was applied', isFine: false };
  }
  return { state: `applied ${applied.applied_at.toISOString()}`, isFine: true };
}
