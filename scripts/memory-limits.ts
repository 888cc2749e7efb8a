import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, '..', 'package.json');

/** The limits that `npm start` gives to Node: without one, V8 lets memory grow for longer. */
export const MEMORY_LIMITS: readonly string[] = readLimits();

function readLimits(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const limits = scripts.start.match(/--max-\S+/g);
  if (limits === null) throw new Error('npm start limits no memory.');
  return limits;
}
