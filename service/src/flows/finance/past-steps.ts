import type { Queryable } from '../../db/client.ts';
import { type FigureRow, listFigures } from '../../db/finance/figures.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

/**
 * The figures of steps that are long over. To count a million payments takes seconds, and those of
 * last month hardly change: each step is counted once and then again now and then.
 */
export interface PastSteps {
  /** Of these steps, which follow each other, oldest first. */
  readonly list: (steps: readonly Date[], stepMs: number) => Promise<readonly FigureRow[]>;
}

/** What changed in a step that is over, such as a payment resolved late, shows within this time. */
const KEPT_MS = 3_600_000;
/** So many that were counted longest ago are counted again at every look, so that few fall due. */
const AGAIN = 2;
/** So many are counted by one statement, well within its time limit. */
const MOST_AT_ONCE = 15;

export function createPastSteps(database: Queryable): PastSteps {
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

interface Kept {
  readonly at: number;
  readonly row: FigureRow;
}

function forgetOld(kept: Map<string, Kept>): void {
  const oldest = performance.now() - KEPT_MS;
  for (const [key, { at }] of kept) if (at < oldest) kept.delete(key);
}

/** Steps that follow each other, together. */
function runsOf(steps: readonly Date[], stepMs: number): readonly (readonly Date[])[] {
  const runs: Date[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const isNext = run?.at(-1)?.getTime() === step.getTime() - stepMs;
    if (run !== undefined && isNext && run.length < MOST_AT_ONCE) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** A step without a transaction has a row as well: it need not be counted again. */
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

/** Both ends belong to it. */
export function listBetween(
  database: Queryable,
  from: Date,
  to: Date,
  stepMs: number,
): Promise<FigureRow[]> {
  const firstId = firstIdAt(from);
  const lastId = firstIdAt(new Date(to.getTime() + 1));
  return listFigures(database, { firstId, lastId, origin: from, stepMs });
}

export function noFigures(step: Date): FigureRow {
  const sums = { deposit_xaf: 0, withdrawal_xaf: 0, succeeded: 0, failed: 0, expired: 0 };
  return { step, ...sums, median_s: null, p95_s: null };
}
