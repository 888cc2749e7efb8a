import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLLECTION_MODES } from '../../../src/domain/payment-kinds.ts';
import {
  FURTHER_OUTCOMES,
  planSimulation,
  SIMULATED_OUTCOMES,
  SIMULATION_LATE_WINDOW_MS,
  type SimulatedOutcome,
  sandboxProviderTxId,
} from '../../../src/domain/sandbox/simulation.ts';
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
} from '../../transactions/domain/sample-transaction.ts';

test('the id of a payment that no operator has made says so and names its transaction', () => {
  const id = sandboxProviderTxId({ id: '0195ab3e-0000-7000-8000-00000000000a' });
  assert.equal(id, 'SANDBOX-0195AB3E00007000800000000000000A');
});

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

/** The further outcomes: from which states each can be reached, and where it leads. */
const FURTHER: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  acknowledged: [['merchant_initiated pending'], 'provider_acknowledged'],
  refused_at_initiation: [['merchant_initiated pending', 'customer_initiated pending'], 'failed'],
  held: [
    ['merchant_initiated failed', 'merchant_initiated expired', 'customer_initiated failed'],
    'requires_manual_resolution',
  ],
  approved: [['withdrawal pending_approval'], 'approved'],
  submitted: [['withdrawal pending_approval', 'withdrawal approved'], 'provider_submitted'],
  transfer_succeeded: [
    ['withdrawal pending_approval', 'withdrawal approved', 'withdrawal provider_submitted'],
    'succeeded',
  ],
  transfer_failed: [
    ['withdrawal pending_approval', 'withdrawal approved', 'withdrawal provider_submitted'],
    'failed',
  ],
  lapsed: [['withdrawal pending_approval', 'withdrawal approved'], 'requires_manual_resolution'],
  stuck: [
    ['withdrawal pending_approval', 'withdrawal approved', 'withdrawal provider_submitted'],
    'requires_manual_resolution',
  ],
  staff_confirmed: [
    [
      'merchant_initiated requires_manual_resolution',
      'customer_initiated requires_manual_resolution',
      'withdrawal requires_manual_resolution',
    ],
    'succeeded',
  ],
  staff_rejected: [
    [
      'merchant_initiated requires_manual_resolution',
      'customer_initiated requires_manual_resolution',
      'withdrawal requires_manual_resolution',
    ],
    'failed',
  ],
};

test('each further outcome is reached from its states, by the ordinary machine, with one event', () => {
  for (const outcome of FURTHER_OUTCOMES) {
    const [from, to] = FURTHER[outcome] ?? [[], ''];
    const reached: string[] = [];
    for (const transaction of EVERY_TRANSACTION) {
      const plan = planSimulation(transaction, outcome);
      if (plan.kind === 'unreachable') continue;
      reached.push(`${transaction.collectionMode ?? 'withdrawal'} ${transaction.state}`);
      const decision = decideSequence(transaction, plan.triggers, {
        at: after(CREATED_AT, 1000),
        lateWindowMs: SIMULATION_LATE_WINDOW_MS,
      });
      assert.ok(decision.kind === 'moved', outcome);
      assert.equal(decision.transaction.state, to, outcome);
      const events = decision.moves.map((move) => move.event);
      assert.ok(
        events.slice(0, -1).every((event) => event === null),
        outcome,
      );
    }
    assert.deepEqual(reached.toSorted(), [...from].toSorted(), outcome);
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
