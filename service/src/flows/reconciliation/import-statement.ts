import { createHash } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  compareStatements,
  insertStatement,
  insertStatementLines,
  listStatementWallets,
} from '../../db/reconciliation/statements.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { StatementMapping } from '../../domain/reconciliation/statements/mapping.ts';
import {
  type LineProblem,
  readStatement,
  type StatementLine,
} from '../../domain/reconciliation/statements/read-statement.ts';
import { parseFile } from '../../spreadsheets/parse-file.ts';
import type { Actor } from '../access/actor.ts';

export interface StatementFile {
  /** Operator and number, such as that of the books. */
  readonly wallet: string;
  readonly operator: Operator;
  readonly fileName: string;
  readonly content: Buffer;
  readonly mappings: readonly StatementMapping[];
}

export type PreviewedStatement =
  | { readonly kind: 'refused'; readonly problems: readonly LineProblem[] }
  | { readonly kind: 'read'; readonly mapping: string; readonly lines: readonly StatementLine[] };

export type ImportedStatement =
  | Extract<PreviewedStatement, { readonly kind: 'refused' }>
  | { readonly kind: 'imported'; readonly lines: number; readonly fresh: number }
  /** The same file was imported before. */
  | { readonly kind: 'known' };

/** What a file says, without keeping anything of it. */
export async function previewStatement(file: StatementFile): Promise<PreviewedStatement> {
  const parsed = await parseFile(file.content);
  if (parsed.kind === 'unreadable') {
    return { kind: 'refused', problems: [{ row: 0, problem: parsed.problem }] };
  }
  const number = file.wallet.split(':')[1] ?? '';
  return readStatement(parsed.rows, { mappings: file.mappings, number });
}

/** Lines are written so many at a time, which is also how often progress is told. */
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
  const { lines, mapping } = read;
  const digest = createHash('sha256').update(file.content).digest();
  return database.withConnection(async (connection): Promise<ImportedStatement> => {
    await connection.query({ text: 'begin' });
    const { actor: importedBy } = actor;
    const id = await insertStatement(connection, { ...file, digest, mapping, importedBy, lines });
    if (id === null) {
      await connection.query({ text: 'rollback' });
      return { kind: 'known' };
    }
    const fresh = await writeLines(connection, { ...file, id, lines }, onProgress);
    await compareStatements(connection, file.wallet);
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

/** Compares all statements again, since what we know changes after they came. */
export async function reconcileStatements({
  database,
}: {
  readonly database: Database;
}): Promise<void> {
  await database.withConnection(async (connection) => {
    for (const wallet of await listStatementWallets(connection)) {
      await compareStatements(connection, wallet);
    }
  });
}
