import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

/** What docs/operations.md tells to type, in its order: the examples that are marked `bash run`. */
export function readRunbook(): readonly string[] {
  const text = readFileSync(join(CHECKOUT, 'docs', 'operations.md'), 'utf8');
  return [...text.matchAll(/^```bash run\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
