import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { type FigureRow, listFigures } from '../../db/reconciliation/figures.ts';
import {
  type FigureRange,
  todayAndBefore,
  windowOf,
} from '../../domain/reconciliation/figure-range.ts';
import type { LowFloats } from '../../domain/reconciliation/float.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import { listWalletStandings, type WalletStanding } from './list-wallets.ts';

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

/** Everybody who has Home open asks for the same: it is counted once in this time. */
const FRESH_MS = 5_000;

export function createFigures(deps: {
  readonly database: Queryable;
  readonly floatLowXaf: LowFloats;
}): FiguresSource {
  const kept = new Map<FigureRange, { readonly at: number; readonly figures: Promise<Figures> }>();
  return {
    load: (range) => {
      const known = kept.get(range);
      if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.figures;
      const figures = count(deps, range);
      kept.set(range, { at: performance.now(), figures });
      figures.catch(() => kept.delete(range));
      return figures;
    },
  };
}

async function count(
  { database, floatLowXaf }: Parameters<typeof createFigures>[0],
  range: FigureRange,
): Promise<Figures> {
  const at = await findClock(database);
  const { stepMs, steps, before } = windowOf(range, at);
  const days = todayAndBefore(at);
  const [rows, today, sameWeekday, wallets] = await Promise.all([
    listBetween(database, before[0] ?? at, at, stepMs),
    sumBetween(database, days.today),
    sumBetween(database, days.sameWeekday),
    listWalletStandings(database, floatLowXaf),
  ]);
  const fill = (wanted: readonly Date[]) =>
    wanted.map((step) => rows.find((row) => row.step.getTime() === step.getTime()) ?? empty(step));
  return { at, stepMs, steps: fill(steps), before: fill(before), today, sameWeekday, wallets };
}

function listBetween(database: Queryable, from: Date, to: Date, stepMs: number) {
  const firstId = firstIdAt(from);
  const lastId = firstIdAt(new Date(to.getTime() + 1));
  return listFigures(database, { firstId, lastId, origin: from, stepMs });
}

async function sumBetween(
  database: Queryable,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<FigureRow> {
  const wholeMs = Math.max(1, to.getTime() - from.getTime() + 1);
  const [row] = await listBetween(database, from, to, wholeMs);
  return row ?? empty(from);
}

function empty(step: Date): FigureRow {
  const sums = { deposit_xaf: 0, withdrawal_xaf: 0, succeeded: 0, failed: 0, expired: 0 };
  return { step, ...sums, median_s: null, p95_s: null };
}
