import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DOUBTFUL_STATES,
  type ProviderKnowledge,
  treatmentOf,
} from '../../../src/domain/provider-requests/restored-payout.ts';

const EXPECTED: Readonly<Record<ProviderKnowledge, readonly string[]>> = {
  // pending_approval, approved, provider_submitted
  known: ['hold_known', 'follow', 'follow'],
  not_sent: ['leave', 'leave', 'leave'],
  unanswered: ['hold', 'hold', 'hold'],
};

test('only what was certainly not sent continues by itself, and no approval is assumed', () => {
  for (const findings of ['known', 'not_sent', 'unanswered'] as const) {
    for (const isListed of [true, false]) {
      const check = { findings, isListed };
      const treatments = DOUBTFUL_STATES.map((state) => treatmentOf(state, check));
      assert.deepEqual(treatments, EXPECTED[findings], findings);
    }
  }
});

test('what staff decided in quarantine is compared with the provider, or with the list', () => {
  for (const state of ['failed', 'succeeded'] as const) {
    assert.equal(treatmentOf(state, { findings: 'known', isListed: false }), 'compare');
    assert.equal(treatmentOf(state, { findings: 'not_sent', isListed: false }), 'leave');
    assert.equal(treatmentOf(state, { findings: 'unanswered', isListed: false }), 'leave');
  }
  const listed = { findings: 'unanswered', isListed: true } as const;
  assert.equal(treatmentOf('failed', listed), 'contradict');
  assert.equal(treatmentOf('succeeded', listed), 'leave');
});
