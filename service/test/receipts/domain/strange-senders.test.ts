import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  refuseSender,
  type SenderRefusal,
  strangeSendersOf,
} from '../../../src/domain/receipts/strange-senders.ts';

const SENDERS: readonly (readonly [sender: string, refusal: SenderRefusal | null])[] = [
  ['orangemoney', null],
  ['8686', null],
  ['123456', null],
  // Longer than any short code: an ordinary phone number.
  ['1234567', 'sender_is_a_number'],
  ['+237690000001', 'sender_is_a_number'],
  ['om1234567', null],
  ['', 'sender_not_plain'],
  ['a b', 'sender_not_plain'],
  // A Cyrillic letter that looks like a Latin one.
  ['\u043erangemoney', 'sender_not_plain'],
  ['x'.repeat(40), null],
  ['x'.repeat(41), 'sender_not_plain'],
];

for (const [sender, refusal] of SENDERS) {
  test(`the sender “${sender}” ${refusal === null ? 'may be' : 'is never'} an operator’s`, () => {
    assert.equal(refuseSender(sender), refusal);
  });
}

const TEXT = {
  id: '1',
  operator: 'orange',
  sender: 'Orange Money',
  at: new Date('2026-03-01T10:00:00.000Z'),
  text: 'the newest',
} as const;

test('texts of one sender are one entry, with the newest text and their number', () => {
  const older = { ...TEXT, sender: 'ORANGEMONEY', at: new Date(0), text: 'older' };
  assert.deepEqual(strangeSendersOf([TEXT, older, older]), [
    {
      operator: 'orange',
      sender: 'orangemoney',
      spelled: 'Orange Money',
      texts: 3,
      lastAt: TEXT.at,
      lastText: 'the newest',
      refusal: null,
    },
  ]);
});

test('other senders and other operators are entries of their own, in the order of the texts', () => {
  const found = strangeSendersOf([
    { ...TEXT, sender: '+237690000001' },
    TEXT,
    { ...TEXT, operator: 'mtn' },
  ]);
  assert.deepEqual(
    found.map(({ operator, sender, refusal, texts }) => [operator, sender, refusal, texts]),
    [
      ['orange', '+237690000001', 'sender_is_a_number', 1],
      ['orange', 'orangemoney', null, 1],
      ['mtn', 'orangemoney', null, 1],
    ],
  );
  assert.deepEqual(strangeSendersOf([]), []);
});
