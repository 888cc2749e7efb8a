import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGE_DAYS, AGES } from '../../../service/src/domain/finance/closing.ts';
import { DAY_REPORT_WORDS } from '../../../service/src/domain/messages/report-words.ts';
import { WORDS } from './both-languages.ts';

for (const language of ['en', 'fr'] as const) {
  const { ages } = WORDS[language].finance;

  test(`the ages of money end in ${language} on the days on which they are counted`, () => {
    const [day, week, month] = AGE_DAYS;
    assert.deepEqual([day, week], [1, 7], 'a day and a week by their names');
    assert.match(ages.month, new RegExp(`\\b${month}\\b`));
    assert.match(ages.older, new RegExp(`\\b${month}\\b`));
  });

  test(`the screen and the file say the ages of money alike in ${language}`, () => {
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    const { ages: written } = DAY_REPORT_WORDS[language];
    for (const age of AGES) assert.equal(plain(ages[age]), plain(written[age]));
  });
}
