import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../src/contract/error-catalogue.ts';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { describeBar, type Figures, KINDS, type Scenario, type Verdict } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** What came of the last run of a scenario at full size, on a machine that did little else. */
export interface Recorded {
  readonly release: string;
  readonly date: string;
  readonly machine: string;
  readonly size: Readonly<Record<string, number>>;
  readonly verdict: Verdict;
  readonly got: Figures;
  readonly messages: readonly string[];
  readonly minutes: number | null;
}

type RecordedByName = Readonly<Record<string, Recorded>>;

const FILE = join(CHECKOUT, 'docs', 'figures', 'faults.json');

export function readRecorded(): RecordedByName {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedByName;
}

/** Replaces what is recorded of these scenarios; `npm run generate` then writes the document. */
export function record(fresh: RecordedByName): void {
  const all = { ...readRecorded(), ...fresh };
  const order = SCENARIOS.flatMap(({ name }) => (name in all ? [[name, all[name]]] : []));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(order), null, 2)}\n`);
}

/** A table for each kind of scenario, and the runs that the figures are of. */
export function describeScenarios(recorded: RecordedByName): readonly string[] {
  const runs = [...new Set(Object.values(recorded).map(describeRun))];
  const runOf = (one: Recorded) => String.fromCharCode(65 + runs.indexOf(describeRun(one)));
  const tables = KINDS.flatMap((kind) => {
    const rows = SCENARIOS.filter((one) => one.kind === kind).map((one) => {
      const last = recorded[one.name];
      const run = last === undefined ? '—' : runOf(last);
      return [...describeEntry(one), last === undefined ? '—' : describeGot(one, last), run];
    });
    const head = ['Name', 'What happens', 'Full size', 'Asked', 'Got', 'Run'];
    return ['', `### ${TITLES[kind]}`, '', ...markdownTable(head, rows)];
  });
  const listed = runs.map((run, index) => `- ${String.fromCharCode(65 + index)}: ${run}`);
  return [...tables, '', '### Runs', '', ...listed, ''];
}

const TITLES = {
  fault: 'Faults',
  walk: 'Walks',
  measure: 'Measures',
} as const satisfies Record<Scenario['kind'], string>;

function describeRun({ release, date, machine }: Recorded): string {
  return `release ${release}, ${date}, ${machine}`;
}

function describeEntry({ name, id, what, asked, holds, sizes, unlike }: Scenario) {
  const full = Object.entries(sizes).map(([unit, [size]]) => [unit, size] as const);
  const bars = Object.entries(asked).map(([figure, bar]) => {
    const { subject, unit } = unitOf(figure);
    return `${subject}: ${describeBar(bar)}${bar.unit === undefined ? unit : ''}`;
  });
  return [
    `\`${name}\`${id === null ? '' : ` ${id}`}`,
    unlike === undefined ? what : `${what}. Difference: ${unlike}`,
    describeSize(Object.fromEntries(full)),
    [...bars, ...(holds === undefined ? [] : [holds])].join(', '),
  ];
}

/** What was asked for first; lists and tables are in the log of a run. */
function describeGot({ asked, sizes }: Scenario, last: Recorded): string {
  const { got, size, messages, verdict, minutes } = last;
  const figures = Object.entries(got).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string'
      ? [{ isAsked: name in asked, text: describeFigure(name, value) }]
      : [],
  );
  const texts = (isAsked: boolean) =>
    figures.filter((one) => one.isAsked === isAsked).map(({ text }) => text);
  const others = texts(false).join(', ');
  const isFull = Object.entries(sizes).every(([unit, [full]]) => size[unit] === full);
  return [
    [texts(true).join(', '), others === '' ? '' : `(${others})`].filter(Boolean).join(' '),
    ...(isFull ? [] : [`with ${describeSize(size)}`]),
    ...messages,
    ...(verdict === 'reached' ? [] : [`**${verdict}**`]),
    ...(minutes === null ? [] : [`${minutes.toFixed(1)} min`]),
  ]
    .filter(Boolean)
    .join('; ')
    .replaceAll('|', '\\|');
}

function describeSize(size: Readonly<Record<string, number>>): string {
  const parts = Object.entries(size).map(([unit, count]) => `${shown(count)} ${spoken(unit)}`);
  return parts.length === 0 ? '—' : parts.join(', ');
}

function describeFigure(name: string, value: number | string): string {
  const { subject, unit } = unitOf(name);
  return `${subject} ${shown(value)}${unit}`;
}

/** `ready_ms` is "ready", in ms. */
function unitOf(name: string): { readonly subject: string; readonly unit: string } {
  const text = spoken(name);
  if (text.endsWith(' ms')) return { subject: text.slice(0, -3), unit: ' ms' };
  if (text.endsWith(' mb')) return { subject: text.slice(0, -3), unit: ' MB' };
  return { subject: text, unit: '' };
}

/** `payoutsPerRestore` and `ready_ms` as one would say them. */
function spoken(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/(?<=[a-z]{2})(?=\d)/g, ' ');
}

function shown(figure: number | string): string {
  if (typeof figure === 'string') return figure;
  const [whole = '', rest] = String(Math.round(figure * 100) / 100).split('.');
  const grouped = whole.length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ') : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}
