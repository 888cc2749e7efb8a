import { type Direction } from '../payment-kinds.ts';
import { STATES_OF, type State } from './transaction.ts';
import { TRANSITIONS_OF } from './transition.ts';
import type { Timing, TransitionRow } from './transition-row.ts';

/** The text of `docs/state-machine.md`, made from the tables so that it cannot disagree. */
export function stateMachineDocument(): string {
  return `${[
    '<!-- Generated from the transition tables by `npm run generate`. Do not edit by hand. -->',
    '',
    '# State machine',
    '',
    'Every change of state is one row of these tables; what no row allows is refused. A row with',
    'an event sends that webhook when the transaction has a `callback_url`.',
    '',
    ...section('deposit', 'Deposits'),
    '',
    ...section('withdrawal', 'Withdrawals'),
  ].join('\n')}\n`;
}

function section(direction: Direction, title: string): readonly string[] {
  const rows = TRANSITIONS_OF[direction];
  return [`## ${title}`, '', ...diagram(STATES_OF[direction], rows), '', ...table(rows)];
}

function diagram(states: readonly State[], rows: readonly TransitionRow[]): readonly string[] {
  const ends = states.filter((state) => !rows.some((row) => row.from === state));
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...states.slice(0, 1).map((first) => `  [*] --> ${first}: create`),
    ...rows.map((row) => `  ${row.from} --> ${row.to}: ${arrowLabel(row)}`),
    ...ends.map((end) => `  ${end} --> [*]`),
    '```',
  ];
}

function arrowLabel(row: TransitionRow): string {
  return row.modes === 'any' ? row.trigger : `${row.trigger} (${modesOf(row)})`;
}

function table(rows: readonly TransitionRow[]): readonly string[] {
  const cells = [TABLE_HEAD, ...rows.map(cellsOf)];
  // Columns are padded as the formatter of the repository does it, so it leaves the file alone.
  const widths = TABLE_HEAD.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = cells.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body];
}

const TABLE_HEAD = ['From', 'Trigger', 'Mode', 'When', 'To', 'Webhook', 'Provider figures'];

function cellsOf(row: TransitionRow): readonly string[] {
  return [
    `\`${row.from}\``,
    `\`${row.trigger}\``,
    modesOf(row),
    TIMING_WORDS[row.when],
    `\`${row.to}\``,
    row.event === null ? '—' : `\`${row.event}\``,
    row.outcome ?? '—',
  ];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function modesOf(row: TransitionRow): string {
  if (row.modes === 'any') return 'any';
  return row.modes.map((mode) => mode.replace('_', '-')).join(', ');
}

const TIMING_WORDS = {
  always: 'always',
  before_deadline: 'before `expires_at`',
  within_late_window: 'within the late-payment window',
  never_sent: 'never sent',
} as const satisfies Record<Timing, string>;
