import { FIRST_HASH, hashOfEntry, listAuditFrom } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { AuditAnchor } from '../../domain/access/audit-anchor.ts';

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number }
  | { readonly kind: 'broken'; readonly line: number; readonly problem: string };

const BATCH = 1_000;

/**
 * Checks the chain from its first entry and names the first entry that is wrong. A chain that was
 * cut or written anew holds in itself, so it is also compared with anchors kept elsewhere.
 */
export async function verifyAudit(
  database: Queryable,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditVerdict> {
  const anchored = Map.groupBy(anchors, ({ line }) => line);
  let expectedId = 1;
  let previousHash = FIRST_HASH;
  for (;;) {
    const rows = await listAuditFrom(database, expectedId, BATCH);
    for (const row of rows) {
      if (row.id !== expectedId) {
        return { kind: 'broken', line: expectedId, problem: 'the line is missing' };
      }
      if (row.previous_hash !== previousHash) {
        return { kind: 'broken', line: row.id, problem: 'it does not follow the line before' };
      }
      if (row.hash !== hashOfEntry(row)) {
        return { kind: 'broken', line: row.id, problem: 'its content was changed' };
      }
      if (anchored.get(row.id)?.some(({ hash }) => hash !== row.hash)) {
        const problem = 'it is not the line that was anchored: the log was written anew';
        return { kind: 'broken', line: row.id, problem };
      }
      previousHash = row.hash;
      expectedId += 1;
    }
    if (rows.length < BATCH) break;
  }
  const last = Math.max(0, ...anchored.keys());
  if (last < expectedId) return { kind: 'intact', lines: expectedId - 1 };
  const problem = `the log ends before it, but line ${last} was anchored: its end was cut, or an older backup restored`;
  return { kind: 'broken', line: expectedId, problem };
}
