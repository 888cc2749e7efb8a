import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

// A French page says on its first line which English text it translates, by date and digest. So a
// change of the English page that the French one lacks is found.

const names = globSync('*.md', { cwd: join(CHECKOUT, 'docs', 'fr') });

for (const name of names) {
  const english = readFileSync(join(CHECKOUT, 'docs', name), 'utf8');
  const french = readFileSync(join(CHECKOUT, 'docs', 'fr', name), 'utf8');

  test(`docs/fr/${name} translates docs/${name} as it is now`, () => {
    const [, date = '', digest] =
      /^<!-- English of (\d{4}-\d\d-\d\d), (\w{12}) -->\n/.exec(french) ?? [];
    assert.ok(Date.parse(date) <= Date.now(), `the first line has no date of the past: ${date}`);
    assert.equal(
      digest,
      digestOf(english),
      `docs/${name} has changed: translate the change, then set date and digest in the first line of docs/fr/${name}`,
    );
  });

  test(`docs/fr/${name} has the headings, code and names of docs/${name}`, () => {
    assert.deepEqual(headingsOf(french), headingsOf(english));
    assert.deepEqual(fencesOf(french), fencesOf(english));
    const [theirs, ours] = [sectionsOf(english), sectionsOf(french)];
    for (const [n, section] of theirs.entries()) {
      assert.deepEqual(namesOf(ours[n] ?? ''), namesOf(section), /^.*/.exec(section)?.[0] ?? '');
    }
  });

  test(`docs/fr/${name} is written with the spaces of French`, () => {
    const prose = french.replaceAll(/^```[^]*?^```$|`[^`\n]*`|<!--[^]*?-->/gm, '');
    assert.deepEqual(prose.match(/.{0,20}(?: [:;?!»]|« |\w').{0,10}/g), null);
  });
}

test('the pages that must be in French are', () => {
  assert.deepEqual(names.toSorted(), ['going-live.md', 'quick-start.md', 'staff.md']);
});

/** Of the words alone: the formatter may change spaces and the width of tables. */
function digestOf(text: string): string {
  const words = text.replaceAll(/[\s|-]+/g, ' ');
  return createHash('sha256').update(words).digest('hex').slice(0, 12);
}

function headingsOf(text: string): readonly number[] {
  return sectionsOf(text).map((section) => /^#*/.exec(section)?.[0].length ?? 0);
}

function fencesOf(text: string): readonly string[] {
  return [...text.matchAll(/^```[^]*?^```$/gm)].map(([block]) => block);
}

function sectionsOf(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
  return prose.split(/^(?=#+ )/m).slice(prose.startsWith('#') ? 0 : 1);
}

/** Names of the interface, settings and commands, which both languages share. */
function namesOf(section: string): readonly string[] {
  return [...new Set(section.match(/`[^`\n]+`/g))].toSorted();
}
