import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPOSIT_STATES,
  isOpenDeposit,
  isSettled,
  requiresHumanApproval,
  type State,
  WITHDRAWAL_STATES,
} from '../../../src/domain/transactions/transaction.ts';

const ALL_STATES: readonly State[] = [...new Set([...DEPOSIT_STATES, ...WITHDRAWAL_STATES])];

test('a deposit is open while the player may still confirm', () => {
  assert.deepEqual(statesThat(isOpenDeposit), ['pending', 'provider_acknowledged']);
});

test('only a transaction that succeeded or failed is settled; an expired one is not', () => {
  assert.deepEqual(statesThat(isSettled), ['succeeded', 'failed']);
});

test('only a withdrawal that waits for approval requires it', () => {
  assert.deepEqual(statesThat(requiresHumanApproval), ['pending_approval']);
});

function statesThat(holds: (transaction: { readonly state: State }) => boolean): readonly State[] {
  return ALL_STATES.filter((state) => holds({ state }));
}
