import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { textOf, trackedCode } from './support/sources.ts';

interface Entry {
  readonly word: string;
  /** Other names for it, which nobody uses. */
  readonly banned: readonly string[];
}

const GLOSSARY = readGlossary();

test('every word of the glossary is used in several files', () => {
  const texts = [...textOf.values()].map((text) => text.toLowerCase());
  // Words of several parts are what people do; the code has them in names.
  const unused = GLOSSARY.filter(({ word }) => /^\w+$/.test(word)).filter(({ word }) => {
    const files = texts.filter((text) => text.includes(word.toLowerCase()));
    return files.length < 5;
  });
  assert.deepEqual(unused, [], 'take it out of docs/glossary.md, or use it');
});

test('nobody uses another name for what the glossary has a word for', () => {
  const banned = GLOSSARY.flatMap((entry) => entry.banned);
  assert.ok(banned.length >= 5, 'the glossary names what not to say');
  const files = trackedCode().filter((file) => /^(service|console|sdk|scripts)\//.test(file));
  const broken = files.flatMap((file) => {
    const text = readFileSync(join(CHECKOUT, file), 'utf8');
    return banned
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${file} says ${name}: see docs/glossary.md`);
  });
  assert.deepEqual(broken, []);
});

test('there is one glossary', () => {
  for (const file of ['STYLE.md', 'ARCHITECTURE.md']) {
    const text = readFileSync(join(CHECKOUT, file), 'utf8');
    assert.doesNotMatch(text, /^\| Word /m, `${file} refers to docs/glossary.md`);
    assert.match(text, /docs\/glossary\.md/);
  }
});

function readGlossary(): readonly Entry[] {
  const text = readFileSync(join(CHECKOUT, 'docs', 'glossary.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [a-z]/.test(line));
  assert.ok(rows.length > 40, 'the glossary is not where it was');
  return rows.map((row) => {
    const [, word = '', , , , not = ''] = row.split('|').map((cell) => cell.trim());
    return { word, banned: [...not.matchAll(/`(\w+)`/g)].map(([, name = '']) => name) };
  });
}

/**
 * Words that the code no longer uses, what it says instead, and the names that others hold: members
 * of the interfaces, stored codes, tables, columns, routes and what recorded scenarios say.
 */
const OLD_WORDS: readonly (readonly [old: RegExp, instead: string, held: RegExp | null])[] = [
  [
    /\b(?:un|re)?told\b|Told|TOLD/,
    'reported',
    /'told'|"told"|\btold: |\bwords\.told\b|x-told|echo told|_told|told_|as the operator told us|Told by a test|\/told\//,
  ],
  [/Remark|\bremarks\b/, 'message', null],
  [
    /Submission|\bsubmissions?\b/,
    'provider request',
    /\bsubmissions( [sdo])?\b(?! is)|\bsubmission\b[:?.\]'},)!]|\.submission\b|\{ ?submission|submission=/,
  ],
  [/[Ff]ores(?:ee|aw)/, 'preview', /\/foresee|'foreseen'/],
  [/[Ss]ameness/, 'fingerprint', null],
  [/[Ff]urnish/, 'seed', null],
  [/[Nn]ameless/, 'without operator id', /'nameless'/],
  [/[Cc]ontested/, 'contradicting status', null],
  [/[Ii]nquire/, 'check restored payout', null],
  [/\b[Pp]urse/, 'wallet', null],
  [/\b(?:hear|heard|hears)\b|Heard/, 'record, receive, last seen', /Last heard of/],
  [/comes? along\b/, 'bundled', null],
  [/[Pp]rogram beside/, 'the modem agent', null],
  [/\b[Ww]hoever\b/, 'the caller, the person who …', null],
  [/\/\*\*.*\b[Nn]ull: |^\s*\*.*\b[Nn]ull: /, '`null` if …', null],
];

test('old words are gone, but for names that others hold', () => {
  const files = trackedCode().filter(
    (file) =>
      /^(service|console|sdk|gateways|scripts)\/.*\.tsx?$/.test(file) &&
      !/console\/src\/words\/|(?:glossary|plain-english)\.test\.ts$/.test(file),
  );
  assert.ok(files.length > 1_000);
  const broken = files.flatMap((file) => {
    const lines = readFileSync(join(CHECKOUT, file), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      OLD_WORDS.filter(([old, , held]) => old.test(line) && held?.test(line) !== true).map(
        ([, instead]) => `${file}:${index + 1} ${line.trim()}: say ${instead}`,
      ),
    );
  });
  assert.deepEqual(broken, []);
});
