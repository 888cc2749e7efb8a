import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { DEPOSIT_TRIGGERS } from '../../../src/domain/transactions/deposit-transitions.ts';
import { isOpenDeposit, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  applyMove,
  type DecisionContext,
  decide,
  decideSequence,
  type Move,
  TRANSITIONS_OF,
  type Trigger,
} from '../../../src/domain/transactions/transition.ts';
import { allowsMode } from '../../../src/domain/transactions/transition-row.ts';
import { eventOf } from '../../../src/domain/transactions/webhook-event.ts';
import { WITHDRAWAL_TRIGGERS } from '../../../src/domain/transactions/withdrawal-transitions.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  LATE_WINDOW_MS,
  sampleDeposit,
  sampleWithdrawal,
} from './sample-transaction.ts';

const SOON = { at: after(CREATED_AT, 1000), lateWindowMs: LATE_WINDOW_MS };
const ACKNOWLEDGED = sampleDeposit('merchant_initiated', 'provider_acknowledged');
const EXPIRED = sampleDeposit('customer_initiated', 'expired');

test('a move carries everything that recording it needs', () => {
  assert.deepEqual(decide(ACKNOWLEDGED, 'payment_confirmed', SOON), {
    kind: 'moved',
    move: {
      trigger: 'payment_confirmed',
      from: 'provider_acknowledged',
      to: 'succeeded',
      event: 'payment.succeeded',
      outcome: 'success',
      reason: 'The payment was confirmed.',
      stateReason: 'The payment was confirmed.',
      reasonCode: null,
      remark: { code: 'payment_confirmed' },
      at: SOON.at,
      expiresAt: null,
    },
  });
});

test('a refusal names its reason, the trigger and the state', () => {
  assert.deepEqual(decide(sampleDeposit('merchant_initiated', 'succeeded'), 'prompt_sent', SOON), {
    kind: 'refused',
    refusal: 'not_allowed_in_state',
    trigger: 'prompt_sent',
    state: 'succeeded',
  });
});

for (const answer of ['payment_confirmed', 'payment_refused'] as const) {
  test(`the deadline itself is too late for ${answer}, a millisecond before is not`, () => {
    assert.equal(decide(ACKNOWLEDGED, answer, atExpiryPlus(-1)).kind, 'moved');
    const decision = decide(ACKNOWLEDGED, answer, atExpiryPlus(0));
    assert.equal(decision.kind === 'refused' && decision.refusal, 'deadline_passed');
  });
}

test('the late window counts from the expiry and includes its last millisecond', () => {
  assert.equal(
    decide(EXPIRED, 'matching_payment_received', atExpiryPlus(LATE_WINDOW_MS)).kind,
    'moved',
  );
  const decision = decide(EXPIRED, 'matching_payment_received', atExpiryPlus(LATE_WINDOW_MS + 1));
  assert.equal(decision.kind === 'refused' && decision.refusal, 'outside_late_window');
});

test('a confirmation at the deadline is late once the window is closed', () => {
  const context = { ...SOON, at: EXPIRES_AT };
  const decision = decideSequence(ACKNOWLEDGED, ['window_closed', 'late_confirmation'], context);
  assert.equal(
    decision.kind === 'moved' && decision.transaction.state,
    'requires_manual_resolution',
  );
});

test('an expiry that is noticed late is dated at the deadline, one in the sandbox when it is', () => {
  const datedAt = (context: DecisionContext) => {
    const decision = decide(ACKNOWLEDGED, 'window_closed', context);
    return decision.kind === 'moved' && decision.move.at;
  };
  assert.deepEqual(datedAt(atExpiryPlus(60_000)), EXPIRES_AT);
  assert.deepEqual(datedAt(atExpiryPlus(0)), EXPIRES_AT);
  assert.deepEqual(datedAt(SOON), SOON.at, 'before the deadline it is simulated');
});

test('a late payment is dated when it comes, not at the deadline', () => {
  const late = atExpiryPlus(60_000);
  const decision = decide(EXPIRED, 'matching_payment_received', late);
  assert.deepEqual(decision.kind === 'moved' && decision.move.at, late.at);
});

test('a prompt keeps the deadline and every move out of the open states clears it', () => {
  const pending = sampleDeposit('merchant_initiated');
  const prompted = mustMove(pending, 'prompt_sent');
  assert.deepEqual(prompted.expiresAt, EXPIRES_AT);
  assert.equal(mustMove(pending, 'window_closed').expiresAt, null);
});

test('a move is never dated before the one that it follows', () => {
  const early = { at: after(EXPIRES_AT, -1), lateWindowMs: LATE_WINDOW_MS };
  const decision = decide(EXPIRED, 'matching_payment_received', early);
  assert.deepEqual(decision.kind === 'moved' && decision.move.at, EXPIRES_AT);
});

test('a given reason is used, and a blank one is not', () => {
  assert.equal(reasonOfRefusal(' The player has no money left. '), 'The player has no money left.');
  const ownReason = 'The player refused the payment or did not answer in time.';
  assert.equal(reasonOfRefusal('  '), ownReason);
  assert.equal(reasonOfRefusal(undefined), ownReason);
});

test('platforms read our sentences, and words of others only when a person says so', () => {
  const reported = (reason: DecisionContext['reason'], tellsPlatform?: boolean) => {
    const decision = decide(ACKNOWLEDGED, 'payment_refused', { ...SOON, reason, tellsPlatform });
    assert.ok(decision.kind === 'moved');
    return decision.move.stateReason;
  };
  const own = 'The player refused the payment or did not answer in time.';
  assert.equal(reported('They rang us up.'), own);
  assert.equal(reported('They rang us up.', true), 'They rang us up.');
  assert.equal(reported({ code: 'payer_lacks_money' }), 'The payer does not have enough money.');
  assert.equal(
    reported({ code: 'system_refused', params: { system: 'MTN' } }),
    'MTN refused the payment.',
  );
  const technical = { code: 'technical', params: { error: 'ECONNRESET 10.0.0.7' } } as const;
  assert.equal(reported(technical), own);
  const nested = {
    code: 'system_answer_lost',
    params: { system: 'MTN', because: technical },
  } as const;
  assert.equal(reported(nested), own);
  const answered = { status: 500, system: 'MTN', their_words: 'Fonds du client: 12' };
  assert.equal(reported({ code: 'system_answered_words', params: answered }), own);
});

test('applying a move changes the state, its reason and times, and counts the version', () => {
  const move = mustMove(ACKNOWLEDGED, 'payment_confirmed');
  assert.deepEqual(applyMove(ACKNOWLEDGED, move), {
    ...ACKNOWLEDGED,
    state: 'succeeded',
    stateReason: 'The payment was confirmed.',
    stateUpdatedAt: SOON.at,
    updatedAt: SOON.at,
    expiresAt: null,
    version: 2,
  });
});

test('a move is not applied to a transaction in another state', () => {
  const move = mustMove(ACKNOWLEDGED, 'payment_confirmed');
  assert.throws(() => applyMove(sampleDeposit('merchant_initiated'), move), /Impossible/);
});

test('a sequence gives its reason to the last move only', () => {
  const decision = decideSequence(sampleWithdrawal(), ['approved', 'transfer_sent'], {
    ...SOON,
    reason: 'Sent by the night shift.',
  });
  assert.ok(decision.kind === 'moved');
  assert.deepEqual(
    decision.moves.map((move) => move.reason),
    ['Staff approved the withdrawal.', 'Sent by the night shift.'],
  );
  assert.equal(decision.transaction.version, 3);
});

test('a sequence with one refused trigger makes no move at all', () => {
  assert.deepEqual(decideSequence(sampleWithdrawal(), ['approved', 'transfer_succeeded'], SOON), {
    kind: 'refused',
    refusal: 'not_allowed_in_state',
    trigger: 'transfer_succeeded',
    state: 'approved',
  });
});

test('a transaction that contradicts itself stops the program', () => {
  const contradictions: readonly Transaction[] = [
    { ...ACKNOWLEDGED, state: 'pending_approval' },
    { ...ACKNOWLEDGED, collectionMode: null },
    { ...sampleWithdrawal(), collectionMode: 'merchant_initiated' },
    { ...ACKNOWLEDGED, expiresAt: null },
  ];
  for (const contradiction of contradictions) {
    assert.throws(() => decide(contradiction, 'payment_confirmed', SOON), /Impossible/);
  }
});

const anyStart = fc.constantFrom(
  sampleDeposit('merchant_initiated'),
  sampleDeposit('customer_initiated'),
  sampleWithdrawal(),
);
const anySteps = fc.array(
  fc.record({
    trigger: fc.constantFrom<Trigger>(...DEPOSIT_TRIGGERS, ...WITHDRAWAL_TRIGGERS),
    waitMs: fc.constantFrom(0, 1000, 10 * 60 * 1000, LATE_WINDOW_MS),
  }),
  { maxLength: 40 },
);

test('whatever happens, the history is a path of the table', () => {
  fc.assert(
    fc.property(anyStart, anySteps, (start, steps) => {
      const { moves } = live(start, steps);
      let state = start.state;
      for (const move of moves) {
        const rows = TRANSITIONS_OF[start.direction].filter(
          (row) =>
            row.from === state &&
            row.trigger === move.trigger &&
            row.to === move.to &&
            allowsMode(row, start.collectionMode),
        );
        assert.equal(rows.length, 1);
        state = move.to;
      }
      const leftSuccess = moves.filter((move) => move.from === 'succeeded');
      assert.deepEqual(leftSuccess, []);
    }),
  );
});

test('whatever happens, there is a deadline exactly while a deposit is open', () => {
  fc.assert(
    fc.property(anyStart, anySteps, (start, steps) => {
      const { values } = live(start, steps);
      for (const value of values) {
        assert.equal(value.expiresAt !== null, isOpenDeposit(value), value.state);
        assert.notEqual(value.stateReason, '');
      }
    }),
  );
});

test('whatever happens, the version counts the moves and each move has its event', () => {
  fc.assert(
    fc.property(anyStart, anySteps, (start, steps) => {
      const { values, moves } = live(start, steps);
      assert.equal(values.at(-1)?.version, start.version + moves.length);
      for (const move of moves) assert.equal(move.event, eventOf(move.to));
      const successes = moves.filter((move) => move.event === 'payment.succeeded');
      assert.ok(successes.length <= 1, 'a player is credited once at most');
    }),
  );
});

test('whatever happens, a transaction counts once at most in the figures of its provider', () => {
  fc.assert(
    fc.property(anyStart, anySteps, (start, steps) => {
      const counted = live(start, steps).moves.filter((move) => move.outcome !== null);
      assert.ok(counted.length <= 1);
    }),
  );
});

function atExpiryPlus(elapsedMs: number): DecisionContext {
  return { ...SOON, at: after(EXPIRES_AT, elapsedMs) };
}

function reasonOfRefusal(reason: string | undefined): string {
  return mustMove(ACKNOWLEDGED, 'payment_refused', { ...SOON, reason }).reason;
}

function mustMove(
  transaction: Transaction,
  trigger: Trigger,
  context: DecisionContext = SOON,
): Move {
  const decision = decide(transaction, trigger, context);
  assert.ok(decision.kind === 'moved', `${trigger} was refused`);
  return decision.move;
}

interface Step {
  readonly trigger: Trigger;
  readonly waitMs: number;
}

/** Lets triggers happen one after the other; refused ones change nothing. */
function live(start: Transaction, steps: readonly Step[]) {
  const values = [start];
  const moves: Move[] = [];
  let current = start;
  let at = start.createdAt;
  for (const { trigger, waitMs } of steps) {
    at = after(at, waitMs);
    const decision = decide(current, trigger, { at, lateWindowMs: LATE_WINDOW_MS });
    if (decision.kind === 'refused') continue;
    moves.push(decision.move);
    current = applyMove(current, decision.move);
    values.push(current);
  }
  return { values, moves };
}
