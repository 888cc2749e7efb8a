import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  type BookedMoneyRow,
  type EndedRow,
  listBookedMoney,
  listFigures,
  listSeenPrefixes,
} from '../../db/finance/figures.ts';
import {
  type FigureRange,
  isPast,
  todayAndBefore,
  windowOf,
} from '../../domain/finance/figure-range.ts';
import {
  type ComparedPrefix,
  comparePrefixes,
  proposeTable,
} from '../../domain/finance/number-evidence.ts';
import type { PrefixTable } from '../../domain/msisdn.ts';
import { formatPrefixTable } from '../../domain/prefix-table.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import type { PolicySource } from '../access/policy.ts';
import { listWalletStandings, type WalletStanding } from './list-wallets.ts';

/**
 * The figures of steps that are long over. Counting a million payments takes seconds, and those of
 * last month hardly change: each step is counted once and then again now and then.
 */
interface PastSteps {
  /** For consecutive steps, oldest first. */
  readonly list: (steps: readonly Date[], stepMs: number) => Promise<readonly FigureRow[]>;
}

/** A change in a step that is over, such as a payment resolved late, shows within this time. */
const KEPT_MS = 3_600_000;
/** Each call recounts this many of the oldest counts, so that few expire at once. */
const AGAIN = 2;
/** One query counts this many, well within its time limit. */
const MAX_AT_ONCE = 15;

function createPastSteps(database: Queryable): PastSteps {
  const kept = new Map<string, Kept>();
  return {
    list: async (steps, stepMs) => {
      const keyOf = (step: Date) => `${stepMs} ${step.getTime()}`;
      forgetOld(kept);
      const byAge = steps.filter((step) => kept.has(keyOf(step)));
      byAge.sort((a, b) => (kept.get(keyOf(a))?.at ?? 0) - (kept.get(keyOf(b))?.at ?? 0));
      const again = new Set(byAge.slice(0, AGAIN).map(keyOf));
      const wanted = steps.filter((step) => !kept.has(keyOf(step)) || again.has(keyOf(step)));
      for (const run of runsOf(wanted, stepMs)) {
        const rows = await countRun(database, run, stepMs);
        for (const row of rows) kept.set(keyOf(row.step), { at: performance.now(), row });
      }
      return steps.flatMap((step) => kept.get(keyOf(step))?.row ?? []);
    },
  };
}

/** How transactions ended by when they were made, and what money moved by when it was booked. */
export type FigureRow = EndedRow & BookedMoneyRow;

interface Kept {
  readonly at: number;
  readonly row: FigureRow;
}

function forgetOld(kept: Map<string, Kept>): void {
  const oldest = performance.now() - KEPT_MS;
  for (const [key, { at }] of kept) if (at < oldest) kept.delete(key);
}

/** Groups consecutive steps. */
function runsOf(steps: readonly Date[], stepMs: number): readonly (readonly Date[])[] {
  const runs: Date[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const isNext = run?.at(-1)?.getTime() === step.getTime() - stepMs;
    if (run !== undefined && isNext && run.length < MAX_AT_ONCE) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** A step without transactions has a row as well, so that it is not counted again. */
async function countRun(
  database: Queryable,
  run: readonly Date[],
  stepMs: number,
): Promise<readonly FigureRow[]> {
  const [first] = run;
  if (first === undefined) return [];
  const end = new Date(first.getTime() + run.length * stepMs - 1);
  const rows = await listBetween(database, first, end, stepMs);
  return run.map(
    (step) => rows.find((row) => row.step.getTime() === step.getTime()) ?? noFigures(step),
  );
}

/** Includes both ends. */
async function listBetween(
  database: Queryable,
  from: Date,
  to: Date,
  stepMs: number,
): Promise<readonly FigureRow[]> {
  const firstId = firstIdAt(from);
  const until = new Date(to.getTime() + 1);
  const [ended, moved] = await Promise.all([
    listFigures(database, { firstId, lastId: firstIdAt(until), origin: from, stepMs }),
    listBookedMoney(database, { from, until, stepMs }),
  ]);
  const rows = new Map<number, FigureRow>();
  for (const part of [...ended, ...moved]) {
    const at = part.step.getTime();
    rows.set(at, { ...(rows.get(at) ?? noFigures(part.step)), ...part });
  }
  return [...rows.values()];
}

function noFigures(step: Date): FigureRow {
  const sums = { in_xaf: 0, out_xaf: 0, succeeded: 0, failed: 0, expired: 0 };
  return { step, ...sums, median_s: null, p95_s: null };
}

export interface Figures {
  readonly at: Date;
  readonly stepMs: number;
  readonly steps: readonly FigureRow[];
  readonly before: readonly FigureRow[];
  readonly today: FigureRow;
  readonly sameWeekday: FigureRow;
  readonly wallets: readonly WalletStanding[];
}

export interface FiguresSource {
  readonly load: (range: FigureRange) => Promise<Figures>;
}

/** Every open Home screen asks for the same figures: they are counted once in this time. */
const FRESH_MS = 5_000;

export function createFigures(deps: FigureDeps): FiguresSource {
  const { freshMs = FRESH_MS } = deps;
  const kept = new Map<FigureRange, { readonly at: number; readonly figures: Promise<Figures> }>();
  const pastSteps = createPastSteps(deps.database);
  return {
    load: (range) => {
      const known = kept.get(range);
      if (known !== undefined && performance.now() - known.at < freshMs) return known.figures;
      const figures = count(deps, pastSteps, range);
      kept.set(range, { at: performance.now(), figures });
      figures.catch(() => kept.delete(range));
      return figures;
    },
  };
}

interface FigureDeps {
  readonly database: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
  /** Tests wait less. */
  readonly freshMs?: number;
}

async function count(
  { database, policy }: FigureDeps,
  pastSteps: PastSteps,
  range: FigureRange,
): Promise<Figures> {
  const at = await findClock(database);
  const { floatLowXaf } = await policy.recent();
  const { stepMs, steps, before } = windowOf(range, at);
  const all = [...before, ...steps];
  const past = all.filter((step) => isPast(step, stepMs, at));
  const days = todayAndBefore(at);
  const [pastRows, newRows, today, sameWeekday, wallets] = await Promise.all([
    pastSteps.list(past, stepMs),
    listBetween(database, all[past.length] ?? at, at, stepMs),
    sumBetween(database, days.today),
    sumBetween(database, days.sameWeekday),
    listWalletStandings(database, floatLowXaf),
  ]);
  const rows = new Map([...pastRows, ...newRows].map((row) => [row.step.getTime(), row]));
  const fill = (wanted: readonly Date[]) =>
    wanted.map((step) => rows.get(step.getTime()) ?? noFigures(step));
  return { at, stepMs, steps: fill(steps), before: fill(before), today, sameWeekday, wallets };
}

async function sumBetween(
  database: Queryable,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<FigureRow> {
  const wholeMs = Math.max(1, to.getTime() - from.getTime() + 1);
  const [row] = await listBetween(database, from, to, wholeMs);
  return row ?? noFigures(from);
}

export interface NumbersReport {
  readonly prefixes: readonly ComparedPrefix[];
  /** The value that the setting should have, or `null` if nothing contradicts the present one. */
  readonly proposal: string | null;
}

const DAY_MS = 86_400_000;

/** What the last days say of the table of prefixes. Nothing is changed by it. */
export async function reportNumbers(
  { database, table }: { readonly database: Queryable; readonly table: PrefixTable },
  { days }: { readonly days: number },
): Promise<NumbersReport> {
  const since = new Date((await findClock(database)).getTime() - days * DAY_MS);
  const seen = await listSeenPrefixes(database, { firstId: firstIdAt(since) });
  const prefixes = comparePrefixes(table, seen);
  const proposed = proposeTable(table, prefixes);
  return { prefixes, proposal: proposed === null ? null : formatPrefixTable(proposed) };
}
