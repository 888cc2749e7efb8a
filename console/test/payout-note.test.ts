import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notePayout } from '../src/provider-requests/payout-note.ts';
import { en } from '../src/words/en.ts';

const { notes } = en.submission;
const UNSENT = { sent_at: null, problem: null };
const SENT = { sent_at: '2026-11-15T09:30:00.000Z', problem: null };

const NOTES = [
  ['pending_approval', UNSENT, null],
  ['approved', UNSENT, notes.waits],
  ['approved', SENT, notes.sent],
  ['provider_submitted', SENT, notes.sent],
  ['requires_manual_resolution', SENT, notes.held],
  ['requires_manual_resolution', UNSENT, notes.neverSent],
  ['succeeded', SENT, null],
  ['failed', SENT, null],
] as const;

for (const [state, request, text] of NOTES) {
  const when = request.sent_at === null ? 'not sent' : 'sent';
  test(`a payout that is ${state} and ${when} is noted as: ${text}`, () => {
    const transaction = { direction: 'withdrawal', state } as const;
    assert.equal(notePayout({ transaction, submission: request }, en)?.text ?? null, text);
  });
}

test('nothing is said of deposits, nor of payouts that no provider knows of', () => {
  const deposit = { direction: 'deposit', state: 'requires_manual_resolution' } as const;
  assert.equal(notePayout({ transaction: deposit, submission: SENT }, en), null);
  const held = { direction: 'withdrawal', state: 'requires_manual_resolution' } as const;
  assert.equal(notePayout({ transaction: held, submission: null }, en), null);
});

test('the problem of a held payout is shown word for word, and nothing that contradicts it', () => {
  const text = 'The provider now says that the transfer succeeded.';
  const problem = { code: 'transfer_succeeded_after_all', text };
  const transaction = { direction: 'withdrawal', state: 'requires_manual_resolution' } as const;
  assert.deepEqual(notePayout({ transaction, submission: { ...SENT, problem } }, en), {
    text: null,
    problem,
  });
});
