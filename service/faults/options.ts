import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface Options {
  /** Names, ids or kinds of scenarios. */
  readonly names: readonly string[];
  readonly seed: number;
  /** The part of the full size. */
  readonly scale: number;
  /** Others use the machine too: times are written down and not judged. */
  readonly isBusy: boolean;
  /** Where the report goes, or `null`. */
  readonly folder: string | null;
  /** The figures go into docs/figures/faults.json, for docs/reliability.md. */
  readonly isRecorded: boolean;
}

export type Reading =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'list' }
  | { readonly kind: 'usage'; readonly text: string };

const USAGE =
  'npm run faults -- NAME… [--seed N] [--scale 0.1] [--busy] [--report FOLDER] [--record]';

export function readOptions(args: readonly string[], known: readonly string[]): Reading {
  const usage = (problem: string): Reading => ({ kind: 'usage', text: `${problem}\n${USAGE}` });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        scale: { type: 'string', default: '1' },
        busy: { type: 'boolean', default: false },
        report: { type: 'string' },
        record: { type: 'boolean', default: false },
      },
    });
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) return usage(`There is no scenario ${unknown.join(', ')}.`);
    const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
    if (!Number.isSafeInteger(seed) || seed < 0) return usage('The seed is a whole number.');
    const scale = Number(values.scale);
    if (!(scale > 0 && scale <= 1)) return usage('The scale is above 0 and at most 1.');
    if (positionals.length === 0) return { kind: 'list' };
    const { busy: isBusy, report: folder = null, record: isRecorded } = values;
    if (isRecorded && (isBusy || scale < 1)) {
      return usage('Only full sizes on a machine that does nothing else are recorded.');
    }
    const options = { names: positionals, seed, scale, isBusy, folder, isRecorded };
    return { kind: 'options', options };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}
