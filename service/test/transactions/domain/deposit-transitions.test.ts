import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLLECTION_MODES, type CollectionMode } from '../../../src/domain/payment-kinds.ts';
import {
  DEPOSIT_TRANSITIONS,
  DEPOSIT_TRIGGERS,
} from '../../../src/domain/transactions/deposit-transitions.ts';
import { DEPOSIT_STATES, type DepositState } from '../../../src/domain/transactions/transaction.ts';
import { decide } from '../../../src/domain/transactions/transition.ts';
import { WITHDRAWAL_TRIGGERS } from '../../../src/domain/transactions/withdrawal-transitions.ts';
import { after, EXPIRES_AT, LATE_WINDOW_MS, sampleDeposit } from './sample-transaction.ts';

// Written from the interface, not from the code. The columns are the states in the order of
// STATE_COLUMNS. A cell is the state that is reached, or the refusal; `.` is
// not_allowed_in_state, `mode` is wrong_collection_mode, and what follows a slash is the
// refusal of the same trigger when it comes too late.
const STATE_COLUMNS: readonly DepositState[] = [
  'pending',
  'provider_acknowledged',
  'succeeded',
  'failed',
  'expired',
  'requires_manual_resolution',
];

const EXPECTED: Record<CollectionMode, string> = {
  merchant_initiated: `
    prompt_sent                ACK            .              .  .     .     .
    initiation_refused         FAIL/deadline  .              .  .     .     .
    payment_confirmed          mode           OK/deadline    .  .     .     .
    payment_refused            .              FAIL/deadline  .  .     .     .
    window_closed              EXP            EXP            .  .     .     .
    late_confirmation          .              .              .  HELD  HELD  .
    matching_payment_received  .              .              .  .     mode  .
    staff_confirmed            .              .              .  .     .     OK
    staff_rejected             .              .              .  .     .     FAIL
    staff_completed            mode           .              .  .     mode  mode`,
  customer_initiated: `
    prompt_sent                mode           .              .  .     .          .
    initiation_refused         FAIL/deadline  .              .  .     .          .
    payment_confirmed          OK/deadline    OK/deadline    .  .     .          .
    payment_refused            .              FAIL/deadline  .  .     .          .
    window_closed              EXP            EXP            .  .     .          .
    late_confirmation          .              .              .  HELD  mode       .
    matching_payment_received  .              .              .  .     OK/window  .
    staff_confirmed            .              .              .  .     .          OK
    staff_rejected             .              .              .  .     .          FAIL
    staff_completed            OK             .              .  .     OK         OK`,
};

const MEANING: Readonly<Record<string, string>> = {
  ACK: 'provider_acknowledged, no event',
  OK: 'succeeded, payment.succeeded',
  FAIL: 'failed, payment.failed',
  EXP: 'expired, payment.expired',
  HELD: 'requires_manual_resolution, no event',
  '.': 'not_allowed_in_state',
  mode: 'wrong_collection_mode',
  deadline: 'deadline_passed',
  window: 'outside_late_window',
};

const IN_TIME = after(EXPIRES_AT, -1);
const TOO_LATE = after(EXPIRES_AT, LATE_WINDOW_MS + 1);

for (const mode of COLLECTION_MODES) {
  test(`every trigger does in every state what the interface says, ${mode}`, () => {
    const grid = parseGrid(EXPECTED[mode]);
    for (const state of DEPOSIT_STATES) {
      for (const trigger of DEPOSIT_TRIGGERS) {
        const cell = grid.get(`${trigger} ${state}`) ?? 'no cell';
        const [inTime = '', tooLate = inTime] = cell.split('/');
        const label = `${trigger} in ${state}`;
        assert.equal(outcome(mode, state, trigger, IN_TIME), MEANING[inTime], label);
        assert.equal(outcome(mode, state, trigger, TOO_LATE), MEANING[tooLate], `late ${label}`);
      }
    }
  });
}

test('a trigger of withdrawals alone is refused for a deposit in every state', () => {
  const depositTriggers: readonly string[] = DEPOSIT_TRIGGERS;
  const foreign = WITHDRAWAL_TRIGGERS.filter((trigger) => !depositTriggers.includes(trigger));
  assert.equal(foreign.length, 10);
  for (const state of DEPOSIT_STATES) {
    for (const trigger of foreign) {
      assert.equal(outcome('merchant_initiated', state, trigger, IN_TIME), 'wrong_direction');
    }
  }
});

test('a failed deposit is never credited without passing through staff', () => {
  const out = DEPOSIT_TRANSITIONS.filter((row) => row.from === 'failed');
  assert.deepEqual(
    out.map((row) => row.to),
    ['requires_manual_resolution'],
  );
});

test('refusals count against the provider, payments for it, an expiry for neither side', () => {
  const counted = DEPOSIT_TRANSITIONS.filter((row) => row.outcome !== null);
  assert.deepEqual(
    counted.map((row) => `${row.from} ${row.trigger} ${row.outcome}`),
    [
      'pending initiation_refused failure',
      'provider_acknowledged payment_confirmed success',
      'pending payment_confirmed success',
      'provider_acknowledged payment_refused failure',
      'pending window_closed neither',
      'provider_acknowledged window_closed neither',
    ],
  );
});

function outcome(
  mode: CollectionMode,
  state: DepositState,
  trigger: Parameters<typeof decide>[1],
  at: Date,
): string {
  const decision = decide(sampleDeposit(mode, state), trigger, {
    at,
    lateWindowMs: LATE_WINDOW_MS,
  });
  if (decision.kind === 'refused') return decision.refusal;
  return `${decision.move.to}, ${decision.move.event ?? 'no event'}`;
}

function parseGrid(text: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const [trigger, ...row] = line.trim().split(/\s+/);
    assert.equal(row.length, STATE_COLUMNS.length, line);
    for (const [index, state] of STATE_COLUMNS.entries()) {
      cells.set(`${trigger} ${state}`, row[index] ?? '');
    }
  }
  return cells;
}
