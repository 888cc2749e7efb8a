import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesWithGaps } from '../src/lines/line-trouble.ts';
import { describeSmsReason } from '../src/receipts/sms-reason.ts';
import { en } from '../src/words/en.ts';
import { enSms } from '../src/words/en-sms.ts';
import { frSms } from '../src/words/fr-sms.ts';

const { reviewReasons, nothingReasons } = enSms.sms;

const SAID = [
  ['review', 'unknown_sender', reviewReasons.unknown_sender],
  ['nothing', 'unknown_sender', nothingReasons.unknown_sender],
  ['review', 'a_code_of_tomorrow', 'a_code_of_tomorrow'],
  ['review', 'toString', 'toString'],
  ['review', 'The text is of another operator.', 'The text is of another operator.'],
  ['receipt', 'It completed deposit 1.', 'It completed deposit 1.'],
  ['balance', null, null],
] as const;

for (const [state, reason, text] of SAID) {
  test(`${reason} of a text that is ${state} is said as: ${text}`, () => {
    assert.equal(describeSmsReason({ state, reason }, { ...enSms, said: en.said }), text);
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

test('a line is in doubt as long as one of its texts does not follow', () => {
  const one = {
    id: 'break',
    at: '2026-11-15T09:30:00.000Z',
    expected_xaf: 1,
    told_xaf: 2,
    meaning: '',
    sender: 'OrangeMoney',
    text: '',
    receipt_id: null,
  };
  const lines = [
    { line: 'a', breaks: [] },
    { line: 'b', breaks: [one] },
  ];
  assert.deepEqual(
    linesWithGaps(lines).map(({ line }) => line),
    ['b'],
  );
});
