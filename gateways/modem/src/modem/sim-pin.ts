import { readFile, rm, stat } from 'node:fs/promises';
import { readSecret } from '../config.ts';
import type { StartOptions } from './modem.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Returns the PIN of a SIM once. The attempt is on disk before it is made: after a refused PIN, or
 * a cut in the middle, it is not tried again until its file changes.
 */
export function createSimPin(options: {
  readonly pinFile: string | null;
  /** Holds which state of the file was tried, never the PIN. */
  readonly triedFile: string;
}): StartOptions {
  const { pinFile, triedFile } = options;
  return {
    takePin: async () => {
      if (pinFile === null) return null;
      const changedAt = String((await stat(pinFile)).mtimeMs);
      const tried = await readFile(triedFile, 'utf8').catch(() => '');
      if (tried === changedAt) return null;
      const pin = readSecret(pinFile);
      if (!/^\d{4,8}$/.test(pin)) return null;
      await writeWhole(triedFile, changedAt);
      return pin;
    },
    keepPin: () => rm(triedFile, { force: true }),
  };
}
