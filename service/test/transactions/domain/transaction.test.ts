import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPOSIT_STATES,
  isOpenDeposit,
  isSettled,
  requiresHumanApproval,
  type SealedFacts,
  type State,
  sealedText,
  WITHDRAWAL_STATES,
} from '../../../src/domain/transactions/transaction.ts';

const SEALED: SealedFacts = {
  id: 'T',
  applicationId: 'default',
  direction: 'deposit',
  reference: 'order-1',
  playerId: 'P',
  operator: 'mtn',
  collectionMode: 'customer_initiated',
  msisdn: '+237670000001',
  amountXaf: 500,
  callbackUrl: null,
  line: '8080',
  instructions: '{}',
  createdBy: 'api:k1',
  refundOf: null,
};

test('a seal is made of this exact text: another one would break every seal there is', () => {
  assert.equal(
    sealedText(SEALED),
    '["transaction","T","default","deposit","order-1","P","mtn","customer_initiated",' +
      '"+237670000001",500,null,"8080","{}","api:k1"]',
  );
});

test('a seal covers everything that never changes', () => {
  for (const fact of Object.keys(SEALED)) {
    assert.notEqual(sealedText({ ...SEALED, [fact]: 'other' }), sealedText(SEALED), fact);
  }
});

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
