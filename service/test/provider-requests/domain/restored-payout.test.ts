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
    const treatments = DOUBTFUL_STATES.map((state) => treatmentOf(state, findings));
    assert.deepEqual(treatments, EXPECTED[findings], findings);
  }
});
