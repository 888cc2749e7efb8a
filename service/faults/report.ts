import { availableParallelism, cpus, totalmem } from 'node:os';
import { describeBar, type Figures, type Scenario, type Verdict } from './scenario.ts';

export interface Result {
  readonly name: string;
  readonly id: string | null;
  readonly what: string;
  readonly asked: Scenario['asked'];
  readonly holds: string | null;
  readonly size: Readonly<Record<string, number>>;
  readonly verdict: Verdict;
  readonly got: Figures;
  /** Why it is not reached. */
  readonly messages: readonly string[];
  /** In what it is not what was asked for. */
  readonly unlike: string | null;
  readonly allowanceMs: number;
  readonly minutes: number;
}

export interface Report {
  readonly command: string;
  readonly seed: number;
  readonly scale: number;
  readonly at: string;
  readonly machine: string;
  readonly minutes: number;
  readonly results: readonly Result[];
}

export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const system = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
  return `${availableParallelism()} cores (${first?.model.trim()}), ${memory} GB, ${system}`;
}

export function writeMarkdown(report: Report): string {
  const { command, seed, scale, at, machine, minutes, results } = report;
  return [
    '# Faults',
    '',
    `\`${command}\`, seed ${seed}, ${scale === 1 ? 'full size' : `${scale} of the full size`},`,
    `${at}, ${minutes.toFixed(1)} minutes on ${machine}.`,
    '',
    '| # | Name | What happens | Size | Asked | Got | Verdict | min |',
    '|---|---|---|---|---|---|---|---|',
    ...results.map(row),
    '',
  ].join('\n');
}

function row(result: Result): string {
  const { name, id, what, size, asked, holds, got, verdict, messages, unlike, minutes } = result;
  const bars = Object.entries(asked).map(([figure, bar]) => `${figure}: ${describeBar(bar)}`);
  const cells = [
    id ?? '',
    name,
    what,
    listed(size),
    [...bars, ...(holds === null ? [] : [holds])].join(', '),
    [listed(got), ...messages, unlike ?? ''].filter(Boolean).join('; '),
    verdict,
    minutes.toFixed(1),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function listed(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${shown(figure)}`)
    .join(', ');
}

function shown(figure: unknown): string {
  if (typeof figure === 'number') return String(Math.round(figure * 100) / 100);
  return typeof figure === 'string' ? figure : JSON.stringify(figure);
}
