import { setTimeout as pause } from 'node:timers/promises';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { countWords, emptyWords, isSealedContent } from '../../db/upkeep/kept-content.ts';
import { type KeptWords, keptFrom, type Periods, WORDS_KEPT } from '../../domain/upkeep/erased.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { Actor } from '../access/actor.ts';

/** What was emptied, or would be. */
export interface Gone {
  readonly kind: KeptWords;
  /** `null` if it is kept for ever. */
  readonly before: Date | null;
  readonly rows: number;
}

export interface RetentionDeps {
  readonly database: Database;
  readonly periods: Periods;
  readonly at: Date;
}

/** Rows per commit: few enough that other users of a row do not notice. */
const BATCH = 500;

const KINDS = Object.keys(WORDS_KEPT) as readonly KeptWords[];

/** What `runRetention` would empty. */
export async function previewRetention(deps: RetentionDeps): Promise<readonly Gone[]> {
  const gone: Gone[] = [];
  for (const kind of KINDS) {
    const before = endOf(deps, kind);
    const rows = before === null ? 0 : await countAll(deps.database, kind, firstIdAt(before));
    gone.push({ kind, before, rows });
  }
  return gone;
}

/**
 * Empties the content whose time is over. Each batch is a commit, so the next run continues a
 * killed one; after a batch it rests as long as the batch took.
 */
export async function runRetention(deps: RetentionDeps, actor: Actor): Promise<readonly Gone[]> {
  const gone: Gone[] = [];
  for (const kind of KINDS) {
    const before = endOf(deps, kind);
    const rows = before === null ? 0 : await emptyAll(deps.database, kind, firstIdAt(before));
    if (rows > 0) await note(deps.database, actor, { kind, before, rows });
    gone.push({ kind, before, rows });
  }
  return gone;
}

function endOf({ periods, at }: RetentionDeps, kind: KeptWords): Date | null {
  const months = periods[WORDS_KEPT[kind]];
  return months === null ? null : keptFrom(at, months);
}

function countAll(database: Database, kind: KeptWords, before: string): Promise<number> {
  return database.withConnection((connection) => countWords(connection, kind, before));
}

function emptyAll(database: Database, kind: KeptWords, before: string): Promise<number> {
  if (isSealedContent(kind)) return emptyInBatches(database, kind, before);
  // On its own connection: passing over what an earlier run has emptied may take long.
  return database.withConnection((connection) => emptyInBatches(connection, kind, before));
}

async function emptyInBatches(
  connection: Queryable,
  kind: KeptWords,
  before: string,
): Promise<number> {
  let [rows, from]: [number, string | null] = [0, null];
  for (;;) {
    const started = performance.now();
    const { count, last } = await emptyWords(connection, kind, { before, from, limit: BATCH });
    rows += count;
    if (count < BATCH) return rows;
    from = last;
    await pause(performance.now() - started);
  }
}

function note(database: Database, actor: Actor, { kind, ...after }: Gone): Promise<void> {
  const what = { action: 'retention.empty', subject: `kept:${kind}`, before: null, after } as const;
  return database.atomically((connection) =>
    appendAudit(connection, { ...actor, ...what, reason: null }),
  );
}
