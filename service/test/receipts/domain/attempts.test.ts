import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MatchCandidate, matchReceipt } from '../../../src/domain/receipts/matching.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { after, EXPIRES_AT } from '../../transactions/domain/sample-transaction.ts';
import { candidate, context, ended, LINE, PROMPT, RECEIPT } from './sample-match.ts';

const MINUTE_MS = 60_000;
const PAID_AT = after(EXPIRES_AT, 25 * MINUTE_MS);

/** A deposit by code that was asked for shortly before the payment. */
const OPEN = {
  createdAt: after(PAID_AT, -MINUTE_MS),
  expiresAt: after(PAID_AT, 10 * MINUTE_MS),
} as const;

function attempt(checkoutId: string, changes: Partial<Transaction>): MatchCandidate {
  return candidate({ ...changes, id: checkoutId }, LINE, checkoutId);
}

function endedBefore(minutes: number, state: 'expired' | 'failed' = 'expired') {
  return { ...ended(state), stateUpdatedAt: after(PAID_AT, -minutes * MINUTE_MS) };
}

const own = candidate({ ...OPEN, id: 'own' });
const ownPrompt = { ...PROMPT, ...OPEN };
const others = { playerId: 'other' };
const unnoticed = { expiresAt: after(PAID_AT, -21 * MINUTE_MS) };

const CASES: readonly (readonly [
  name: string,
  candidates: readonly MatchCandidate[],
  outcome: string,
])[] = [
  [
    'open codes of two checkouts',
    [attempt('one', OPEN), attempt('two', OPEN)],
    'several_checkouts',
  ],
  [
    'an open code and one of another checkout that ended shortly before',
    [attempt('one', OPEN), attempt('two', endedBefore(20))],
    'several_checkouts',
  ],
  [
    'an open code and one of another checkout that ended long before',
    [attempt('one', OPEN), attempt('two', endedBefore(21))],
    'one',
  ],
  [
    'ended codes of two checkouts, one shortly before',
    [attempt('one', endedBefore(60)), attempt('two', endedBefore(5))],
    'two',
  ],
  [
    'ended codes of two checkouts, both long before',
    [attempt('one', endedBefore(60)), attempt('two', endedBefore(30))],
    'several_checkouts',
  ],
  [
    'an open and an ended code of one checkout',
    [attempt('one', endedBefore(1)), candidate({ ...OPEN, id: 'again' }, LINE, 'one')],
    'again',
  ],
  [
    'a deposit and an open attempt of another',
    [own, attempt('one', { ...OPEN, ...others })],
    'several_players',
  ],
  [
    'a deposit and an attempt of another that ended shortly before',
    [own, attempt('one', { ...endedBefore(5), ...others })],
    'several_players',
  ],
  [
    'a deposit and an attempt of another that ended long before',
    [own, attempt('one', { ...endedBefore(21), ...others })],
    'own',
  ],
  [
    'a deposit and an attempt of another whose end nobody has noticed',
    [own, attempt('one', { ...unnoticed, ...others })],
    'own',
  ],
  [
    'a deposit and an attempt of another that has just failed',
    [own, attempt('one', { ...endedBefore(0, 'failed'), ...others })],
    'own',
  ],
  [
    'a prompt and a prompt of another that has just failed',
    [
      candidate({ ...ownPrompt, id: 'own' }),
      attempt('one', { ...ownPrompt, ...endedBefore(0, 'failed'), ...others }),
    ],
    'own',
  ],
  [
    'an attempt that ended long before, and nothing else',
    [attempt('one', endedBefore(300))],
    'one',
  ],
];

for (const [name, candidates, outcome] of CASES) {
  test(`a payment that fits ${name}: ${outcome}`, () => {
    for (const listed of [candidates, candidates.toReversed()]) {
      const found = matchReceipt(
        { ...RECEIPT, operatorTime: PAID_AT },
        listed,
        context(after(PAID_AT, MINUTE_MS)),
      );
      assert.equal(found.kind === 'held' ? found.reason.code : found.transaction.id, outcome);
    }
  });
}

test('a payment of an unknown time may be of a code that ended long ago', () => {
  const listed = [attempt('one', OPEN), attempt('two', endedBefore(300))];
  const found = matchReceipt(RECEIPT, listed, context(PAID_AT));
  assert.ok(found.kind === 'held' && found.reason.code === 'several_checkouts');
});

test('a stranger’s attempt that has passed does not hide what was paid without an id', () => {
  const paid = candidate({ ...ended('succeeded'), stateUpdatedAt: PAID_AT });
  const stranger = attempt('one', { ...endedBefore(21), ...others });
  const receipt = { ...RECEIPT, operatorTime: PAID_AT };
  assert.equal(matchReceipt(receipt, [paid, stranger], context(PAID_AT)).kind, 'known');
});
