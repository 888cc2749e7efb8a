import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

/** The examples of docs/operations.md that are marked `bash run`, in its order. */
export function readRunbook(): readonly string[] {
  const text = readFileSync(join(CHECKOUT, 'docs', 'operations.md'), 'utf8');
  return [...text.matchAll(/^```bash run\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
