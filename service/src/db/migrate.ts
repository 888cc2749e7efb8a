import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Queryable } from './client.ts';
import { findOldestRelease, listOlderSessions, type OlderSession } from './installation.ts';
import { isOlder, OLDEST_RELEASE, RELEASE } from './releases.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface AppliedMigrationRow {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
}

/** The database and the code do not match; a person has to check. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations');

/** What the releases before 0.3 brought, for their databases. */
const OLD_FOLDER = 'before-0.3';

/** The schema as all migrations leave it, for a new database: `npm run generate` makes it. */
const BASELINE = 'baseline.sql';

/** Any number that no other program uses on our databases. */
const MIGRATION_LOCK = 7_266_001;

export interface MigrateOptions {
  /** All of them, in their order. */
  readonly known?: readonly Migration[];
  /** Makes an empty database at once; if `null`, all migrations make it in turn. */
  readonly baseline?: string | null;
  /** Called before the first is applied: on a large database the caller sees what it waits for. */
  readonly announce?: (missing: readonly Migration[]) => void;
  /** Processes of releases that cannot run on the new schema may be connected. */
  readonly despiteSessions?: boolean;
}

/** A process that was just stopped is gone by then. */
const SESSIONS_PATIENCE_MS = 3_000;

/** Applies what is missing, one database transaction each, in one process at a time. */
export async function migrate(
  database: Database,
  {
    known = readMigrations(),
    baseline = readBaseline(),
    announce = () => {},
    despiteSessions = false,
  }: MigrateOptions = {},
): Promise<readonly Migration[]> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] });
    await createLedger(connection);
    const applied = await listApplied(connection);
    await refuseContradictions(connection, known, applied);
    const missing = known.slice(applied.length);
    if (missing.length > 0 && !despiteSessions) await refuseOlderSessions(connection, applied);
    if (missing.length > 0) announce(missing);
    const isNew = applied.length === 0 && baseline !== null;
    const newer = isNew ? await applyBaseline(connection, baseline, known) : missing;
    for (const migration of newer) await apply(connection, migration);
    return missing;
  });
}

/** For a process that applies none itself: refuses a database with another schema. */
export async function refuseOtherSchema(
  database: Queryable,
  known: readonly Migration[] = readMigrations(),
): Promise<void> {
  const applied = await listAppliedMigrations(database);
  await refuseContradictions(database, known, applied);
  const missing = known[applied.length];
  if (missing === undefined) return;
  throw new MigrationRefused(
    `The database does not have migration ${missing.version} (${missing.name}) yet. Stop the service and start it: a start applies it.`,
  );
}

export async function listAppliedMigrations(
  database: Queryable,
): Promise<readonly AppliedMigrationRow[]> {
  const [ledger] = await database.query<{ readonly found: boolean }>({
    text: `select to_regclass('schema_migrations') is not null as found`,
  });
  return ledger?.found ? listApplied(database) : [];
}

export function readMigrations(folder: string = FOLDER): readonly Migration[] {
  const files = [join(folder, OLD_FOLDER), folder].flatMap((source) =>
    readdirSync(source)
      .filter((file) => file.endsWith('.sql') && file !== BASELINE)
      .sort()
      .map((file) => join(source, file)),
  );
  return files.map((path, index) => {
    const file = basename(path);
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file) || Number(file.slice(0, 4)) !== index + 1) {
      throw new MigrationRefused(`${file}: migrations are numbered 0001_name.sql without gaps`);
    }
    return migrationOf(index + 1, file.slice(5, -4), readFileSync(path, 'utf8'));
  });
}

export function migrationOf(version: number, name: string, sql: string): Migration {
  return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function readBaseline(): string {
  return readFileSync(join(FOLDER, BASELINE), 'utf8');
}

/** The name of its file. */
export function labelOf({ version, name }: Pick<Migration, 'version' | 'name'>): string {
  return `${String(version).padStart(4, '0')}_${name}`;
}

/** `unknown` if the database is newer than this release. */
export type MigrationState = 'applied' | 'missing' | 'changed' | 'unknown';

interface ComparedMigration {
  readonly name: string;
  readonly state: MigrationState;
  readonly appliedAt: Date | null;
}

/** Each migration of this release or of the database, with its state. */
export function compareMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigrationRow[],
): readonly ComparedMigration[] {
  const found = new Map(applied.map((row) => [row.version, row]));
  const ours = known.map((migration): ComparedMigration => {
    const row = found.get(migration.version);
    const name = labelOf(migration);
    if (row === undefined) return { name, state: 'missing', appliedAt: null };
    const state = row.checksum === migration.checksum ? 'applied' : 'changed';
    return { name, state, appliedAt: row.applied_at };
  });
  const newer = applied.filter(({ version }) => version > known.length);
  return [
    ...ours,
    ...newer.map((row) => ({
      name: labelOf(row),
      state: 'unknown' as const,
      appliedAt: row.applied_at,
    })),
  ];
}

/** A newer schema is accepted while it still serves this release. */
async function refuseContradictions(
  database: Queryable,
  known: readonly Migration[],
  applied: readonly AppliedMigrationRow[],
): Promise<void> {
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const expected = known[index];
    if (expected === undefined) {
      if (await servesUs(database)) return;
      throw new MigrationRefused(
        `The database is newer than this program: it has migration ${version} (${name}). Start the newer release.`,
      );
    }
    if (expected.version !== version || expected.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${version} (${name}) was changed after it had been applied. Restore the file and add a new one instead.`,
      );
    }
  }
}

async function servesUs(database: Queryable): Promise<boolean> {
  const oldest = await findOldestRelease(database);
  return oldest !== null && !isOlder(RELEASE, oldest);
}

async function refuseOlderSessions(
  connection: Queryable,
  applied: readonly AppliedMigrationRow[],
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const older = await listOlderSessions(connection, applied.length);
    if (older.length === 0) return;
    if (performance.now() - begun > SESSIONS_PATIENCE_MS) {
      throw new MigrationRefused(describeSessions(older));
    }
    await pause(250);
  }
}

function describeSessions(older: readonly OlderSession[]): string {
  return (
    `The new schema is for release ${OLDEST_RELEASE} and later, and older ones are connected: ` +
    `${older.map(describeSession).join(', ')}. Stop them, or let them fail with \`momo db migrate --despite-sessions\`.`
  );
}

export function describeSession({ release, process }: OlderSession): string {
  return `${process} (release ${release})`;
}

/** Makes the schema, with the rows of the migrations in it; returns the newer ones. */
async function applyBaseline(
  connection: Queryable,
  baseline: string,
  known: readonly Migration[],
): Promise<readonly Migration[]> {
  return inTransaction(connection, async () => {
    await connection.query({ text: baseline });
    const applied = await listApplied(connection);
    const isOurs = applied.every(({ checksum }, index) => checksum === known[index]?.checksum);
    if (isOurs) return known.slice(applied.length);
    throw new MigrationRefused(
      'migrations/baseline.sql was made from other migrations than these. Run `npm run generate`.',
    );
  });
}

function apply(connection: Queryable, migration: Migration): Promise<void> {
  const { version, name, sql, checksum } = migration;
  return inTransaction(connection, async () => {
    await connection.query({ text: sql });
    await connection.query({
      text: 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      values: [version, name, checksum],
    });
  });
}

async function inTransaction<T>(connection: Queryable, work: () => Promise<T>): Promise<T> {
  try {
    await connection.query({ text: 'begin' });
    const result = await work();
    await connection.query({ text: 'commit' });
    return result;
  } catch (error) {
    await connection.query({ text: 'rollback' });
    throw error;
  }
}

async function createLedger(connection: Queryable): Promise<void> {
  await connection.query({
    text: `create table if not exists schema_migrations (
             version integer primary key,
             name text not null,
             checksum text not null,
             applied_at timestamptz not null default now()
           )`,
  });
}

function listApplied(connection: Queryable): Promise<AppliedMigrationRow[]> {
  return connection.query<AppliedMigrationRow>({
    text: 'select version, name, checksum, applied_at from schema_migrations order by version',
  });
}
