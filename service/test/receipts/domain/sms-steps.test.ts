import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsReading } from '../../../src/domain/receipts/sms/reading.ts';
import { stepsOf } from '../../../src/domain/receipts/sms-steps.ts';

const AT = new Date('2026-11-15T12:00:00.000Z');
const SMS = { id: 'sms', at: AT };
const FACTS = {
  operator: 'orange',
  templateId: 't',
  templateVersion: 1,
  operatorTxId: 'PP261115.1300.A00001',
  amountXaf: 500,
  payer: '+237690000001',
  payee: '+237699000001',
  payerName: null,
  operatorTime: AT,
  feeCents: null,
  balancesCents: [100_000],
} as const;
const payment: SmsReading = { ...FACTS, kind: 'payment' };
const sent: SmsReading = { ...FACTS, kind: 'sent', payeeName: null };
const review: SmsReading = {
  ...FACTS,
  kind: 'review',
  reason: 'no_player',
  moves: 'in',
  reversedTxId: null,
};

const CASES: readonly (readonly [
  name: string,
  reading: SmsReading,
  spans: readonly (readonly [beforeCents: number, afterCents: number])[],
])[] = [
  ['a payment', payment, [[50_000, 100_000]]],
  ['a payment with a fee', { ...payment, feeCents: 1_000 }, [[51_000, 100_000]]],
  ['money sent with a fee', { ...sent, feeCents: 1_000 }, [[151_000, 100_000]]],
  ['money of an agent, in review', review, [[50_000, 100_000]]],
  [
    'money between our lines, as the one that paid',
    { ...review, moves: 'out' },
    [[150_000, 100_000]],
  ],
  [
    'a review without a direction',
    { ...review, moves: null },
    [
      [50_000, 100_000],
      [150_000, 100_000],
    ],
  ],
  [
    'a review with a fee and without a direction',
    { ...review, moves: null, feeCents: 1_000 },
    [
      [51_000, 100_000],
      [151_000, 100_000],
    ],
  ],
  [
    'a line that had nothing before',
    { ...payment, balancesCents: [50_000, 40_000] },
    [[0, 50_000]],
  ],
  [
    'a payer who writes a balance',
    { ...payment, balancesCents: [90_000, 100_000] },
    [
      [40_000, 90_000],
      [50_000, 100_000],
    ],
  ],
  [
    'a payer who writes a balance that the line cannot have',
    { ...payment, balancesCents: [100, 100_000] },
    [[50_000, 100_000]],
  ],
  ['a balance that cannot be, alone', { ...payment, balancesCents: [100] }, [[-49_900, 100]]],
  ['no balance', { ...payment, balancesCents: [] }, []],
  ['no amount', { ...review, amountXaf: null }, []],
  ['an amount of nothing', { ...review, amountXaf: 0 }, []],
  ['words of an operator from a phone', { ...review, reason: 'unknown_sender' }, []],
  [
    'an unrequested balance',
    { kind: 'balance', operator: 'mtn', templateId: 't', templateVersion: 1, balanceCents: 1 },
    [],
  ],
  ['an advert', { kind: 'nothing', reason: 'no_template' }, []],
];

for (const [name, reading, spans] of CASES) {
  test(`${name}: ${spans.length} steps`, () => {
    assert.deepEqual(
      stepsOf(reading, SMS).map(({ beforeCents, afterCents }) => [beforeCents, afterCents]),
      spans,
    );
  });
}

test('a step is never later than its text, whatever the text says', () => {
  const timeOf = (operatorTime: Date | null) => stepsOf({ ...payment, operatorTime }, SMS)[0]?.time;
  const [before, after] = [-60_000, 60_000].map((ms) => new Date(AT.getTime() + ms));
  assert.deepEqual(timeOf(before ?? null), before);
  assert.deepEqual(timeOf(after ?? null), AT);
  assert.deepEqual(timeOf(null), AT);
  const tellsTime = (operatorTime: Date | null) =>
    stepsOf({ ...payment, operatorTime }, SMS)[0]?.tellsTime;
  assert.deepEqual([tellsTime(AT), tellsTime(null)], [true, false]);
});
