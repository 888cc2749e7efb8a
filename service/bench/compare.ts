import { readFileSync } from 'node:fs';
import type { Findings } from './bars.ts';
import { nodeUs } from './load/account.ts';
import type { Measured } from './load/measure.ts';

/** Figures of a run by their name. */
export type Figures = Readonly<Record<string, number>>;

/** CPU times of two runs of the same code differ by less than this. */
const NOISE = 0.05;

/** CPU times can be compared between runs: they depend less on what else the machine does. */
export function figuresOf(findings: Findings): Figures {
  const figures: Record<string, number> = {};
  const add = (where: string, rows: readonly Measured[]) => {
    for (const { caseName, perSecond, account } of rows) {
      const name = `${caseName}, ${where}`;
      figures[`${name}: per second`] = perSecond;
      const node = nodeUs(account);
      if (node !== null) figures[`${name}: µs of Node`] = node;
      if (account.postgres !== null) figures[`${name}: µs of PostgreSQL`] = account.postgres;
    }
  };
  add('empty', findings.empty);
  add('full', findings.growth?.full ?? []);
  return figures;
}

/** A line for each figure of an earlier run, the worst first. */
export function compareFigures(file: string, figures: Figures): string {
  const { figures: earlier } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly figures: Figures;
  };
  const compared = Object.entries(earlier).flatMap(([name, before]) => {
    const now = figures[name];
    if (now === undefined || before === 0) return [];
    // Fewer per second is worse, and so are more microseconds.
    const worse = name.endsWith('per second') ? before / now : now / before;
    return [{ name, before, now, worse }];
  });
  const lines = compared
    .toSorted((a, b) => b.worse - a.worse)
    .map(({ name, before, now, worse }) => {
      const verdict = worse > 1 + NOISE ? 'slower' : worse < 1 - NOISE ? 'faster' : 'as before';
      return `${verdict.padEnd(10)} ${name}: ${now.toFixed(0)}, was ${before.toFixed(0)}`;
    });
  return [`Compared with ${file}:`, ...lines, ''].join('\n');
}
