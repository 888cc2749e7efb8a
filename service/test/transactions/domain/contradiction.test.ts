import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECTIONS } from '../../../src/domain/payment-kinds.ts';
import { contradictionOf } from '../../../src/domain/transactions/contradiction.ts';
import { STATES_OF } from '../../../src/domain/transactions/transaction.ts';

const STATUSES = ['accepted', 'pending', 'succeeded', 'failed', 'paid_otherwise'] as const;

/** Every other combination says nothing against what is settled. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'withdrawal failed, reported succeeded': 'settled_failed_but_paid',
  'withdrawal succeeded, reported failed': 'settled_paid_but_failed',
  'deposit succeeded, reported failed': 'settled_paid_but_failed',
  'deposit succeeded, reported paid_otherwise': 'paid_otherwise',
  'deposit succeeded, reported paid_otherwise again': 'paid_otherwise',
  'withdrawal failed, reported succeeded again': 'settled_failed_but_paid',
  'withdrawal succeeded, reported failed after success': 'reversed_by_operator',
  'deposit succeeded, reported failed after success': 'reversed_by_operator',
};

for (const direction of DIRECTIONS) {
  for (const state of STATES_OF[direction]) {
    test(`what a provider can say against a ${direction} that is ${state}`, () => {
      for (const status of STATUSES) {
        const name = `${direction} ${state}, reported ${status}`;
        const reported = {
          status,
          reason: undefined,
          providerTxId: 'a-payment',
          isProven: false,
        };
        const settled = { direction, state, providerTxId: 'a-payment' };
        const first = contradictionOf(settled, { ...reported, saidSucceeded: false });
        assert.equal(first?.code, CONTRADICTIONS[name], name);
        const again = `${name}${status === 'failed' ? ' after success' : ' again'}`;
        const later = contradictionOf(settled, { ...reported, saidSucceeded: true });
        assert.equal(later?.code, CONTRADICTIONS[again], again);
      }
    });
  }
}

test('a contradiction says why the provider calls it failed', () => {
  const reason = { code: 'payment_cancelled' } as const;
  const reported = {
    status: 'failed',
    reason,
    saidSucceeded: false,
    providerTxId: null,
    isProven: false,
  } as const;
  const settled = { direction: 'withdrawal', state: 'succeeded', providerTxId: null } as const;
  const message = contradictionOf(settled, reported);
  assert.deepEqual(message?.params, { because: reason });
  const silent = contradictionOf(settled, { ...reported, reason: undefined });
  assert.deepEqual(silent?.params, { because: { code: 'transfer_refused' } });
});

test('a balance that proves its text speaks against an unpaid prompt, not against a reversal', () => {
  const settled = { direction: 'deposit', state: 'succeeded', providerTxId: null } as const;
  const failed = { status: 'failed', reason: undefined, providerTxId: null } as const;
  const said = (saidSucceeded: boolean) =>
    contradictionOf(settled, { ...failed, isProven: true, saidSucceeded })?.code;
  assert.deepEqual([said(false), said(true)], [undefined, 'reversed_by_operator']);
});

test('only a deposit with the id of another payment is said to be paid twice', () => {
  const reported = {
    status: 'succeeded',
    reason: undefined,
    saidSucceeded: false,
    isProven: false,
  } as const;
  const said = (direction: 'deposit' | 'withdrawal', known: string | null, now: string | null) =>
    contradictionOf(
      { direction, state: 'succeeded', providerTxId: known },
      { ...reported, providerTxId: now },
    );
  assert.deepEqual(said('deposit', 'one', 'two'), {
    code: 'paid_with_another',
    params: { operator_tx_id: 'two' },
  });
  assert.equal(said('deposit', 'one', null), null);
  assert.equal(said('deposit', null, 'two'), null, 'its id was not known yet');
  assert.equal(said('withdrawal', 'one', 'two'), null);
});
