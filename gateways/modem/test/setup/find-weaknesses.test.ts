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

test('an outcome about the PIN that does not count as a wrong PIN is named', () => {
  for (const screen of [
    'Code PIN incorrect{skip}',
    'Votre code secret est erroné',
    'Wrong  password',
  ]) {
    const scenario = JSON.parse(FILE) as { outcomes: object[] };
    scenario.outcomes = [
      ...scenario.outcomes.filter((one) => !JSON.stringify(one).includes('pin_refused')),
      { expect: [screen], means: 'refused' },
    ];
    assert.match(
      namedOf(JSON.stringify(scenario)).join(),
      /^mtn-transfer has an outcome about the PIN that means refused/,
    );
  }
});
