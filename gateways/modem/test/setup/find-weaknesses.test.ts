import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readScenario } from '../../src/scenario/scenario.ts';
import { findWeaknesses } from '../../src/setup/find-weaknesses.ts';
import { SCENARIOS } from '../support/scenarios.ts';

const FILE = readFileSync(join(SCENARIOS, 'mtn-transfer.json'), 'utf8');

function namedOf(text: string): readonly string[] {
  const read = readScenario(JSON.parse(text));
  if (read.kind !== 'scenario') assert.fail(read.problems.join('; '));
  const found = findWeaknesses(read.scenario);
  assert.ok(found.every(({ remedy }) => remedy !== null));
  return found.map(({ what }) => what);
}

test('a scenario that compares all that it can is not named', () => {
  assert.deepEqual(namedOf(FILE), []);
});

test('a scenario without fee_at_most is named', () => {
  assert.deepEqual(namedOf(FILE.replace('"fee_at_most": "2%",', '')), [
    'mtn-transfer has no fee_at_most',
  ]);
});

test('a scenario whose fee_at_most is compared with nothing is named', () => {
  for (const text of [
    FILE.replaceAll('{fee}', '0'),
    // In one of the two languages.
    FILE.replace('Fee: {fee}', 'Fee: 0'),
  ]) {
    assert.match(
      namedOf(text).join(),
      /^mtn-transfer has fee_at_most, and no step reads a \{fee\}/,
    );
  }
});
