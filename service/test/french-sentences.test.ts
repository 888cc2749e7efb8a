import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sayInFrench } from '../../console/src/words/fr-said.ts';
import { PROBLEMS } from '../src/contract/problems.ts';

const SRC = new URL('../src/', import.meta.url);

/** Where sentences are made that staff read: why something stands as it does, and refusals. */
const SOURCES = [
  'domain/**/*.ts',
  'flows/**/*.ts',
  'providers/**/*.ts',
  'http/staff/staff-auth.ts',
  'http/routes/decisions/decisions.ts',
];
/** What players and platforms read, and what somebody sets up on the command line. */
const OF_OTHERS = new Set([
  'domain/transactions/instructions.ts',
  'providers/sandbox/catalogue.ts',
]);

for (const file of globSync(SOURCES, { cwd: SRC }).toSorted()) {
  if (OF_OTHERS.has(file.replaceAll('\\', '/'))) continue;
  const sentences = sentencesOf(readFileSync(new URL(file, SRC), 'utf8'));
  if (sentences.length === 0) continue;
  test(`every sentence of ${file} has its French`, () => {
    assert.deepEqual(sentences.filter(isEnglishOnly), [], SAY_IT);
  });
}

test('every refusal of the service has its French', () => {
  const refusals = Object.values(PROBLEMS).map(({ detail }) => detail);
  assert.deepEqual(refusals.filter(isEnglishOnly), [], SAY_IT);
});

const SAY_IT = 'add it to console/src/words/fr-reasons.ts, fr-providers.ts or fr-errors.ts';

function isEnglishOnly(sentence: string): boolean {
  const example = sentence.replaceAll('{}', 'X');
  return sayInFrench(example) === example;
}

/** Texts of a source that are a whole sentence; `{}` stands where it puts something in. */
function sentencesOf(source: string): readonly string[] {
  const code = source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    // The settings of an account are described on the command line.
    .replaceAll(/[sS]etting\([^)]*\)/g, '')
    .replaceAll(/description: .*$/gm, '');
  const joined = [
    ...code.matchAll(
      /(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)(?:\s*\+\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`))*/g,
    ),
  ];
  return joined
    .map(([text]) => text.replaceAll(/['`]\s*\+\s*['`]/g, '').slice(1, -1))
    .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '{}').replaceAll(/\\(.)/g, '$1'))
    .filter((text) => /^\p{Lu}[^\n]* [^\n]*\.$/u.test(text));
}
