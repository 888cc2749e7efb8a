import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesWithGaps } from '../src/lines/line-trouble.ts';
import { enSms } from '../src/words/en-sms.ts';
import { frSms } from '../src/words/fr-sms.ts';
import { WORDS } from '../src/words/languages.ts';

const { reviewReasons, nothingReasons } = enSms.sms;

const SAID = [
  [
    { code: 'sms_review', params: { review_reason: 'unknown_sender' } },
    reviewReasons.unknown_sender,
  ],
  [
    { code: 'sms_nothing', params: { nothing_reason: 'unknown_sender' } },
    nothingReasons.unknown_sender,
  ],
  [{ code: 'sms_review', params: { review_reason: 'of_tomorrow' } }, 'of_tomorrow'],
  [{ code: 'sms_review', params: { review_reason: 'toString' } }, 'toString'],
] as const;

for (const [reason, text] of SAID) {
  test(`${JSON.stringify(reason)} is said as: ${text}`, () => {
    assert.equal(WORDS.en.said({ ...reason, text: '' }), text);
  });
}

test('both languages say every reason as a sentence of its own', () => {
  for (const { sms } of [enSms, frSms]) {
    for (const sentences of [sms.reviewReasons, sms.nothingReasons]) {
      const said = Object.values(sentences);
      assert.equal(new Set(said).size, said.length);
      assert.ok(said.every((sentence) => /^\p{Lu}.*\.$/u.test(sentence)));
    }
  }
});

test('a line is shown in a gap when the service says so', () => {
  const lines = [
    { line: 'a', is_in_gap: false },
    { line: 'b', is_in_gap: true },
  ];
  assert.deepEqual(
    linesWithGaps(lines).map(({ line }) => line),
    ['b'],
  );
});
