import { createHash } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { compareStatements } from '../../db/finance/compare-statements.ts';
import { countDifferencesOf, type DifferenceCount } from '../../db/finance/differences.ts';
import {
  insertStatement,
  insertStatementLines,
  listStatementWallets,
  type NewStatement,
} from '../../db/finance/statements.ts';
import type {
  StatementMapping,
  StatementProblem,
} from '../../domain/finance/statements/mapping.ts';
import {
  readStatement,
  type StatementLine,
} from '../../domain/finance/statements/read-statement.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { parseFile } from '../../spreadsheets/parse-file.ts';
import type { Actor } from '../access/actor.ts';
import { bookExpectedFees } from './act-on-difference.ts';

export interface StatementFile {
  /** Operator and number, as in the books. */
  readonly wallet: string;
  readonly operator: Operator;
  readonly fileName: string;
  readonly content: Buffer;
  readonly mappings: readonly StatementMapping[];
}

export type PreviewedStatement =
  | { readonly kind: 'refused'; readonly problems: readonly StatementProblem[] }
  | { readonly kind: 'read'; readonly mapping: string; readonly lines: readonly StatementLine[] };

export type ImportedStatement =
  | Extract<PreviewedStatement, { readonly kind: 'refused' }>
  | { readonly kind: 'imported'; readonly lines: number; readonly fresh: number }
  /** The same file was imported before. */
  | { readonly kind: 'known' };

/** Reads a file without storing anything. */
export async function previewStatement(file: StatementFile): Promise<PreviewedStatement> {
  const parsed = await parseFile(file.content);
  if (parsed.kind === 'unreadable') {
    return { kind: 'refused', problems: [{ row: 0, problem: { code: parsed.problem } }] };
  }
  const number = file.wallet.split(':')[1] ?? '';
  return readStatement(parsed.rows, { mappings: file.mappings, number });
}

/** Lines are written this many at a time, and progress is reported as often. */
const BATCH = 5_000;

/** Imports all lines of a file, or none, and compares them with what we have. */
export async function importStatement(
  { database }: { readonly database: Database },
  actor: Actor,
  file: StatementFile,
  onProgress: (written: number, of: number) => void = () => {},
): Promise<ImportedStatement> {
  const read = await previewStatement(file);
  if (read.kind === 'refused') return read;
  const { lines } = read;
  return database.withConnection(async (connection): Promise<ImportedStatement> => {
    await connection.query({ text: 'begin' });
    const written = await write(
      connection,
      { ...file, ...read, importedBy: actor.actor },
      onProgress,
    );
    if (written === null) {
      await connection.query({ text: 'rollback' });
      return { kind: 'known' };
    }
    const { id, fresh } = written;
    await appendAudit(connection, {
      ...actor,
      action: 'statement.import',
      subject: `statement:${id}`,
      before: null,
      after: { wallet: file.wallet, file: file.fileName, lines: lines.length, fresh },
      reason: null,
    });
    await connection.query({ text: 'commit' });
    return { kind: 'imported', lines: lines.length, fresh };
  });
}

/** What importing a file would give. */
export type ImportPreview =
  | Extract<PreviewedStatement, { readonly kind: 'refused' }>
  | (Extract<PreviewedStatement, { readonly kind: 'read' }> & {
      /** `null` if the same file was imported before. */
      readonly outcome: {
        readonly fresh: number;
        readonly agreed: number;
        readonly differences: readonly DifferenceCount[];
      } | null;
    });

/** Imports a file, reads the result, and rolls everything back. */
export async function previewImport(
  { database }: { readonly database: Database },
  file: StatementFile,
): Promise<ImportPreview> {
  const read = await previewStatement(file);
  if (read.kind === 'refused') return read;
  const { wallet } = file;
  return database.withConnection(async (connection): Promise<ImportPreview> => {
    await connection.query({ text: 'begin' });
    const written = await write(connection, { ...file, ...read, importedBy: 'nobody' }, () => {});
    const differences =
      written === null ? [] : await countDifferencesOf(connection, { wallet, lines: read.lines });
    await connection.query({ text: 'rollback' });
    if (written === null) return { ...read, outcome: null };
    const differing = differences
      .filter(({ kind }) => kind !== 'not_on_statement')
      .reduce((sum, { count }) => sum + count, 0);
    const agreed = read.lines.length - differing;
    return { ...read, outcome: { fresh: written.fresh, agreed, differences } };
  });
}

/** Writes and compares the lines; returns `null` if the same file is there already. */
async function write(
  connection: Queryable,
  statement: Omit<NewStatement, 'digest'> & Pick<StatementFile, 'content'>,
  onProgress: (written: number, of: number) => void,
): Promise<{ readonly id: string; readonly fresh: number } | null> {
  const digest = createHash('sha256').update(statement.content).digest();
  const id = await insertStatement(connection, { ...statement, digest });
  if (id === null) return null;
  const fresh = await writeLines(connection, { ...statement, id }, onProgress);
  await compare(connection, statement.wallet);
  return { id, fresh };
}

async function writeLines(
  connection: Queryable,
  statement: Pick<StatementFile, 'wallet' | 'operator'> & {
    readonly id: string;
    readonly lines: readonly StatementLine[];
  },
  onProgress: (written: number, of: number) => void,
): Promise<number> {
  const { lines } = statement;
  let fresh = 0;
  for (let first = 0; first < lines.length; first += BATCH) {
    const batch = lines.slice(first, first + BATCH);
    fresh += await insertStatementLines(connection, statement, batch);
    onProgress(first + batch.length, lines.length);
  }
  return fresh;
}

/** Compares all statements again, since our records change after they arrive. */
export async function reconcileStatements({
  database,
}: {
  readonly database: Database;
}): Promise<void> {
  await database.withConnection(async (connection) => {
    for (const wallet of await listStatementWallets(connection)) {
      await compare(connection, wallet);
    }
  });
}

async function compare(connection: Queryable, wallet: string): Promise<void> {
  await compareStatements(connection, wallet);
  await bookExpectedFees(connection, wallet);
}
