import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OTHER_DATABASE } from '../../src/domain/installation.ts';
import {
  isForPlatforms,
  MESSAGES,
  type Message,
  prose,
  readMessage,
  readMoveMessage,
  sentenceOf,
  writeMessage,
  writeMoveMessage,
} from '../../src/domain/messages/message.ts';
import { fillSentence, fitsGap, gapsOf } from '../../src/domain/messages/sentence.ts';

const DEPOSIT = '0193a000-0000-7000-8000-000000000001';
const COMPLETED: Message = { code: 'completed_deposit', params: { deposit: DEPOSIT } };
const NUMBERS = new Set(
  'amount_xaf assumed_xaf days had_xaf max min ms percent row status wait_s'.split(' '),
);

/** Every message, with something in each of its gaps. */
const samples = Object.entries(MESSAGES).map(([code, text]) => {
  const names = gapsOf(text);
  if (names.length === 0) return { code } as Message;
  const params = Object.fromEntries(
    names.map((name) => [
      name,
      name === 'because' ? COMPLETED : NUMBERS.has(name) ? 12_500 : `a ${name}`,
    ]),
  );
  return { code, params } as Message;
});

test('every message is read back as it was written, and its sentence has no gap left', () => {
  assert.ok(samples.length > 100);
  for (const message of samples) {
    assert.deepEqual(readMessage(writeMessage(message)), message);
    assert.doesNotMatch(sentenceOf(message), /\{|undefined|\[object/);
    const sentence = sentenceOf(message);
    assert.deepEqual(readMoveMessage(sentence, writeMoveMessage(message)), message);
  }
});

test('an amount is written with its currency, and a message within another is said there', () => {
  assert.equal(
    sentenceOf({ code: 'too_little', params: { amount_xaf: 12_500 } }),
    'It is 12\u00a0500\u00a0FCFA too little.',
  );
  assert.equal(
    sentenceOf({ code: 'transfer_failed_after_all', params: { because: COMPLETED } }),
    `The provider now says that the transfer failed: It completed deposit ${DEPOSIT}.`,
  );
});

test('figures are written as people write them', () => {
  const text = (name: string, value: number) =>
    fillSentence(`{${name}}`, { [name]: value }, sentenceOf);
  assert.deepEqual([text('days', 1), text('days', 2)], ['1 day', '2 days']);
  assert.deepEqual(
    [0, 59, 60, 61, 120].map((wait) => text('wait_s', wait)),
    ['0 s', '59 s', '1 min', '2 min', '2 min'],
  );
  assert.equal(text('row', 12_500), '12500');
});

test('another database than before is named as such', () => {
  assert.match(sentenceOf(OTHER_DATABASE), /database/i);
});

test('what is missing leaves its gap empty, and several messages are said one after the other', () => {
  assert.equal(fillSentence('a {text} b', undefined, sentenceOf), 'a {text} b');
  assert.equal(fillSentence('a {text} b', {}, sentenceOf), 'a  b');
  const problems = [COMPLETED, prose('Two.')];
  const said = fillSentence('{problems}', { problems }, sentenceOf);
  assert.equal(said, `It completed deposit ${DEPOSIT}.; Two.`);
});

const FITS: readonly (readonly [name: string, value: unknown, isFit: boolean])[] = [
  ['text', 'x', true],
  ['text', 7, false],
  ['row', 0, true],
  ['row', -1, false],
  ['row', 1.5, false],
  ['row', '1', false],
  ['because', 'yes', true],
  ['because', 'no', false],
  ['problems', [], true],
  ['problems', ['yes', 'yes'], true],
  ['problems', ['yes', 'no'], false],
  ['problems', 'yes', false],
];

for (const [name, value, isFit] of FITS) {
  test(`${JSON.stringify(value)} ${isFit ? 'fits' : 'does not fit'} the gap ${name}`, () => {
    assert.equal(
      fitsGap(name, value, (one) => one === 'yes'),
      isFit,
    );
  });
}

test('a platform reads our own messages, and nothing that others have said', () => {
  const because = (message: Message) =>
    isForPlatforms({ code: 'transfer_failed_after_all', params: { because: message } });
  assert.equal(isForPlatforms(COMPLETED), true);
  assert.equal(isForPlatforms(prose('They rang us up.')), false);
  assert.equal(isForPlatforms({ code: 'simulated' }), false);
  assert.equal(isForPlatforms({ code: 'of_a_later_release' }), false);
  assert.deepEqual([because(COMPLETED), because(prose('x'))], [true, false]);
  assert.equal(
    isForPlatforms({ code: 'completed_deposit' }),
    true,
    'a gap that is empty says nothing',
  );
});

test('a person’s own text is stored as the sentence alone', () => {
  assert.equal(writeMoveMessage(null), null);
  assert.equal(writeMoveMessage(prose('They rang us up.')), null);
});

test('what earlier releases stored is prose and stays as it is', () => {
  const earlier = 'No deposit of this number waits for a payment.';
  assert.deepEqual(readMessage(earlier), prose(earlier));
  assert.equal(writeMessage(prose(earlier)), earlier);
  assert.deepEqual(readMoveMessage(earlier, null), prose(earlier));
});

const ODD: readonly (readonly [stored: string, text: string])[] = [
  ['{"code":"of_a_later_release","params":{},"text":"It is new."}', 'It is new.'],
  ['{"code":"of_a_later_release"}', '{"code":"of_a_later_release"}'],
  ['{"code":"toString","text":"A name of every object."}', 'A name of every object.'],
  ['{"code":"too_little","params":{"amount_xaf":-1},"text":"Too little."}', 'Too little.'],
  ['{"code":"too_little","params":{"amount_xaf":"1"},"text":"Too little."}', 'Too little.'],
  ['{"code":"too_little","text":"Too little."}', 'Too little.'],
  ['{"code":"no_token","params":{"because":{"code":"x"}},"text":"No."}', 'No.'],
  ['{"code":', '{"code":'],
  ['{}', '{}'],
  ['', ''],
];

for (const [stored, text] of ODD) {
  test(`a stored ${stored} is shown as: ${text}`, () => {
    assert.deepEqual(readMessage(stored), prose(text));
    assert.deepEqual(readMoveMessage('The sentence.', stored), prose('The sentence.'));
  });
}

test('no stored text stops the service', () => {
  const stored = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...samples).map(writeMessage));
  fc.assert(
    fc.property(stored, fc.string({ maxLength: 3 }), fc.nat(), (text, other, at) => {
      const index = at % (text.length + 1);
      const broken = text.slice(0, index) + other + text.slice(index + 1);
      for (const one of [text, broken]) {
        const message = readMessage(one);
        assert.equal(typeof sentenceOf(message), 'string');
        assert.deepEqual(readMessage(writeMessage(message)), message);
      }
    }),
    { numRuns: 2_000 },
  );
});
