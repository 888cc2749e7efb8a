import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptResult,
  isDelivered,
  MAX_ATTEMPTS,
  nextStep,
  nextStepOfAlert,
} from '../../../src/domain/webhooks/webhook-retry.ts';

test('every 2xx is a delivery and no other status is', () => {
  for (let status = 100; status <= 599; status += 1) {
    const expected = status >= 200 && status < 300;
    assert.equal(isDelivered({ kind: 'answered', status }), expected, String(status));
  }
  assert.equal(isDelivered({ kind: 'failed', error: 'no answer' }), false);
});

test('failures are retried after 1, 2 and 4 seconds, and the fourth is the last', () => {
  const failures: readonly AttemptResult[] = [
    { kind: 'failed', error: 'no answer' },
    ...[301, 400, 401, 404, 410, 429, 500, 503].map(answered),
  ];
  for (const failure of failures) {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempt) => nextStep(attempt, failure)),
      [
        { kind: 'retry', delayMs: 1_000 },
        { kind: 'retry', delayMs: 2_000 },
        { kind: 'retry', delayMs: 4_000 },
        { kind: 'undelivered' },
      ],
    );
  }
});

test('a 2xx ends the delivery at any attempt', () => {
  for (const attempt of [1, 2, 3, 4]) {
    assert.deepEqual(nextStep(attempt, { kind: 'answered', status: 204 }), { kind: 'delivered' });
  }
});

test('there are four attempts of five seconds each', () => {
  assert.equal(MAX_ATTEMPTS, 4);
  assert.equal(ATTEMPT_TIMEOUT_MS, 5_000);
});

function answered(status: number): AttemptResult {
  return { kind: 'answered', status };
}

test('an alert is posted after pauses of 5 seconds to 5 minutes, for about a day', () => {
  const failure = { kind: 'failed', error: 'no answer' } as const;
  const steps = [1, 2, 3, 6, 7, 8, 299, 300].map((attempt) => nextStepOfAlert(attempt, failure));
  assert.deepEqual(
    steps.map((step) => (step.kind === 'retry' ? step.delayMs : step.kind)),
    [5_000, 10_000, 20_000, 160_000, 300_000, 300_000, 300_000, 'given_up'],
  );
  assert.deepEqual(nextStepOfAlert(300, answered(204)), { kind: 'delivered' });
});
