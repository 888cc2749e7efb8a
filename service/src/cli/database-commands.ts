import { Command } from 'commander';
import { listAppliedMigrations, migrate, readMigrations } from '../db/migrate.ts';
import { withDatabase } from './with-database.ts';

export function databaseCommands(): Command {
  const db = new Command('db').description('The database schema.');

  db.command('migrate')
    .description('Apply the migrations that are missing.')
    .action(() =>
      withDatabase(async ({ database }) => {
        const applied = await migrate(database);
        for (const { version, name } of applied) console.log(`applied ${label(version, name)}`);
        if (applied.length === 0) console.log('nothing to do: the schema is up to date');
      }),
    );

  db.command('status')
    .description('Show which migrations are applied; exit code 1 when some are missing.')
    .action(() =>
      withDatabase(async ({ database }) => {
        const applied = new Map(
          (await listAppliedMigrations(database)).map((migration) => [
            migration.version,
            migration,
          ]),
        );
        for (const { version, name, checksum } of readMigrations()) {
          const found = applied.get(version);
          const state =
            found === undefined
              ? 'missing'
              : found.checksum === checksum
                ? `applied ${found.applied_at.toISOString()}`
                : 'CHANGED after it was applied';
          console.log(`${label(version, name)}  ${state}`);
          if (found?.checksum !== checksum) process.exitCode = 1;
        }
      }),
    );

  return db;
}

function label(version: number, name: string): string {
  return `${String(version).padStart(4, '0')}_${name}`;
}
