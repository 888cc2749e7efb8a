import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NOTHING_REASONS,
  REVIEW_REASONS,
} from '../../../service/src/domain/messages/sms-reasons.ts';
import { linesWithGaps } from '../../src/lines/line-trouble.ts';
import { withFrenchSpaces } from '../../src/words/french-spaces.ts';
import { frNothingReasons, frReviewReasons } from '../../src/words/service/fr-sms-reasons.ts';
import { WORDS } from './both-languages.ts';

const SAID = [
  [
    { code: 'sms_review', params: { review_reason: 'unknown_sender' } },
    frReviewReasons.unknown_sender,
  ],
  [
    { code: 'sms_nothing', params: { nothing_reason: 'unknown_sender' } },
    frNothingReasons.unknown_sender,
  ],
  [{ code: 'sms_review', params: { review_reason: 'of_tomorrow' } }, 'of_tomorrow'],
  [{ code: 'sms_review', params: { review_reason: 'toString' } }, 'toString'],
] as const;

for (const [reason, text] of SAID) {
  test(`${JSON.stringify(reason)} is said as: ${text}`, () => {
    assert.equal(WORDS.fr.said({ ...reason, text: '' }), withFrenchSpaces(text));
  });
}

test('both languages say every reason as a sentence of its own', () => {
  for (const sentences of [REVIEW_REASONS, NOTHING_REASONS, frReviewReasons, frNothingReasons]) {
    const said = Object.values(sentences);
    assert.equal(new Set(said).size, said.length);
    assert.ok(said.every((sentence) => /^\p{Lu}.*\.$/u.test(sentence)));
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
