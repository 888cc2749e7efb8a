import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type Figures, findMisses, NOT_JUDGED, sizeAt } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/**
 * The short form of a scenario: the least that shows anything, held to the same figures. Other
 * tests run beside it, so times are not judged. A machine without the Debian programs that it needs
 * skips it; `.ci/run` installs them.
 */
export async function runShort(
  t: TestContext,
  wanted: string,
  { seed = randomInt(2 ** 31) }: { readonly seed?: number } = {},
): Promise<Figures | null> {
  const found = SCENARIOS.find(({ name }) => name === wanted);
  assert.ok(found, `there is no scenario ${wanted}`);
  const missing = found.needs?.() ?? null;
  if (missing !== null) {
    t.skip(missing);
    return null;
  }
  const got = await found.run({ size: sizeAt(found.sizes, 0), seed });
  t.diagnostic(`seed ${seed}: ${JSON.stringify(got)}`);
  assert.deepEqual(findMisses(found.asked, got, NOT_JUDGED), []);
  return got;
}
