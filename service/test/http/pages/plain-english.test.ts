import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressOf,
  CHAPTERS,
  languageOf,
  readDocument,
} from '../../../src/http/pages/guide-documents.ts';

const PAGES = CHAPTERS.filter(({ title }) => title !== 'For engineers')
  .flatMap(({ files }) => files)
  .filter((file) => languageOf(addressOf(file)) === 'en' && file.startsWith('docs/'))
  .map((file) => ({ file, prose: proseOf(readDocument(file)) }));

/** Words of a translated voice, each with what a reader expects instead. */
const AVOIDED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(?:told|tells of)\b/, 'say who reports what'],
  [/\b(?:somebody|whoever|nobody)\b/, 'name the person'],
  [/\bforeseen?\b/, 'say what happens'],
  [/\bunless told\b/, 'say what the default is'],
  [/\bcomes along\b/, 'say arrives'],
  [/\ban addition of this service\b/, 'mark it as an extension'],
];

test('pages for platforms, staff and administrators avoid the words of a translated voice', () => {
  const found = PAGES.flatMap(({ file, prose }) =>
    AVOIDED.flatMap(([words, instead]) => {
      const [match] = new RegExp(`.{0,30}${words.source}.{0,30}`, 'i').exec(prose) ?? [];
      return match === undefined ? [] : [`${file}: "${match.trim()}": ${instead}`];
    }),
  );
  assert.deepEqual(found, []);
});

test('pages for platforms have short sentences', () => {
  const platforms = CHAPTERS[0]?.files ?? [];
  const long = PAGES.filter(({ file }) => platforms.includes(file)).flatMap(({ file, prose }) =>
    prose
      .split(/(?<=[.!?:])\s+|\n\n/)
      .filter((sentence) => sentence.split(/\s+/).length > 40)
      .map((sentence) => `${file}: ${sentence}`),
  );
  assert.deepEqual(long, []);
});

/** Sentences alone: no code, no tables, no comments. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[^]*?^```$|^\|.*$|<!--[^]*?-->|`[^`\n]*`|"[^"\n]*"/gm, ' ')
    .replaceAll(/^(?:[-#>]|\d+\.) .*/gm, (line) => `\n${line}`);
}
