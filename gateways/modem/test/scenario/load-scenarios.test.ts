import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ConfigError } from '../../src/config.ts';
import { loadScenarios } from '../../src/scenario/load-scenarios.ts';
import { draftScenario } from '../../src/setup/draft-scenario.ts';
import { SCENARIOS } from '../support/scenarios.ts';

const HALFWAY = {
  operator: 'mtn',
  action: 'transfer',
  amountXaf: 500,
  number: '677000001',
} as const;

test('a draft that was walked only halfway is left out and named', (t) => {
  const folder = makeFolder(t);
  record(folder, 'mtn-transfer');
  const draft = join(folder, 'mtn-transfer.draft.json');
  writeFileSync(draft, JSON.stringify(draftScenario({ ...HALFWAY, walked: [] })));
  const { recorded, drafts } = loadScenarios(folder);
  assert.deepEqual(
    recorded.map(({ id }) => id),
    ['mtn-transfer'],
  );
  assert.deepEqual(drafts, [draft]);
});

test('bundled scenarios are left out until they are recorded', (t) => {
  const folder = makeFolder(t);
  cpSync(SCENARIOS, folder, { recursive: true });
  const { recorded, drafts } = loadScenarios(folder);
  assert.deepEqual([recorded.length, drafts.length], [0, 4]);
});

const BROKEN: readonly (readonly [name: string, text: string, problem: RegExp])[] = [
  ['that is no JSON', '{"draft": true', /mine\.json cannot be read/],
  ['that is no scenario', '{}', /mine\.json: id must be/],
  ['whose draft is neither true nor false', '{"draft": "yes"}', /draft must be true or false/],
];

for (const [name, text, problem] of BROKEN) {
  test(`a file ${name} is an error that names it`, (t) => {
    const folder = makeFolder(t);
    writeFileSync(join(folder, 'mine.json'), text);
    const isProblem = (error: unknown) =>
      error instanceof ConfigError && problem.test(error.message);
    assert.throws(() => loadScenarios(folder), isProblem);
  });
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-scenarios-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function record(folder: string, id: string): void {
  const draft = JSON.parse(readFileSync(join(SCENARIOS, `${id}.json`), 'utf8')) as object;
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...draft, draft: false }));
}
