import { FIRST_HASH, hashOfEntry, listAuditFrom } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';

export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number }
  | { readonly kind: 'broken'; readonly line: number; readonly problem: string };

const BATCH = 1_000;

/** Checks the chain from its first entry and names the first entry that is wrong. */
export async function verifyAudit(database: Queryable): Promise<AuditVerdict> {
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
      previousHash = row.hash;
      expectedId += 1;
    }
    if (rows.length < BATCH) return { kind: 'intact', lines: expectedId - 1 };
  }
}
