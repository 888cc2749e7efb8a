import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveOf } from '../../../src/domain/receipts/reported-move.ts';
import type {
  SmsPayment,
  SmsReading,
  SmsReview,
  SmsSent,
} from '../../../src/domain/receipts/sms/reading.ts';

const FACTS = {
  operator: 'orange',
  templateId: 'sample',
  templateVersion: 1,
  operatorTime: null,
  feeCents: 100,
  balancesCents: [],
  operatorTxId: 'MP-1',
  amountXaf: 500,
  payer: '+237690000001',
  payee: '+237690000002',
} as const;
const SENT: SmsSent = { ...FACTS, kind: 'sent', payeeName: null };
const REVIEW: SmsReview = {
  ...FACTS,
  kind: 'review',
  reason: 'no_player',
  payerName: null,
  moves: 'in',
  reversedTxId: null,
};

test('money that left the line went to the payee', () => {
  const move = moveOf(SENT);
  assert.equal(move?.direction, 'out');
  assert.equal(move.other, FACTS.payee);
  assert.equal(move.isBetweenOwn, false);
  assert.equal(move.feeCents, 100);
});

test('money of no player came from the payer, or went to the payee', () => {
  const came = moveOf(REVIEW);
  assert.deepEqual([came?.direction, came?.other, came?.isBetweenOwn], ['in', FACTS.payer, false]);
  const left = moveOf({ ...REVIEW, moves: 'out' });
  assert.deepEqual([left?.direction, left?.other], ['out', FACTS.payee]);
});

test('a text between two lines of ours is recognised', () => {
  assert.equal(moveOf({ ...REVIEW, reason: 'between_own_lines' })?.isBetweenOwn, true);
});

const UNCERTAIN: readonly (readonly [name: string, reading: SmsReading])[] = [
  ['a payment of a player', { ...FACTS, kind: 'payment', payerName: null } satisfies SmsPayment],
  ['a text that is nothing', { kind: 'nothing', reason: 'not_money' }],
  ['a text that is doubtful otherwise', { ...REVIEW, reason: 'amount_unclear' }],
  ['a text without a direction', { ...REVIEW, moves: null }],
  ['a text without an operator', { ...REVIEW, operator: null }],
  ['a text without an id', { ...REVIEW, operatorTxId: null }],
  ['a text without an amount', { ...REVIEW, amountXaf: null }],
];

for (const [name, reading] of UNCERTAIN) {
  test(`${name} reports no other move of the wallet`, () => {
    assert.equal(moveOf(reading), null);
  });
}
