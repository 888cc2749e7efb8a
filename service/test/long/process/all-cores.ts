// As many processes as there are cores, and one, loaded in turn: several are not slower.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { compareProcesses } from '../../support/process/compare-processes.ts';

/** What two equal runs may differ by on a machine that does nothing else. */
const NOISE = 0.05;

test('several processes are not slower than one, and faster where cores are free', async (t) => {
  const compared = await compareProcesses({
    caseNames: ['create deposit', 'read by id'],
    rounds: 5,
    seconds: 6,
  });
  t.diagnostic(`${availableParallelism()} cores`);
  for (const one of compared) t.diagnostic(JSON.stringify(one));
  for (const { caseName, ratio } of compared) assert.ok(ratio > 1 - NOISE, `${caseName}: ${ratio}`);
});
