import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askAfterMs,
  givesUpAsking,
} from '../../../src/domain/provider-requests/provider-request.ts';
import {
  holdingTriggersOf,
  type ProviderStatus,
  triggersOf,
} from '../../../src/domain/transactions/provider-triggers.ts';
import type { State, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { decideSequence } from '../../../src/domain/transactions/transition.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
  sampleWithdrawal,
} from '../../transactions/domain/sample-transaction.ts';

const IN_TIME = after(CREATED_AT, 1_000);
const STATUSES = ['accepted', 'pending', 'succeeded', 'failed'] as const;
type Triggers = Readonly<Record<ProviderStatus['kind'], readonly string[]>>;

const NOTHING: Triggers = { accepted: [], pending: [], succeeded: [], failed: [] };
const LATE = { ...NOTHING, succeeded: ['window_closed', 'late_confirmation'] } as const;

const DEPOSITS: readonly (readonly [state: State, at: Date, expected: Triggers])[] = [
  [
    'pending',
    IN_TIME,
    {
      accepted: ['prompt_sent'],
      pending: ['prompt_sent'],
      succeeded: ['prompt_sent', 'payment_confirmed'],
      failed: ['initiation_refused'],
    },
  ],
  ['pending', EXPIRES_AT, LATE],
  [
    'provider_acknowledged',
    IN_TIME,
    { ...NOTHING, succeeded: ['payment_confirmed'], failed: ['payment_refused'] },
  ],
  ['provider_acknowledged', EXPIRES_AT, LATE],
  ['succeeded', IN_TIME, NOTHING],
  ['failed', IN_TIME, { ...NOTHING, succeeded: ['late_confirmation'] }],
  ['expired', EXPIRES_AT, { ...NOTHING, succeeded: ['late_confirmation'] }],
];

const WITHDRAWALS: readonly (readonly [state: State, expected: Triggers])[] = [
  ['pending_approval', NOTHING],
  ['approved', { ...NOTHING, failed: ['transfer_sent', 'transfer_refused'] }],
  [
    'provider_submitted',
    { ...NOTHING, succeeded: ['transfer_succeeded'], failed: ['transfer_refused'] },
  ],
  ['requires_manual_resolution', NOTHING],
  ['succeeded', NOTHING],
  ['failed', NOTHING],
];

const CASES: readonly (readonly [name: string, Transaction, at: Date, expected: Triggers])[] = [
  ...DEPOSITS.map(([state, at, expected]) => {
    const name = `a deposit ${state} ${at === IN_TIME ? 'in time' : 'at its deadline'}`;
    return [name, sampleDeposit('merchant_initiated', state), at, expected] as const;
  }),
  ...WITHDRAWALS.map(
    ([state, expected]) =>
      [`a withdrawal ${state}`, sampleWithdrawal(state), IN_TIME, expected] as const,
  ),
];

for (const [name, transaction, at, expected] of CASES) {
  for (const kind of STATUSES) {
    const wanted = expected[kind];
    test(`${name}, "${kind}": ${wanted.join(', then ') || 'nothing new'}`, () => {
      const triggers = triggersOf(transaction, { kind }, at);
      assert.deepEqual(triggers, wanted);
      if (triggers.length === 0) return;
      const decision = decideSequence(transaction, triggers, { at, lateWindowMs: LATE_WINDOW_MS });
      assert.equal(decision.kind, 'moved', 'the tables know every trigger of a status');
    });
  }
}

const HOLDING: readonly (readonly [state: State, expected: readonly string[]])[] = [
  ['pending', ['window_closed', 'late_confirmation']],
  ['provider_acknowledged', ['window_closed', 'late_confirmation']],
  ['expired', ['late_confirmation']],
  ['failed', ['late_confirmation']],
  ['succeeded', []],
  ['requires_manual_resolution', []],
];

for (const [state, expected] of HOLDING) {
  test(`a prompt that is ${state} is held by ${expected.join(', then ') || 'nothing'}`, () => {
    const deposit = sampleDeposit('merchant_initiated', state);
    const triggers = holdingTriggersOf(deposit);
    assert.deepEqual(triggers, expected);
    const context = { at: IN_TIME, lateWindowMs: 0 };
    assert.equal(decideSequence(deposit, triggers, context).kind, 'moved');
  });
}

test('the service asks often at first, then less and less often, down to every 5 minutes', () => {
  const pauses = Array.from({ length: 100 }, (_, asked) => askAfterMs(asked));
  assert.equal(pauses[0], 2_000);
  assert.ok(pauses.every((pause, index) => index === 0 || pause >= (pauses[index - 1] ?? 0)));
  assert.equal(pauses.at(-1), 300_000);
});

test('the service stops asking two days after sending, and not before it asked often', () => {
  const [day, often] = [24 * 3_600_000, 13];
  assert.equal(givesUpAsking({ ageMs: day, asked: 600 }), false);
  assert.equal(givesUpAsking({ ageMs: 3 * day, asked: 600 }), true);
  assert.equal(givesUpAsking({ ageMs: 3 * day, asked: 1 }), false);
  assert.equal(givesUpAsking({ ageMs: 3 * day, asked: often }), true);
  assert.equal(givesUpAsking({ ageMs: 3 * day, asked: often - 1 }), false);
  assert.equal(givesUpAsking({ ageMs: 2 * day, asked: often }), false);
});
