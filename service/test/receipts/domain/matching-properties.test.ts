import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Match,
  type MatchCandidate,
  matchReceipt,
} from '../../../src/domain/receipts/matching.ts';
import { decideSequence } from '../../../src/domain/transactions/transition.ts';
import {
  after,
  CREATED_AT,
  EXPIRES_AT,
  LATE_WINDOW_MS,
} from '../../transactions/domain/sample-transaction.ts';
import { BASE, candidate, context, LINE, NAMED, RECEIPT } from './sample-match.ts';

const STATES = ['pending', 'provider_acknowledged', 'expired', 'failed', 'succeeded'] as const;

/** Deposits of one number that differ in everything that may distinguish them. */
const candidates = fc
  .array(
    fc.record({
      state: fc.constantFrom(...STATES),
      playerId: fc.constantFrom('one', 'one', 'one', 'two'),
      amountXaf: fc.constantFrom(0, 0, 0, 1, -1).map((off) => BASE.amountXaf + off),
      line: fc.constantFrom(LINE, LINE, '+237699000002'),
      createdMs: fc.nat({ max: 500_000 }),
      endedMs: fc.nat({ max: 2 * LATE_WINDOW_MS }),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ state, playerId, amountXaf, line, createdMs, endedMs }, index) => {
      const isOpen = state === 'pending' || state === 'provider_acknowledged';
      const createdAt = after(CREATED_AT, createdMs);
      const mode = state === 'pending' || state === 'expired' ? 'customer' : 'merchant';
      return candidate(
        {
          id: `0195ab3e-0000-7000-8000-${String(index).padStart(12, '0')}`,
          state,
          playerId,
          amountXaf,
          createdAt,
          ...(state === 'succeeded' ? NAMED : {}),
          collectionMode: `${mode}_initiated`,
          expiresAt: isOpen ? after(createdAt, 600_000) : null,
          stateUpdatedAt: isOpen ? createdAt : after(EXPIRES_AT, endedMs),
        },
        line,
      );
    }),
  );
const moments = fc.nat({ max: 2 * LATE_WINDOW_MS }).map((ms) => after(CREATED_AT, ms));

function isOpen({ transaction }: MatchCandidate): boolean {
  return ['pending', 'provider_acknowledged'].includes(transaction.state);
}

/** Whether a payment at this time may still complete it. */
function takesPayment({ transaction }: MatchCandidate, at: Date): boolean {
  const { state, stateUpdatedAt, expiresAt } = transaction;
  const isRecent = (since: Date) => at.getTime() - since.getTime() <= LATE_WINDOW_MS;
  if (isOpen({ transaction, line: '', checkoutId: null }))
    return expiresAt !== null && isRecent(expiresAt);
  return (state === 'expired' || state === 'failed') && isRecent(stateUpdatedAt);
}

function prove(check: (found: Match, all: readonly MatchCandidate[], at: Date) => void): void {
  fc.assert(
    fc.property(candidates, moments, (all, at) => {
      check(matchReceipt(RECEIPT, all, context(at)), all, at);
    }),
    { numRuns: 500 },
  );
}

test('what is matched has the number, line and exact amount, and can still be paid', () => {
  prove((found, all, at) => {
    if (found.kind !== 'matched') return;
    const chosen = all.filter(({ transaction }) => transaction === found.transaction);
    assert.equal(chosen.length, 1, 'at most one deposit is matched');
    const [one = candidate()] = chosen;
    assert.equal(one.line, LINE);
    assert.equal(one.transaction.amountXaf, RECEIPT.amountXaf);
    assert.ok(takesPayment(one, at));
  });
});

test('deposits of two players for the amount are never matched', () => {
  prove((found, all, at) => {
    const fitting = all.filter(
      (one) => takesPayment(one, at) && one.transaction.amountXaf === RECEIPT.amountXaf,
    );
    const players = new Set(fitting.map(({ transaction }) => transaction.playerId));
    if (players.size > 1)
      assert.deepEqual(found, { kind: 'held', reason: { code: 'several_players' } });
  });
});

test('the oldest that is open is matched, else the one that expired last', () => {
  prove((found, all, at) => {
    if (found.kind !== 'matched') return;
    const fitting = all.filter(
      (one) =>
        takesPayment(one, at) &&
        one.line === LINE &&
        one.transaction.amountXaf === RECEIPT.amountXaf,
    );
    const chosen = found.transaction;
    const open = fitting.filter(isOpen).map(({ transaction }) => transaction);
    const inTime = open.filter(({ expiresAt }) => expiresAt !== null && at < expiresAt);
    const first = inTime.length > 0 ? inTime : open;
    if (first.length > 0) {
      const oldest = Math.min(...first.map(({ createdAt }) => createdAt.getTime()));
      assert.ok(first.includes(chosen));
      assert.equal(chosen.createdAt.getTime(), oldest);
      return;
    }
    const expired = fitting.filter(({ transaction }) => transaction.state === 'expired');
    const last = expired.length > 0 ? expired : fitting;
    const latest = Math.max(...last.map(({ transaction: t }) => t.stateUpdatedAt.getTime()));
    assert.ok(last.some(({ transaction }) => transaction === chosen));
    assert.equal(chosen.stateUpdatedAt.getTime(), latest);
  });
});

test('the order in which deposits are looked up does not matter', () => {
  prove((found, all, at) => {
    assert.deepEqual(matchReceipt(RECEIPT, all.toReversed(), context(at)), found);
  });
});

test('what is matched moves by the tables: to succeeded, or to staff after a late prompt', () => {
  prove((found, _all, at) => {
    if (found.kind !== 'matched') return;
    const decision = decideSequence(found.transaction, found.triggers, context(at));
    assert.ok(decision.kind === 'moved');
    const isLatePrompt = found.triggers.includes('late_confirmation');
    const expected = isLatePrompt ? 'requires_manual_resolution' : 'succeeded';
    assert.equal(decision.transaction.state, expected);
  });
});
