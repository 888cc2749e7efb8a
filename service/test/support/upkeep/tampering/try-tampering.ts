import type { Database, Queryable } from '../../../../src/db/client.ts';
import { verifyBooks } from '../../../../src/flows/finance/verify-books.ts';
import { openRowSeal } from '../../../../src/flows/row-key.ts';
import type { ProofOrder } from '../../../../src/flows/upkeep/prove-all.ts';
import { createVault } from '../../../../src/signing/sealed-text.ts';
import { prove } from '../all-holds.ts';
import type { LiveDays } from '../live-days.ts';
import type { Tampering } from './tampering.ts';

/** The proofs that name a change; the database is as before afterwards. */
export function tryTampering(
  { service, ids }: LiveDays,
  { sql }: Tampering,
  order: ProofOrder = {},
): Promise<ReadonlySet<string>> {
  const known = new Map(Object.entries(ids));
  return undone(service.database, async (database, connection) => {
    await connection.query({ text: `set local session_replication_role = 'replica'` });
    await connection.query({
      text: sql.replaceAll(/\{(\w+)\}/g, (all, name: string) => known.get(name) ?? all),
    });
    const { findings } = await prove({ ...service, database }, order);
    return new Set(findings.map(({ proof }) => proof));
  });
}

/** The same of a change that the books rest on: what names it, by `momo books verify` as well. */
export function tryBooksTampering({ service }: LiveDays, sql: string): Promise<NamedBy> {
  const vault = createVault(service.config.secretsKey);
  return undone(service.database, async (database, connection) => {
    await connection.query({ text: `set local session_replication_role = 'replica'` });
    await connection.query({ text: sql });
    const books = await verifyBooks(database, await openRowSeal({ database: connection, vault }));
    const all = await prove({ ...service, database });
    return { verify: !books.holds, auditAll: !all.holds };
  });
}

export interface NamedBy {
  readonly verify: boolean;
  readonly auditAll: boolean;
}

/** One database transaction that is undone; all that is read meanwhile is read inside it. */
function undone<T>(
  database: Database,
  work: (inside: Database, connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'begin' });
    const reading: Queryable = {
      query: async (statement) =>
        /^(begin|commit|set transaction)/.test(statement.text) ? [] : connection.query(statement),
    };
    const result = await work({ ...database, withConnection: (read) => read(reading) }, connection);
    await connection.query({ text: 'rollback' });
    return result;
  });
}
