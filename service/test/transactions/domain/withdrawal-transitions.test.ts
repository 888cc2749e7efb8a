import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEPOSIT_TRIGGERS } from '../../../src/domain/transactions/deposit-transitions.ts';
import {
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '../../../src/domain/transactions/transaction.ts';
import { decide, type Trigger } from '../../../src/domain/transactions/transition.ts';
import { WITHDRAWAL_TRIGGERS } from '../../../src/domain/transactions/withdrawal-transitions.ts';
import { CREATED_AT, LATE_WINDOW_MS, sampleWithdrawal } from './sample-transaction.ts';

// Written from the interface, not from the code. Whatever is not listed must be refused.
const EXPECTED: Readonly<Record<string, string>> = {
  'pending_approval approved': 'approved, no event, counts null',
  'pending_approval rejected': 'failed, payment.failed, counts neither',
  'approved cancelled': 'failed, payment.failed, counts neither',
  'approved approval_lapsed': 'requires_manual_resolution, no event, counts null',
  'requires_manual_resolution approved_anew': 'approved, no event, counts null',
  'approved transfer_sent': 'provider_submitted, no event, counts null',
  'provider_submitted transfer_succeeded': 'succeeded, payment.succeeded, counts success',
  'provider_submitted transfer_refused': 'failed, payment.failed, counts failure',
  'provider_submitted stuck': 'requires_manual_resolution, no event, counts failure',
  'pending_approval restored': 'requires_manual_resolution, no event, counts null',
  'approved restored': 'requires_manual_resolution, no event, counts null',
  'provider_submitted restored': 'requires_manual_resolution, no event, counts null',
  'requires_manual_resolution restored': 'requires_manual_resolution, no event, counts null',
  'requires_manual_resolution staff_confirmed': 'succeeded, payment.succeeded, counts null',
  'requires_manual_resolution staff_rejected': 'failed, payment.failed, counts null',
};

test('every trigger does in every state what the interface says', () => {
  let moved = 0;
  for (const state of WITHDRAWAL_STATES) {
    for (const trigger of WITHDRAWAL_TRIGGERS) {
      const expected = EXPECTED[`${state} ${trigger}`];
      if (expected !== undefined) moved += 1;
      assert.equal(
        outcome(state, trigger),
        expected ?? 'not_allowed_in_state',
        `${trigger} in ${state}`,
      );
    }
  }
  assert.equal(moved, Object.keys(EXPECTED).length);
});

test('a trigger of deposits alone is refused for a withdrawal in every state', () => {
  const withdrawalTriggers: readonly string[] = WITHDRAWAL_TRIGGERS;
  const foreign = DEPOSIT_TRIGGERS.filter((trigger) => !withdrawalTriggers.includes(trigger));
  assert.equal(foreign.length, 8);
  for (const state of WITHDRAWAL_STATES) {
    for (const trigger of foreign) assert.equal(outcome(state, trigger), 'wrong_direction');
  }
});

test('what was sent, or may have been, is not approved anew', () => {
  const held = sampleWithdrawal('requires_manual_resolution');
  for (const sent of [{}, { wasSent: true }]) {
    const context = { at: CREATED_AT, lateWindowMs: LATE_WINDOW_MS, ...sent };
    const decision = decide(held, 'approved_anew', context);
    assert.equal(decision.kind === 'refused' && decision.refusal, 'perhaps_sent');
  }
});

function outcome(state: WithdrawalState, trigger: Trigger): string {
  const decision = decide(sampleWithdrawal(state), trigger, {
    at: CREATED_AT,
    lateWindowMs: LATE_WINDOW_MS,
    wasSent: false,
  });
  if (decision.kind === 'refused') return decision.refusal;
  const { to, event, outcome } = decision.move;
  return `${to}, ${event ?? 'no event'}, counts ${outcome ?? 'null'}`;
}
