import { randomUUIDv7 } from 'node:crypto';
import { assert } from '../../domain/assert.ts';
import type { Chain, OpenGap } from '../../domain/lines/balance-chain.ts';
import type { TrustSource } from '../../domain/lines/line.ts';
import type { ChangedRows, Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';

/** A line of ours, locked until the caller's database transaction ends. */
export interface LockedLine {
  readonly line: string;
  /** `null` if the line was never opened: then it confirms nothing. */
  readonly openedAt: Date | null;
  /** False if a person has declared so: then no balance is compared. */
  readonly tellsBalances: boolean;
  /** `null` without a trusted balance. */
  readonly chain: Chain | null;
  /** When the last text of a burst came, or `null` if none did. */
  readonly burstAt: Date | null;
  /** The person whose typed balance alone the chain starts from; `null` if more than one says it. */
  readonly typedBy: string | null;
}

interface LineRow {
  readonly line: string;
  readonly opened_at: Date | null;
  readonly tells_balances: boolean;
  readonly start_cents: number | null;
  readonly trusted_at: Date | null;
  readonly balance_cents: number | null;
  readonly balance_time: Date | null;
  readonly open_gaps: readonly GapRow[];
  readonly burst_at: Date | null;
  readonly typed_by: string | null;
  /** Only where rows are sealed. */
  readonly isSealed?: boolean;
}

/** In JSON, with its times as text. */
export interface GapRow {
  readonly from_cents: number | null;
  readonly from_time: string | null;
  readonly to_cents: number;
  readonly to_time: string;
  readonly read_at: string;
}

/** Whether a SIM of ours has this line, or texts were about it. */
export async function isKnownLine(connection: Queryable, line: string): Promise<boolean> {
  const rows = await connection.query({
    text: `select from gateway_sims where line = $1 union all select from lines where line = $1
           limit 1`,
    values: [line],
  });
  return rows.length > 0;
}

/**
 * Locks a line, and makes one that is missing, as placing a SIM does. The caller then holds the
 * lock of the audit log from then on, as for any change of staff.
 */
export async function lockLine(connection: Queryable, line: string): Promise<LockedLine> {
  const [known] = await lockThoseOf(connection, [line]);
  if (known !== undefined) return known;
  await connection.query({
    text: 'insert into lines (line) values ($1) on conflict do nothing',
    values: [line],
    changes: changesOf([line]),
  });
  const [made] = await lockThoseOf(connection, [line]);
  assert(made !== undefined, 'a line was not made');
  return made;
}

/**
 * Locks lines, always in one order, so that two processes never wait in a circle. One that is
 * missing is as if it were never opened: a reader of texts waits for no change of staff.
 */
export async function lockLines(
  connection: Queryable,
  lines: readonly string[],
): Promise<readonly LockedLine[]> {
  if (lines.length === 0) return [];
  const found = await lockThoseOf(connection, lines);
  const known = new Set(found.map(({ line }) => line));
  return [...found, ...lines.filter((line) => !known.has(line)).map(toUnopened)];
}

async function lockThoseOf(
  connection: Queryable,
  lines: readonly string[],
): Promise<readonly LockedLine[]> {
  const rows = await connection.query<LineRow>({
    name: 'lock-lines',
    text: `select line, opened_at, tells_balances, start_cents, trusted_at, balance_cents,
                  balance_time, open_gaps, burst_at, typed_by
           from lines where line = any(${unseen(1, 'text[]')}) order by line for update`,
    values: [lines],
    trusts: { lines: 'lines' },
    marks: true,
  });
  return rows.map(toLockedLine);
}

function changesOf(lines: readonly string[]): readonly ChangedRows[] {
  return [{ table: 'lines', where: 'line = any($1::text[])', values: [lines] }];
}

function toLockedLine({ line, ...row }: LineRow): LockedLine {
  if (row.isSealed === false) return toUnopened(line);
  const { opened_at: openedAt, tells_balances: tellsBalances } = row;
  const { burst_at: burstAt, typed_by: typedBy } = row;
  return { line, openedAt, tellsBalances, burstAt, typedBy, chain: toChain(row) };
}

/** One that is not as this service wrote it confirms nothing. */
function toUnopened(line: string): LockedLine {
  return { line, openedAt: null, tellsBalances: true, chain: null, burstAt: null, typedBy: null };
}

function toChain(row: Omit<LineRow, 'line'>): Chain | null {
  const { start_cents: startCents, trusted_at: startTime } = row;
  const { balance_cents: cents, balance_time: time, open_gaps: gaps } = row;
  if (startCents === null || startTime === null || cents === null || time === null) return null;
  return {
    start: { cents: startCents, time: startTime },
    head: { cents, time },
    gaps: gaps.map(toGap),
  };
}

export function toGap(row: GapRow): OpenGap {
  const { from_cents: cents, from_time: time } = row;
  return {
    from: cents === null || time === null ? null : { cents, time: new Date(time) },
    to: { cents: row.to_cents, time: new Date(row.to_time) },
    readAt: new Date(row.read_at),
  };
}

function fromGap({ from, to, readAt }: OpenGap): GapRow {
  return {
    from_cents: from?.cents ?? null,
    from_time: from?.time.toISOString() ?? null,
    to_cents: to.cents,
    to_time: to.time.toISOString(),
    read_at: readAt.toISOString(),
  };
}

/** Chains have grown, so their lines have no gap any more. */
export async function updateChains(
  connection: Queryable,
  grown: readonly GrownLine[],
): Promise<void> {
  if (grown.length === 0) return;
  await connection.query({
    name: 'update-chains',
    text: `update lines l set start_cents = g.start_cents, trusted_at = g.trusted_at,
                              balance_cents = g.balance_cents, balance_time = g.balance_time,
                              open_gaps = g.open_gaps, balance_at = app_now(), gap_at = null
           from ${GROWN_LINES.unnest('g')} where l.line = g.line`,
    values: GROWN_LINES.values(grown),
    changes: changesOf(grown.map(({ line }) => line)),
  });
}

interface GrownLine {
  readonly line: string;
  readonly chain: Chain;
}

const GROWN_LINES = rowsWith<GrownLine>({
  line: ['text', ({ line }) => line],
  start_cents: ['bigint', ({ chain }) => chain.start.cents],
  trusted_at: ['timestamptz', ({ chain }) => chain.start.time],
  balance_cents: ['bigint', ({ chain }) => chain.head.cents],
  balance_time: ['timestamptz', ({ chain }) => chain.head.time],
  open_gaps: ['json', ({ chain }) => JSON.stringify(chain.gaps.map(fromGap))],
});

/** Marks lines with texts that do not connect. */
export async function markGaps(connection: Queryable, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await connection.query({
    name: 'mark-gaps',
    text: `update lines set gap_at = app_now() where line = any(${unseen(1, 'text[]')}) and gap_at is null`,
    values: [lines],
  });
}

/**
 * A text that the balance of a line rests on was forged: the line is in a gap, and no text connects
 * to it until its balance is read.
 */
export async function dropChain(connection: Queryable, line: string): Promise<void> {
  await connection.query({
    text: `update lines set start_cents = null, balance_cents = null, balance_time = null,
                            open_gaps = '[]', gap_at = coalesce(gap_at, app_now())
           where line = $1 and tells_balances`,
    values: [line],
    changes: changesOf([line]),
  });
}

/** A burst of forged texts has begun, goes on or is over. */
export async function updateBurst(
  connection: Queryable,
  { line, burstAt }: { readonly line: string; readonly burstAt: Date | null },
): Promise<void> {
  await connection.query({
    text: 'update lines set burst_at = $2 where line = $1',
    values: [line, burstAt],
    changes: changesOf([line]),
  });
}

/** A trusted person states what a line has: from now on its texts are compared with that. */
export async function insertTrustedBalance(
  connection: Queryable,
  said: {
    readonly line: string;
    readonly balanceCents: number;
    readonly source: TrustSource;
    readonly readAt: Date;
    readonly by: string;
    /** The person whose word alone the line goes on from now. */
    readonly typedBy: string | null;
    readonly reason: string | null;
  },
): Promise<void> {
  await connection.query({
    text: `with said as (
             insert into trusted_balances (id, line, balance_cents, source, at, read_at, said_by,
                                           reason)
             values ($1, $2, $3, $4, app_now(), $5, $6, $7) returning line)
           update lines set opened_at = coalesce(opened_at, app_now()), tells_balances = true,
                            gap_at = null, typed_by = $8
           where line = (select line from said)`,
    values: [
      randomUUIDv7(),
      said.line,
      said.balanceCents,
      said.source,
      said.readAt,
      said.by,
      said.reason,
      said.typedBy,
    ],
    changes: changesOf([said.line]),
  });
}

/** The texts of a line name no balance: opens it without one. */
export async function updateWithoutBalances(connection: Queryable, line: string): Promise<void> {
  await connection.query({
    text: `update lines set opened_at = coalesce(opened_at, app_now()), tells_balances = false,
                            start_cents = null, balance_cents = null, balance_time = null,
                            trusted_at = null, gap_at = null, open_gaps = '[]', burst_at = null,
                            typed_by = null
           where line = $1`,
    values: [line],
    changes: changesOf([line]),
  });
}

export interface LineStanding {
  readonly line: string;
  readonly isOpened: boolean;
  readonly isInGap: boolean;
}

/** Which lines could confirm a payment, by their balances. */
export function listLineStandings(database: Queryable): Promise<LineStanding[]> {
  return database.query<LineStanding>({
    name: 'list-line-standings',
    text: `select line, opened_at is not null as "isOpened", gap_at is not null as "isInGap"
           from lines`,
  });
}

export interface ListedLine extends LineStanding {
  /** `null` while it is in no gap. */
  readonly gapSince: Date | null;
  readonly tellsBalances: boolean;
  readonly balanceCents: number | null;
  readonly balanceAt: Date | null;
  /** When the last text of a burst came, or `null` if none did. */
  readonly burstAt: Date | null;
  readonly isOnOnesWord: boolean;
  /** Payments that wait only for the line's balances to add up. */
  readonly waiting: number;
}

/** Every line that has a SIM, or that texts were about. */
export function listLines(database: Queryable): Promise<ListedLine[]> {
  return database.query<ListedLine>({
    text: `select o.line, l.opened_at is not null as "isOpened", l.gap_at is not null as "isInGap",
                  l.gap_at as "gapSince",
                  coalesce(l.tells_balances, true) as "tellsBalances",
                  l.balance_cents as "balanceCents", l.balance_at as "balanceAt",
                  l.burst_at as "burstAt", l.typed_by is not null as "isOnOnesWord",
                  (select count(*) from receipts r
                   where r.line = o.line and r.waits_for_line
                     and r.state = 'unmatched') as waiting
           from (select line from gateway_sims union select line from lines) o
           left join lines l on l.line = o.line
           order by o.line`,
  });
}
