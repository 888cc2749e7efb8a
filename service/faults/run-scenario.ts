// One scenario in a process of its own: what it started ends with it.
import { test } from 'node:test';
import { inspect } from 'node:util';
import { watchSlowness } from '../test/support/slowness.ts';
import { type Figures, limitMsOf, sizeAt } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

export type Outcome =
  | { readonly kind: 'got'; readonly got: Figures; readonly allowanceMs: number }
  | { readonly kind: 'failed'; readonly error: string };

const [name = '', scale = '1', seed = '0'] = process.argv.slice(2);
const found = SCENARIOS.find((one) => one.name === name);
if (found === undefined) throw new Error(`There is no scenario ${name}.`);

/** Shorter than what `main.ts` waits for. */
const FORGOTTEN_MS = 30_000;
const timeout = limitMsOf(found, Number(scale));

test(`${found.name}: ${found.what}`, { timeout }, async () => {
  const slowness = watchSlowness();
  try {
    const size = sizeAt(found.sizes, Number(scale));
    const got = await found.run({ size, seed: Number(seed) });
    report({ kind: 'got', got, allowanceMs: Math.round(slowness.allowanceMs()) });
  } catch (error) {
    report({ kind: 'failed', error: inspect(error) });
    throw error;
  } finally {
    slowness.stop();
    // What is still open then was forgotten.
    setTimeout(() => process.exit(1), FORGOTTEN_MS).unref();
  }
});

function report(outcome: Outcome): void {
  process.send?.(outcome);
}
