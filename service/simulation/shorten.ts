import type { History, RunHistory } from './run-history.ts';

export interface Shortened {
  readonly wrong: string;
  readonly steps: number;
  readonly only: readonly string[];
  readonly runs: number;
}

interface Limits {
  readonly seed: number;
  readonly steps: number;
  readonly bug?: string | undefined;
  readonly mostMs: number;
}

/**
 * Removes what a history does not need for the same fault: its end first, then turns, half of them
 * at a time, a quarter, and so on. Returns `null` if nothing is wrong with it.
 */
export async function shorten(run: RunHistory, limits: Limits): Promise<Shortened | null> {
  const { seed, bug, mostMs } = limits;
  const endsAt = performance.now() + mostMs;
  let runs = 0;
  let { steps } = limits;
  const whole = await tryOut({ steps, only: null });
  const [wrong] = whole.wrong;
  if (wrong === undefined) return null;
  const kind = kindOf(wrong);
  let only = whole.taken;

  for (let fewer = Math.floor(steps / 2); fewer > 50; fewer = Math.floor(fewer / 2)) {
    const shorter = await tryOut({ steps: fewer, only });
    if (!isSame(shorter)) break;
    steps = fewer;
    only = shorter.taken;
  }
  for (let size = Math.ceil(only.length / 2); size >= 1 && !isOver(); size = Math.floor(size / 2)) {
    for (let from = 0; from < only.length && !isOver(); ) {
      const fewer = only.toSpliced(from, size);
      const shorter = await tryOut({ steps, only: fewer });
      if (isSame(shorter)) only = shorter.taken;
      else from += size;
    }
  }
  return { wrong, steps, only, runs };

  function tryOut(wanted: { readonly steps: number; readonly only: readonly string[] | null }) {
    runs += 1;
    return run({ seed, bug, ...wanted });
  }

  function isSame(history: History): boolean {
    return history.wrong.some((one) => kindOf(one) === kind);
  }

  function isOver(): boolean {
    return performance.now() > endsAt;
  }
}

/** The kind of fault, without its payment. */
function kindOf(wrong: string): string {
  return wrong.replaceAll(/\b[\da-f-]*\d[\da-f-]*\b/g, 'n').replaceAll(/order-\S+/g, 'order');
}
