import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { frMessages } from '../../console/src/words/service/fr-messages.ts';
import { frProblems } from '../../console/src/words/service/fr-problems.ts';
import {
  frNothingReasons,
  frReviewReasons,
} from '../../console/src/words/service/fr-sms-reasons.ts';
import { PROBLEMS } from '../src/contract/problems.ts';
import { PUBLIC_PROBLEMS } from '../src/contract/public-problems.ts';
import { MESSAGES } from '../src/domain/messages/message.ts';
import { gapsOf } from '../src/domain/messages/sentence.ts';
import { NOTHING_REASONS, REVIEW_REASONS } from '../src/domain/messages/sms-reasons.ts';

const SRC = new URL('../src/', import.meta.url);

type Sentences = Readonly<Record<string, string>>;

const details: Sentences = Object.fromEntries(
  Object.entries(PROBLEMS).map(([code, { detail }]) => [code, detail]),
);

const TABLES: readonly (readonly [name: string, service: Sentences, french: Sentences])[] = [
  ['remark', MESSAGES, frMessages],
  ['refusal', details, frProblems],
  ['reason to review a text', REVIEW_REASONS, frReviewReasons],
  ['reason to leave a text', NOTHING_REASONS, frNothingReasons],
];

for (const [name, service, french] of TABLES) {
  test(`every ${name} has its French with the same values, and French has no other`, () => {
    const filled = (sentences: Sentences) =>
      Object.fromEntries(Object.entries(sentences).map(([code, text]) => [code, namesIn(text)]));
    assert.deepEqual(filled(french), filled(service));
  });
}

test('a code is that of a remark or of a refusal, not of both', () => {
  assert.deepEqual(
    Object.keys(MESSAGES).filter((code) => code in details),
    [],
  );
});

test('French is French: only what is all gaps reads the same in both languages', () => {
  for (const [name, service, french] of TABLES) {
    const same = Object.keys(service).filter((code) => french[code] === service[code]);
    assert.deepEqual(
      same.filter((code) => !/^\{\w+\}$/.test(service[code] ?? '')),
      [],
      name,
    );
  }
});

test('staff read whole sentences: only causes in a gap and lists of mistakes begin small', () => {
  const staff = Object.keys(details).filter((code) => !(code in PUBLIC_PROBLEMS));
  const broken = staff.filter((code) => !/^(\p{Lu}.*(\.|\})|\{\w+\})$/u.test(details[code] ?? ''));
  assert.deepEqual(broken, []);
});

/** Where sentences were made that staff read, and are now made of codes. */
const SOURCES = ['domain', 'flows', 'providers', 'spreadsheets', 'http'].map(
  (layer) => `${layer}/**/*.ts`,
);
/** The tables, what players and platforms read, and what is described to developers. */
const OF_OTHERS = [
  /^domain\/messages\//,
  // What the operators write.
  /^domain\/operators\/[a-z]+\/texts\.ts$/,
  // What `momo doctor` says, in English like every command.
  /^domain\/(?:diagnosis|server-checks|contents-checks)\.ts$/,
  // What `momo policy` and the documents say; the screen has words of its own.
  /^domain\/access\/policy-fields\.ts$/,
  // What buyers get with a link, in their language.
  /^domain\/checkouts\/link\.ts$/,
  /^domain\/transactions\/instructions\.ts$/,
  /^domain\/webhooks\/attempt-problem\.ts$/,
  /^http\/pages\//,
  /^providers\/sandbox\/catalogue\.ts$/,
  /^http\/(?:openapi|metrics)\.ts$/,
  /^http\/staff\/staff-openapi\.ts$/,
  /^http\/routes\/(?:providers\/providers|webhooks\/webhooks)\.ts$/,
];

const files = globSync(SOURCES, { cwd: SRC })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !OF_OTHERS.some((pattern) => pattern.test(file)))
  .toSorted();

test('no sentence for staff is made outside the tables', () => {
  assert.ok(files.length > 150, `only ${files.length} files were found: look at the globs`);
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(new URL(file, SRC), 'utf8')).map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(found, [], 'give it a code in domain/messages, and words in the console');
});

test('every remark is made somewhere', () => {
  const makers = [...files, 'domain/access/policy-fields.ts'];
  const sources = makers.map((file) => readFileSync(new URL(file, SRC), 'utf8')).join('\n');
  assert.deepEqual(
    Object.keys(MESSAGES).filter((code) => code !== 'prose' && !sources.includes(`'${code}'`)),
    [],
  );
});

test('a sentence would be found', () => {
  assert.deepEqual(sentencesIn("const a = 'It is late.'; // 'It is not.'"), ['It is late.']);
  assert.deepEqual(sentencesIn('f(`It is ${when} late.`)'), ['It is ${when} late.']);
});

function namesIn(sentence: string): string {
  return [...new Set(gapsOf(sentence))].toSorted().join(' ');
}

/** Texts of a source that are a whole sentence. */
function sentencesIn(source: string): readonly string[] {
  const code = source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    // The settings of an account are described on the command line.
    .replaceAll(/[sS]etting\([^)]*\)/g, '')
    .replaceAll(/description: .*$/gm, '');
  const texts = code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g);
  return [...texts]
    .map(([text]) => text.slice(1, -1))
    .filter((text) => /^\p{Lu}[^\n]* [^\n]*\.$/u.test(text));
}
