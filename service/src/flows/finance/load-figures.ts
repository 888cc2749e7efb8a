import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import type { FigureRow } from '../../db/finance/figures.ts';
import {
  type FigureRange,
  isPast,
  todayAndBefore,
  windowOf,
} from '../../domain/finance/figure-range.ts';
import type { PolicySource } from '../access/policy.ts';
import { listWalletStandings, type WalletStanding } from './list-wallets.ts';
import { createPastSteps, listBetween, noFigures, type PastSteps } from './past-steps.ts';

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
  /** Only tests wait less. */
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
