import { type AuditRow, FIRST_HASH, hashOfEntry, listAuditFrom } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { AuditAnchor } from '../../domain/access/audit-anchor.ts';

export interface BrokenLine {
  readonly line: number;
  readonly problem: string;
}

export interface AuditVerdict {
  readonly lines: number;
  /** Every entry that is not as it was written, in order; empty if the log is intact. */
  readonly broken: readonly BrokenLine[];
}

const BATCH = 1_000;

/**
 * Checks every entry by itself and against the next one, and reports all that are wrong. A chain
 * that was cut or rewritten is consistent, so it is also compared with anchors kept elsewhere.
 */
export async function verifyAudit(
  database: Queryable,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditVerdict> {
  const anchored = Map.groupBy(anchors, ({ line }) => line);
  const broken: BrokenLine[] = [];
  let before: CheckedLine = { id: 0, hash: FIRST_HASH, isTrue: true };
  for (;;) {
    const rows = await listAuditFrom(database, before.id + 1, BATCH);
    for (const row of rows) {
      for (let line = before.id + 1; line < row.id; line += 1) {
        broken.push({ line, problem: 'the line is missing' });
      }
      const isSame = row.hash === hashOfEntry(row);
      if (isSame && isRewritten(before, row)) {
        const problem = 'it was written anew: the next line follows another one';
        broken.push({ line: before.id, problem });
      }
      const problem = isSame ? chainProblem(row, anchored.get(row.id)) : 'its content was changed';
      if (problem !== null) broken.push({ line: row.id, problem });
      before = { id: row.id, hash: row.hash, isTrue: problem === null };
    }
    if (rows.length < BATCH) break;
  }
  const last = Math.max(0, ...anchored.keys());
  if (last > before.id) {
    const problem = `the log ends before it, but line ${last} was anchored: its end was cut, or an older backup restored`;
    broken.push({ line: before.id + 1, problem });
  }
  return { lines: before.id, broken };
}

interface CheckedLine {
  readonly id: number;
  readonly hash: string;
  /** No check has failed for it. */
  readonly isTrue: boolean;
}

function chainProblem(row: AuditRow, anchors: readonly AuditAnchor[] = []): string | null {
  if (row.id === 1 && row.previous_hash !== FIRST_HASH) return 'it does not begin the log';
  if (anchors.every(({ hash }) => hash === row.hash)) return null;
  return 'it is not the line that was anchored: the log was written anew';
}

/**
 * The previous entry fits its own hash, but the next one, which is intact, follows another hash: so
 * the previous entry was rewritten.
 */
function isRewritten(before: CheckedLine, row: AuditRow): boolean {
  return (
    before.id > 0 && before.id === row.id - 1 && before.isTrue && row.previous_hash !== before.hash
  );
}
