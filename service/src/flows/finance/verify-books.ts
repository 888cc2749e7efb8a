import type { Database, Queryable } from '../../db/client.ts';
import { type BooksFinding, PROOFS, type ProofName, runProof } from '../../db/finance/proofs.ts';
import { listComparedWallets } from '../../db/finance/wallets.ts';
import { assert } from '../../domain/assert.ts';
import { type BrokenClosing, SUMMED_BOOKS } from '../../domain/finance/closing.ts';
import { type ComparedBalance, compareWallet, isExplained } from '../../domain/finance/wallet.ts';
import { NO_SEAL, type SealRow } from '../../domain/seals/seal.ts';
import { findBrokenClosings } from './close-books.ts';
import { openDaySums, readArchived } from './sum-days.ts';

interface Proved {
  readonly name: ProofName;
  /** How many rows break it. */
  readonly count: number;
  readonly seconds: number;
}

export interface BooksReport {
  readonly holds: boolean;
  readonly proofs: readonly Proved[];
  readonly findings: readonly BooksFinding[];
  /** Closings that have changed since. */
  readonly closings: readonly BrokenClosing[];
  readonly wallets: readonly ComparedBalance[];
}

/**
 * Checks the books against everything else that is stored, at one moment, on its own connection: it
 * reads whole tables, so it has no time limit and may plan freely. Without a seal it cannot see
 * that all closings were made anew.
 */
export function verifyBooks(database: Database, seal: SealRow = NO_SEAL): Promise<BooksReport> {
  return atOneMoment(database, async (connection) => {
    const report = await proveBooks(connection);
    const isArchived = await readArchived(connection);
    const sums = await openDaySums(connection, { seal, isArchived });
    await sums.readTables(connection, SUMMED_BOOKS);
    const changed = sums.compareBooks();
    const closings = [...report.closings, ...changed];
    return { ...report, closings, holds: report.holds && changed.length === 0 };
  });
}

/** Reads the database as it is at one moment, without a time limit. */
export function atOneMoment<T>(
  database: Database,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return reading(database, [], work);
}

/** The same on another connection, for parallel reads: both see the same moment. */
export async function atThatMoment<T>(
  database: Database,
  first: Queryable,
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const [row] = await first.query<{ readonly name: string }>({
    text: 'select pg_export_snapshot() as name',
  });
  assert(row !== undefined, 'a snapshot has a name');
  return reading(database, [`set transaction snapshot '${row.name}'`], work);
}

function reading<T>(
  database: Database,
  first: readonly string[],
  work: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.withConnection(async (connection) => {
    const settings = [
      'begin isolation level repeatable read read only',
      ...first,
      'set local enable_seqscan = on',
      `set local work_mem = '64MB'`,
      'set local max_parallel_workers_per_gather = 2',
    ];
    for (const text of settings) await connection.query({ text });
    const result = await work(connection);
    await connection.query({ text: 'commit' });
    return result;
  });
}

/** The same inside a database transaction that shows one moment. */
export async function proveBooks(connection: Queryable): Promise<BooksReport> {
  const proofs: Proved[] = [];
  const findings: BooksFinding[] = [];
  for (const name of Object.keys(PROOFS) as ProofName[]) {
    const started = performance.now();
    const proven = await runProof(connection, name);
    const seconds = (performance.now() - started) / 1_000;
    proofs.push({ name, count: proven.count, seconds });
    findings.push(...proven.findings);
  }
  const closings = await findBrokenClosings(connection);
  const wallets = (await listComparedWallets(connection)).map(compareWallet);
  const holds = findings.length === 0 && wallets.every(isExplained) && closings.length === 0;
  return { holds, proofs, findings, closings, wallets };
}
