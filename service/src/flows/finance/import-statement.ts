import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { compareStatements } from '../../db/finance/compare-statements.ts';
import {
  countDifferencesOf,
  countMissing,
  type DifferenceCount,
} from '../../db/finance/differences.ts';
import { takeReadingTurn } from '../../db/finance/statement-uploads.ts';
import {
  findOperatorsOf,
  insertStatement,
  insertStatementLines,
  listStatementWallets,
} from '../../db/finance/statements.ts';
import type { StatementMapping } from '../../domain/finance/statements/mapping.ts';
import type { StatementLine } from '../../domain/finance/statements/read-line.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Actor } from '../access/actor.ts';
import { bookExpectedFees } from './differences/act-on-difference.ts';
import {
  type FileContent,
  type ReadLines,
  type RefusedFile,
  readStatementFile,
} from './read-file.ts';

export interface StatementFile {
  /** Operator and number, as in the books. */
  readonly wallet: string;
  readonly operator: Operator;
  readonly fileName: string;
  readonly content: FileContent;
  readonly mappings: readonly StatementMapping[];
}

/** Another file is being read, here or in another process. */
export interface ReadingIsBusy {
  readonly kind: 'busy';
}

export type ImportedStatement =
  | RefusedFile
  | ReadingIsBusy
  | { readonly kind: 'imported'; readonly lines: number; readonly fresh: number }
  /** The same file was imported before. */
  | { readonly kind: 'known' };

/** What an import reports on its way. */
export interface ImportEvents {
  /** No other file is being read, so this one is. */
  readonly onTurn?: () => void;
  readonly onProgress?: (written: number, of: number) => void;
}

/** Imports all lines of a file, or none, and compares them with what we have. */
export async function importStatement(
  { database }: { readonly database: Database },
  actor: Actor,
  file: StatementFile,
  { onTurn, onProgress }: ImportEvents = {},
): Promise<ImportedStatement> {
  return inTurn(database, async (connection) => {
    onTurn?.();
    const wanted = await findWanted(connection, file);
    if (wanted === null) return OF_SEVERAL_OPERATORS;
    return readStatementFile(file.content, wanted, async (read, batches) => {
      await connection.query({ text: 'begin' });
      const by = actor.actor;
      const written = await write(
        connection,
        { file, read, by },
        watched(batches, read, onProgress),
      );
      if (written === null) {
        await connection.query({ text: 'rollback' });
        return { kind: 'known' };
      }
      const { id, fresh } = written;
      const { lines } = read.facts;
      await appendAudit(connection, {
        ...actor,
        action: 'statement.import',
        subject: `statement:${id}`,
        before: null,
        after: { wallet: file.wallet, file: file.fileName, lines, fresh },
        reason: null,
      });
      await connection.query({ text: 'commit' });
      return { kind: 'imported', lines, fresh };
    });
  });
}

/** What importing a file would give. */
export type ImportPreview =
  | RefusedFile
  | ReadingIsBusy
  | (ReadLines & {
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
  return inTurn(database, async (connection) => {
    const wanted = await findWanted(connection, file);
    if (wanted === null) return OF_SEVERAL_OPERATORS;
    return readStatementFile(file.content, wanted, async (read, batches) => {
      const ids = new Set<string>();
      await connection.query({ text: 'begin' });
      const written = await write(connection, { file, read, by: 'nobody' }, noted(batches, ids));
      if (written === null) return { ...read, outcome: null };
      const { wallet } = file;
      const differing = await countDiffering(connection, wallet, [...ids]);
      const missing = await countMissing(connection, { wallet, ...read.facts });
      await connection.query({ text: 'rollback' });
      const agreed = read.facts.lines - differing.payments;
      const differences = [...differing.counts, ...missing];
      return { ...read, outcome: { fresh: written.fresh, agreed, differences } };
    });
  });
}

/** An id means a payment only together with its operator. */
const OF_SEVERAL_OPERATORS: RefusedFile = {
  kind: 'refused',
  problems: [{ row: 0, problem: { code: 'statement_of_several_operators' } }],
};

/**
 * Reads one file at a time, whatever process it is in, so that the costs do not add up. The turn is
 * that of a connection: it ends with it, and so with its process.
 */
export function inTurn<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T | ReadingIsBusy> {
  return database.withConnection<T | ReadingIsBusy>(async (connection) =>
    (await takeReadingTurn(connection)) ? work(connection) : { kind: 'busy' },
  );
}

/** At most this many lines of a preview are shown. */
const SHOWN = 20;

/** What the file is read by; `null` if no mapping says of which operator a line is, and it must. */
async function findWanted(connection: Queryable, file: StatementFile) {
  const { wallet, mappings: known } = file;
  const { several, isOnlyNumber } = await findOperatorsOf(connection, file);
  const mappings = several ? known.filter(({ operators }) => operators !== undefined) : known;
  if (isOnlyNumber || (several && mappings.length === 0)) return null;
  return { mappings, number: wallet.split(':')[1] ?? '', show: SHOWN };
}

type Batches = AsyncIterable<readonly StatementLine[]>;

async function* watched(
  batches: Batches,
  { facts }: ReadLines,
  onProgress: ImportEvents['onProgress'],
): Batches {
  let written = 0;
  for await (const batch of batches) {
    yield batch;
    written += batch.length;
    onProgress?.(written, facts.lines);
  }
}

async function* noted(batches: Batches, ids: Set<string>): Batches {
  for await (const batch of batches) {
    for (const { operatorTxId } of batch) ids.add(operatorTxId);
    yield batch;
  }
}

/** Ids go to the database so many at a time, since each list of them is work for this process. */
const ASKED_AT_ONCE = 5_000;

async function countDiffering(
  connection: Queryable,
  wallet: string,
  ids: readonly string[],
): Promise<{ readonly payments: number; readonly counts: readonly DifferenceCount[] }> {
  const counts = new Map<DifferenceCount['kind'], number>();
  let payments = 0;
  for (let first = 0; first < ids.length; first += ASKED_AT_ONCE) {
    const some = ids.slice(first, first + ASKED_AT_ONCE);
    for (const { kind, count } of await countDifferencesOf(connection, { wallet, ids: some })) {
      if (kind === null) payments += count;
      else counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
  }
  return { payments, counts: [...counts].map(([kind, count]) => ({ kind, count })) };
}

/** Writes and compares the lines; returns `null` if the same file is there already. */
async function write(
  connection: Queryable,
  {
    file,
    read,
    by,
  }: { readonly file: StatementFile; readonly read: ReadLines; readonly by: string },
  batches: Batches,
): Promise<{ readonly id: string; readonly fresh: number } | null> {
  const id = await insertStatement(connection, { ...file, ...read, importedBy: by });
  if (id === null) return null;
  let fresh = 0;
  for await (const batch of batches) {
    fresh += await insertStatementLines(connection, { ...file, id }, batch);
  }
  await compare(connection, file.wallet);
  return { id, fresh };
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
