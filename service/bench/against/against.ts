import { writeFileSync } from 'node:fs';
import { RELEASE } from '../../src/db/releases.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { createChildren } from '../ground/children.ts';
import type { BenchOptions } from '../options.ts';
import { type Compared, isSlower, ratioOf, startComparing } from './compare-releases.ts';
import { describeComparison, type RecordedComparison } from './figures.ts';
import { findCommit, installOnce } from './install-release.ts';
import { startRelease } from './running-release.ts';
import { SHORT_TRIALS, TRIALS } from './trials.ts';

/** Beyond this a change is refused, also by a busy machine; see `isSlower`. */
const REFUSED_ABOVE = 1.2;

/** Since the start of the bench; the short form takes part in every run of CI. */
const SHORT_MS = 120_000;

/**
 * Compares this checkout with another release, both loaded in turn over HTTP, and counts how many
 * kinds of operations have become slower for certain.
 */
export async function benchAgainst(
  ref: string,
  { options, stack }: { readonly options: BenchOptions; readonly stack: AsyncDisposableStack },
): Promise<number> {
  const found = findCommit(ref);
  if (found === null) {
    console.log(`Nothing is compared: this clone has no history with ${ref}.`);
    return 0;
  }
  const children = createChildren();
  stack.defer(() => children.stopAll());
  const parts = { children, stack };
  const other = await startRelease(parts, { name: found.name, folder: installOnce(found) });
  const own = await startRelease(parts, { name: 'this release', folder: CHECKOUT });
  const { machine } = own;
  console.log(`${machine}\nBeside ${found.name}, ${found.commit.slice(0, 8)}:`);
  const comparing = await startComparing(stack, { other, own });

  const trials = (options.short ? SHORT_TRIALS : TRIALS).filter(({ name }) =>
    name.includes(options.only),
  );
  const deadline = options.short ? SHORT_MS : Infinity;
  const all: Compared[] = [];
  let slower = 0;
  for (const trial of trials) {
    const refused = await isSlower(REFUSED_ABOVE, async () => {
      const compared = await comparing.compare(trial, { rounds: options.rounds, deadline });
      if (compared === null) return null;
      console.log(describeComparison([compared]).join('\n'));
      all.push(compared);
      // Each time anew: a run of all takes a quarter of an hour, and may be stopped.
      if (options.json !== null)
        record(options.json, { against: found.name, machine, compared: all });
      return ratioOf(compared);
    });
    if (refused) {
      console.log(`${trial.name}: slower than ${found.name}, twice in a row`);
      slower += 1;
    }
  }
  return slower;
}

function record(file: string, run: Omit<RecordedComparison, 'release' | 'date'>): void {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `${JSON.stringify({ release: RELEASE, date, ...run }, null, 2)}\n`);
}
