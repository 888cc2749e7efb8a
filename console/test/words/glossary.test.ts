import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROBLEMS } from '../../../service/src/contract/problems.ts';
import { PUBLIC_PROBLEMS } from '../../../service/src/contract/public-problems.ts';
import { MESSAGES } from '../../../service/src/domain/messages/message.ts';
import {
  NOTHING_REASONS,
  REVIEW_REASONS,
} from '../../../service/src/domain/messages/sms-reasons.ts';
import type { Language } from '../../src/words/language.ts';
import { frMessages } from '../../src/words/service/fr-messages.ts';
import { frProblems } from '../../src/words/service/fr-problems.ts';
import { frNothingReasons, frReviewReasons } from '../../src/words/service/fr-sms-reasons.ts';
import { WORDS } from './both-languages.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'glossary.md');
/** What platforms read is made for their developers. */
const FOR_STAFF = Object.entries(PROBLEMS)
  .filter(([code]) => !(code in PUBLIC_PROBLEMS))
  .map(([, { detail }]) => detail);

/** What the service says by codes. */
const SERVICE = {
  fr: { frMessages, frProblems, frReviewReasons, frNothingReasons },
  en: { MESSAGES, FOR_STAFF, REVIEW_REASONS, NOTHING_REASONS },
} as const satisfies Record<Language, object>;

/** Every text of a language, in lower case and with ordinary spaces. */
function textsOf(language: Language): readonly string[] {
  return collect([WORDS[language], SERVICE[language]]).map((text) =>
    text.toLowerCase().replaceAll(/[\u00a0\u202f]/g, ' '),
  );
}

function collect(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  // Sentences with values are read with numbers in them; what they cannot take says nothing.
  if (typeof words === 'function')
    return collect(attempt(() => Reflect.apply(words, null, [2, 2, 2])));
  if (typeof words !== 'object' || words === null) return [];
  return Object.values(words).flatMap(collect);
}

function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return null;
  }
}

const ROWS = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| [^-]/.test(line))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, , , en = '', fr = '', not = '']) => ({ en: wordsIn(en), fr: wordsIn(fr), not }));

/** A dash means that no screen names it. */
function wordsIn(cell: string): readonly string[] {
  return cell === '—' ? [] : cell.split(', ');
}

test('every word of the glossary is used, in both languages', () => {
  assert.ok(ROWS.length > 40, 'the glossary is not where it was');
  for (const language of ['fr', 'en'] as const) {
    const all = textsOf(language).join('\n');
    const unused = ROWS.flatMap((row) => row[language]).filter(
      (word) => !all.includes(word.toLowerCase()),
    );
    assert.deepEqual(unused, [], language);
  }
});

test('no text has what the glossary advises against', () => {
  for (const language of ['fr', 'en'] as const) {
    const texts = textsOf(language);
    const broken = ROWS.flatMap(({ not }) => bannedIn(not, language)).flatMap((word) => {
      const pattern = new RegExp(`(?<![\\p{L}])${word}s?(?![\\p{L}])`, 'u');
      return texts.filter((text) => pattern.test(text)).map((text) => `${word}: ${text}`);
    });
    assert.deepEqual(broken, [], language);
  }
});

/** `fr: rejeter, décliner, en: decline` → those of one language. */
function bannedIn(cell: string, language: Language): readonly string[] {
  let current: string | null = null;
  return cell.split(/[,;] /).flatMap((part) => {
    const [, named, word = part] = /^(fr|en): (.*)$/.exec(part) ?? [];
    current = named ?? current;
    return current === language ? [word.toLowerCase()] : [];
  });
}
