import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sentenceOf } from '../../../src/domain/messages/message.ts';
import { COLLECTION_MODES, DIRECTIONS, type Direction } from '../../../src/domain/payment-kinds.ts';
import { isOpenDeposit, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { applyMove, decide, TRANSITIONS_OF } from '../../../src/domain/transactions/transition.ts';
import { allowsMode, type TransitionRow } from '../../../src/domain/transactions/transition-row.ts';
import { eventOf } from '../../../src/domain/transactions/webhook-event.ts';
import {
  CREATED_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
  sampleWithdrawal,
} from './sample-transaction.ts';

const INTERFACE = readFileSync(new URL('../../../../docs/interface.md', import.meta.url), 'utf8');
const HEADINGS = { deposit: 'Deposit transitions', withdrawal: 'Withdrawal transitions' } as const;

for (const direction of DIRECTIONS) {
  test(`the ${direction} table has exactly the rows of docs/interface.md`, () => {
    const documented = parseTransitions(INTERFACE, HEADINGS[direction]);
    const inCode = TRANSITIONS_OF[direction].map(describeRow);
    assert.deepEqual(inCode.toSorted(), documented.toSorted());
  });

  test(`no two rows of the ${direction} table claim the same state, trigger and mode`, () => {
    for (const mode of COLLECTION_MODES) {
      const keys = TRANSITIONS_OF[direction]
        .filter((row) => allowsMode(row, mode))
        .map((row) => `${row.from} ${row.trigger}`);
      assert.deepEqual(keys, [...new Set(keys)]);
    }
  });

  test(`every row of the ${direction} table can happen to a new ${direction}`, () => {
    const all = TRANSITIONS_OF[direction].map((row) => `${row.from} ${row.trigger} ${row.to}`);
    assert.deepEqual([...movesFromCreation(direction)].toSorted(), all.toSorted());
  });

  test(`every row of the ${direction} table sends the event of the state it reaches`, () => {
    for (const row of TRANSITIONS_OF[direction]) {
      assert.equal(row.event, eventOf(row.to), describeRow(row));
      const sentence = sentenceOf({ code: row.remark });
      assert.match(sentence, /^[A-Z][^.]+\.$/, describeRow(row));
    }
  });
}

test('a deadline is asked for only where there is one, a late window only after expiry', () => {
  for (const direction of DIRECTIONS) {
    for (const row of TRANSITIONS_OF[direction]) {
      if (row.when === 'before_deadline') assert.ok(isOpenDeposit({ state: row.from }));
      if (row.when === 'within_late_window') assert.equal(row.from, 'expired');
    }
  }
});

test('a row for certain modes does not allow a withdrawal, which has none', () => {
  const row: TransitionRow = {
    from: 'pending',
    trigger: 'sample',
    modes: ['merchant_initiated'],
    when: 'always',
    to: 'failed',
    event: null,
    outcome: null,
    remark: 'payment_refused',
  };
  assert.equal(allowsMode(row, 'merchant_initiated'), true);
  assert.equal(allowsMode(row, 'customer_initiated'), false);
  assert.equal(allowsMode(row, null), false);
  assert.equal(allowsMode({ ...row, modes: 'any' }, null), true);
});

test('the reader of the interface document expands rows and stops at the end of the table', () => {
  const text = [
    '### Sample transitions',
    '',
    '| From | Trigger | Condition | To | Webhook |',
    '|---|---|---|---|---|',
    '| (new) | asked for (create) | | `pending` | — |',
    '| `pending`, `expired` | paid (`done`) | customer-initiated, before the deadline | ' +
      '`succeeded` | `payment.succeeded` |',
    '',
    '| `failed` | of another table (`other`) | | `pending` | — |',
  ].join('\n');
  assert.deepEqual(parseTransitions(text, 'Sample transitions'), [
    'done: pending → succeeded, payment.succeeded, customer_initiated, before_deadline',
    'done: expired → succeeded, payment.succeeded, customer_initiated, before_deadline',
  ]);
  assert.throws(() => parseTransitions(text, 'Other transitions'), /Other transitions/);
});

function describeRow(row: TransitionRow): string {
  const modes = row.modes === 'any' ? 'any' : row.modes.join('+');
  const event = row.event ?? 'no event';
  return `${row.trigger}: ${row.from} → ${row.to}, ${event}, ${modes}, ${row.when}`;
}

/** Reads the table below a heading into the same words that `describeRow` uses. */
function parseTransitions(markdown: string, heading: string): readonly string[] {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`### ${heading}`);
  assert.notEqual(start, -1, `docs/interface.md has no heading "### ${heading}"`);
  const first = lines.findIndex((line, index) => index > start && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const table = lines.slice(first, end === -1 ? lines.length : end);
  return table.slice(2).flatMap(parseRow);
}

function parseRow(line: string): readonly string[] {
  const [from = '', trigger = '', condition = '', to = '', webhook = ''] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  if (from === '(new)') return [];
  const name = /\(`([a-z_]+)`\)$/.exec(trigger)?.[1];
  assert.ok(name !== undefined, `the trigger has no name in backticks: ${line}`);
  const event = codeWords(webhook)[0] ?? 'no event';
  const target = codeWords(to)[0] ?? 'no state';
  return codeWords(from).map(
    (state) =>
      `${name}: ${state} → ${target}, ${event}, ${modeIn(condition)}, ${timeIn(condition)}`,
  );
}

function codeWords(cell: string): readonly string[] {
  return [...cell.matchAll(/`([a-z_.]+)`/g)].map((match) => match[1] ?? '');
}

function modeIn(condition: string): string {
  const mode = COLLECTION_MODES.find((mode) => condition.includes(mode.replace('_', '-')));
  return mode ?? 'any';
}

function timeIn(condition: string): string {
  if (condition.includes('before the deadline')) return 'before_deadline';
  if (condition.includes('never sent')) return 'never_sent';
  return condition.includes('within 24 hours') ? 'within_late_window' : 'always';
}

/** Tries every trigger on everything that can be reached, all at one moment. */
function movesFromCreation(direction: Direction): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting: Transaction[] =
    direction === 'deposit'
      ? COLLECTION_MODES.map((mode) => sampleDeposit(mode))
      : [sampleWithdrawal()];
  const triggers = new Set(TRANSITIONS_OF[direction].map((row) => row.trigger));
  const visited = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = `${next.collectionMode} ${next.state}`;
    if (visited.has(key)) continue;
    visited.add(key);
    for (const trigger of triggers) {
      const context = { at: CREATED_AT, lateWindowMs: LATE_WINDOW_MS, wasSent: false };
      const decision = decide(next, trigger, context);
      if (decision.kind === 'refused') continue;
      seen.add(`${decision.move.from} ${trigger} ${decision.move.to}`);
      waiting.push(applyMove(next, decision.move));
    }
  }
  return seen;
}
