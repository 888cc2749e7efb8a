import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScenario, type Scenario } from '../../src/scenario/scenario.ts';

export const SCENARIOS = join(import.meta.dirname, '../../scenarios');

export function loadScenario(id: string): Scenario {
  const read = readScenario(JSON.parse(readFileSync(join(SCENARIOS, `${id}.json`), 'utf8')));
  return read.kind === 'scenario' ? read.scenario : assert.fail(read.problems.join(', '));
}
