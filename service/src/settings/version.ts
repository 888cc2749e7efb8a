import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
);

/** The release, as in the package manifest. */
export const VERSION: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
