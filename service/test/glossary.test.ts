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
  const unused = GLOSSARY.filter(({ word }) => {
    const files = texts.filter((text) => text.includes(word.toLowerCase()));
    return files.length < 5;
  });
  assert.deepEqual(unused, [], 'take it out of the glossary of ARCHITECTURE.md, or use it');
});

test('nobody uses another name for what the glossary has a word for', () => {
  const banned = GLOSSARY.flatMap((entry) => entry.banned);
  assert.ok(banned.length >= 5, 'the glossary names what not to say');
  const files = trackedCode().filter((file) => /^(service|console|sdk|scripts)\//.test(file));
  const broken = files.flatMap((file) => {
    const text = readFileSync(join(CHECKOUT, file), 'utf8');
    return banned
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${file} says ${name}: see the glossary of ARCHITECTURE.md`);
  });
  assert.deepEqual(broken, []);
});

test('there is one glossary', () => {
  const style = readFileSync(join(CHECKOUT, 'STYLE.md'), 'utf8');
  assert.doesNotMatch(style, /^\| Word /m, 'STYLE.md refers to the glossary of ARCHITECTURE.md');
  assert.match(style, /ARCHITECTURE\.md#words/);
});

function readGlossary(): readonly Entry[] {
  const text = readFileSync(join(CHECKOUT, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = /^## Words\n(.*?)(?:^## |$(?![^]))/ms.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| ([a-z]+) +\|[^|]*\|([^|]*)\|$/gm)];
  assert.ok(rows.length > 20, 'the glossary of ARCHITECTURE.md is not where it was');
  return rows.map(([, word = '', not = '']) => ({
    word,
    banned: [...not.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }));
}
