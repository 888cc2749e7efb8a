import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { OPERATORS } from '../../../src/domain/operators/operator.ts';
import { TRIAL_POINTS } from '../../../src/domain/providers/trial.ts';
import { ADAPTERS } from '../../../src/providers/registry.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

// Every assumption about operators names its source, so a buyer need not ask.

const page = readFileSync(join(CHECKOUT, 'docs', 'assumptions.md'), 'utf8');
const named = new Set([...page.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = '']) => name));

interface Named {
  readonly id: string;
}

function dataOf(operator: string, file: string): unknown {
  const folder = join(CHECKOUT, 'service', 'src', 'domain', 'operators', operator);
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
}

const SCENARIOS = globSync('*.json', { cwd: join(CHECKOUT, 'gateways', 'modem', 'scenarios') });

const ALL: Readonly<Record<string, readonly string[]>> = {
  adapters: ADAPTERS.map(({ name }) => name),
  'SMS templates': OPERATORS.flatMap((operator) => {
    const { templates } = dataOf(operator, 'sms-templates.json') as { templates: readonly Named[] };
    return templates.map(({ id }) => id);
  }),
  'USSD scenarios': SCENARIOS.map((file) => basename(file, '.json')),
  'statement mappings': OPERATORS.flatMap((operator) =>
    (dataOf(operator, 'statement-mappings.json') as readonly Named[]).map(({ id }) => id),
  ),
};

for (const [what, ids] of Object.entries(ALL)) {
  test(`the ${what} are all on the page of assumptions`, () => {
    assert.ok(ids.length > 1);
    assert.deepEqual(
      ids.filter((id) => !named.has(id)),
      [],
    );
  });
}

test('the page has a row for each point that a trial compares', () => {
  const rows = [...page.matchAll(/^\| `([a-z]+)` +\| /gm)].map(([, name = '']) => name);
  assert.deepEqual(
    rows.filter((name) => !ALL['adapters']?.includes(name)),
    TRIAL_POINTS,
  );
});

test('the page names none that is gone', () => {
  const known = new Set(Object.values(ALL).flat());
  const ofOperators = [...named].filter((name) =>
    OPERATORS.some((operator) => name.startsWith(`${operator}-`)),
  );
  assert.deepEqual(
    ofOperators.filter((name) => !known.has(name)),
    [],
  );
});
