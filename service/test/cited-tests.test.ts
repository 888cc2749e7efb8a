import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SCENARIOS } from '../faults/scenarios.ts';
import { CHECKOUT } from '../src/settings/checkout.ts';

// These pages say of each failure and of each attack which test proves what they say.

const PAGE = ['failure-modes', 'threat-model']
  .map((name) => readFileSync(join(CHECKOUT, 'docs', `${name}.md`), 'utf8'))
  .join('\n');
const PROOFS = [...PAGE.matchAll(/`([\w/.-]+\.test\.ts)`(?:: ([^;|`]+))?/g)].map(
  ([, path = '', title]) => ({ path, title: title?.trim() }),
);

test('every test that proves what happens at a failure or an attack is there, under its title', () => {
  assert.ok(PROOFS.length > 200, `${PROOFS.length} proofs`);
  const missing = PROOFS.filter(({ path, title }) => !isThere(path, title));
  assert.deepEqual(missing, []);
});

test('every fault that these pages name can be run', () => {
  const named = [...PAGE.matchAll(/`npm run faults -- ([^`…]+)`/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name)),
    [],
  );
});

/** What several test files share, such as what is asked of every adapter. */
const SUITES = globSync('service/test/support/**/*.ts', { cwd: CHECKOUT })
  .map((path) => readFileSync(join(CHECKOUT, path), 'utf8'))
  .join('\n');

/** A title may have gaps in the source, which stand for whatever a test fills in. */
function isThere(path: string, title: string | undefined): boolean {
  const file = join(CHECKOUT, path.startsWith('console/') ? '' : 'service/test', path);
  if (!existsSync(file)) return false;
  if (title === undefined) return true;
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return [source, SUITES].some(
    (text) => text.includes(title) || patternsIn(text).some((pattern) => pattern.test(title)),
  );
}

function patternsIn(source: string): readonly RegExp[] {
  return [...source.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map(([, text = '']) => text.split(/\$\{[^}]*\}/))
    .filter((parts) => parts.join('').split(' ').length > LEAST_WORDS)
    .map((parts) => new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`));
}

/** Less would fit any title. */
const LEAST_WORDS = 4;
