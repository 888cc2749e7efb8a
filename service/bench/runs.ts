import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../src/contract/error-catalogue.ts';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { BARS, describeBar, isMet } from './bars.ts';
import type { Figures } from './compare.ts';

/** What `--json` writes of a run; docs/figures/bench.json is a list of them. */
export interface RecordedRun {
  readonly release: string;
  readonly date: string;
  readonly machine: string;
  /** Only what two runs of one machine can be compared by. */
  readonly figures: Figures;
  /** By the texts of the bars. */
  readonly bars: Figures;
}

export function writeRun(file: string, run: RecordedRun): void {
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}

export function readRecordedRuns(): readonly RecordedRun[] {
  const file = join(CHECKOUT, 'docs', 'figures', 'bench.json');
  return JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedRun[];
}

/** Every bar with what each run has got, in bold where it is reached. */
export function describeRuns(runs: readonly RecordedRun[]): readonly string[] {
  const letter = (index: number) => String.fromCharCode(65 + index);
  const rows = BARS.map((bar) => {
    const cells = runs.map(({ bars }) => {
      const value = bars[bar.text];
      if (value === undefined) return '—';
      const shown = String(Math.round(value * 100) / 100);
      return isMet(bar, value) ? `**${shown}**` : shown;
    });
    return [bar.text, ...cells, describeBar(bar)];
  });
  const head = ['What', ...runs.map((_, index) => letter(index)), 'Wanted'];
  const listed = runs.map(
    ({ release, date, machine }, index) =>
      `- ${letter(index)}: release ${release}, ${date}, ${machine}`,
  );
  return ['', ...markdownTable(head, rows), '', ...listed, ''];
}
