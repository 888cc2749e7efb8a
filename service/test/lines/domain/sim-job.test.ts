import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  JOB_OUTCOMES,
  type JobOutcome,
  type JobResult,
  type JobStanding,
  resultOf,
} from '../../../src/domain/lines/sim-job.ts';

const ENDED: JobStanding = {
  action: 'transfer',
  state: 'ended',
  isTooLateToTake: true,
  isOverdue: true,
  outcome: 'accepted',
  isNews: false,
  wasTried: false,
  isReported: false,
  problem: null,
  screens: [],
  operatorTxId: null,
};

/** What each outcome of a transfer comes to without and with a text about it. */
const RESULTS: Readonly<Record<JobOutcome, readonly [JobResult, JobResult]>> = {
  accepted: ['succeeded', 'succeeded'],
  unknown: ['unknown', 'succeeded'],
  refused: ['refused', 'contradicted'],
  pin_refused: ['refused', 'contradicted'],
  stopped: ['refused', 'contradicted'],
  told: ['refused', 'contradicted'],
};

test('what the screens and the text of the operator say together decides', () => {
  for (const outcome of JOB_OUTCOMES) {
    const results = [null, '18000000001'].map((operatorTxId) =>
      resultOf({ ...ENDED, outcome, operatorTxId }),
    );
    assert.deepEqual(results, RESULTS[outcome], outcome);
  }
});

test('no screen says that a player has paid', () => {
  for (const outcome of JOB_OUTCOMES) {
    for (const operatorTxId of [null, '18000000001']) {
      const result = resultOf({ ...ENDED, action: 'collect', outcome, operatorTxId });
      assert.notEqual(result, 'succeeded', outcome);
    }
  }
});

test('a job that no agent took was not paid; one that was taken may have been', () => {
  const open = { ...ENDED, outcome: null, isTooLateToTake: false, isOverdue: false } as const;
  assert.equal(resultOf({ ...open, state: 'waiting' }), 'pending');
  assert.equal(resultOf({ ...open, state: 'waiting', isTooLateToTake: true }), 'never_taken');
  assert.equal(resultOf({ ...open, state: 'withdrawn' }), 'never_taken');
  assert.equal(resultOf({ ...open, state: 'taken' }), 'pending');
  assert.equal(resultOf({ ...open, state: 'taken', isTooLateToTake: true }), 'pending');
  assert.equal(resultOf({ ...open, state: 'taken', isOverdue: true }), 'overdue');
});

test('a transfer that was given back is not failed, and a prompt is', () => {
  const given = { ...ENDED, outcome: 'stopped', problem: 'no_pin' } as const;
  assert.equal(resultOf(given), 'not_begun');
  assert.equal(resultOf({ ...given, state: 'waiting', outcome: null }), 'not_begun');
  assert.equal(resultOf({ ...given, isReported: true }), 'unknown');
  assert.equal(resultOf({ ...given, operatorTxId: '18000000001' }), 'contradicted');
  assert.equal(resultOf({ ...given, action: 'collect' }), 'refused');
});
