import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLLECTION_MODES } from '../../../src/domain/payment-kinds.ts';
import {
  planSimulation,
  SIMULATED_OUTCOMES,
  SIMULATION_LATE_WINDOW_MS,
  type SimulatedOutcome,
} from '../../../src/domain/transactions/simulation.ts';
import {
  DEPOSIT_STATES,
  type Transaction,
  WITHDRAWAL_STATES,
} from '../../../src/domain/transactions/transaction.ts';
import { decideSequence } from '../../../src/domain/transactions/transition.ts';
import { eventOf } from '../../../src/domain/transactions/webhook-event.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  sampleDeposit,
  sampleWithdrawal,
} from './sample-transaction.ts';

// Written from the interface's table; an acknowledged deposit is treated like a pending one.
const REACHABLE: Readonly<Record<string, readonly SimulatedOutcome[]>> = {
  'deposit pending': ['succeeded', 'failed', 'expired'],
  'deposit provider_acknowledged': ['succeeded', 'failed', 'expired'],
  'deposit expired': ['succeeded'],
  'withdrawal pending_approval': ['succeeded', 'failed'],
};

const EVERY_TRANSACTION: readonly Transaction[] = [
  ...COLLECTION_MODES.flatMap((mode) => DEPOSIT_STATES.map((state) => sampleDeposit(mode, state))),
  ...WITHDRAWAL_STATES.map((state) => sampleWithdrawal(state)),
];

test('exactly the outcomes of the interface can be simulated', () => {
  for (const transaction of EVERY_TRANSACTION) {
    const { direction, state } = transaction;
    const reachable = REACHABLE[`${direction} ${state}`] ?? [];
    for (const outcome of SIMULATED_OUTCOMES) {
      const plan = planSimulation(transaction, outcome);
      assert.equal(plan.kind === 'planned', reachable.includes(outcome), `${state} ${outcome}`);
      if (plan.kind === 'unreachable') {
        assert.deepEqual(plan, { kind: 'unreachable', state, outcome });
      }
    }
  }
});

test('every plan passes the ordinary machine, ends in its outcome and emits one event', () => {
  for (const transaction of EVERY_TRANSACTION) {
    for (const outcome of SIMULATED_OUTCOMES) {
      const plan = planSimulation(transaction, outcome);
      if (plan.kind === 'unreachable') continue;
      const decision = decideSequence(transaction, plan.triggers, {
        at: after(CREATED_AT, 1000),
        lateWindowMs: SIMULATION_LATE_WINDOW_MS,
      });
      const label = `${transaction.state} ${transaction.collectionMode} ${outcome}`;
      assert.ok(decision.kind === 'moved', label);
      assert.equal(decision.transaction.state, outcome, label);
      const events = decision.moves.map((move) => move.event).filter((event) => event !== null);
      assert.deepEqual(events, [eventOf(outcome)], label);
      assert.equal(decision.moves.at(-1)?.event, eventOf(outcome), label);
    }
  }
});

test('a late payment can be simulated long after the late window of real payments', () => {
  const expired = sampleDeposit('customer_initiated', 'expired');
  const plan = planSimulation(expired, 'succeeded');
  assert.ok(plan.kind === 'planned');
  const inAYear = after(EXPIRES_AT, 365 * 24 * 60 * 60 * 1000);
  const context = { at: inAYear, lateWindowMs: SIMULATION_LATE_WINDOW_MS };
  assert.equal(decideSequence(expired, plan.triggers, context).kind, 'moved');
});

test('a simulated withdrawal passes through approval and transfer', () => {
  assert.deepEqual(planSimulation(sampleWithdrawal(), 'succeeded'), {
    kind: 'planned',
    triggers: ['approved', 'transfer_sent', 'transfer_succeeded'],
  });
});
