import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DIFFERENCE_KINDS,
  differingCents,
  proposeAct,
  recordOf,
} from '../../../src/domain/finance/line-record.ts';

const LINE = {
  wallet: 'mtn:+237670000000',
  direction: 'in',
  other: '+237670000001',
  amountCents: 50_000,
  oursCents: null,
  isBetweenOwn: false,
  isOfBoth: false,
} as const;
const RECEIPT = { kind: 'receipt', payer: LINE.other, line: '+237670000000' };

test('a payment of a player becomes a receipt, whatever else moved the wallet a move', () => {
  assert.deepEqual(recordOf('paid_not_ours', LINE), RECEIPT);
  assert.deepEqual(recordOf('paid_though_failed', LINE), RECEIPT);
  const others = [
    { ...LINE, direction: 'out' as const },
    { ...LINE, other: null },
    { ...LINE, other: '990011' },
    { ...LINE, isBetweenOwn: true },
    { ...LINE, isOfBoth: true },
    { ...LINE, wallet: `${LINE.wallet}:disbursement` },
  ];
  for (const line of others) assert.deepEqual(recordOf('paid_not_ours', line), { kind: 'move' });
});

test('a pool stands for the number that a player paid to', () => {
  const wallet = 'pool:pawapay-mtn';
  const receipt = { ...RECEIPT, line: wallet };
  assert.deepEqual(recordOf('paid_not_ours', { ...LINE, wallet }), receipt);
  const masked = { ...LINE, wallet, other: '237670****01' };
  assert.deepEqual(recordOf('paid_not_ours', masked), { kind: 'move' });
});

test('a payout that was paid though it counts as failed is recorded as that', () => {
  const line = { ...LINE, direction: 'out' } as const;
  assert.deepEqual(recordOf('paid_though_failed', line), { kind: 'paid_failure' });
});

test('a line with the id of what went the other way is never a payment', () => {
  for (const direction of ['in', 'out'] as const) {
    const line = { ...LINE, direction, oursCents: LINE.amountCents };
    assert.deepEqual(recordOf('reversed', line), { kind: 'reversal' });
  }
});

test('only all of what is booked is recorded as a reversal; of a part a person corrects', () => {
  for (const oursCents of [LINE.amountCents + 1_000, LINE.amountCents - 1_000, null]) {
    assert.equal(recordOf('reversed', { ...LINE, oursCents }), null);
  }
  const amounts = { oursCents: '100000', theirsCents: '1000' };
  assert.equal(proposeAct({ ...amounts, kind: 'reversed' }), 'adjust');
  const all = { ...amounts, theirsCents: '100000' };
  assert.equal(proposeAct({ ...all, kind: 'reversed' }), 'record_receipt');
  assert.equal(proposeAct({ ...amounts, kind: 'paid_not_ours' }), 'record_receipt');
});

test('a difference is about what differs, or about all of what one side lacks', () => {
  const amounts = { oursCents: 700, theirsCents: 500 };
  assert.equal(differingCents({ ...amounts, kind: 'amount_differs' }), 200);
  assert.equal(differingCents({ ...amounts, kind: 'failed_though_paid' }), 700);
  assert.equal(differingCents({ ...amounts, oursCents: null, kind: 'paid_not_ours' }), 500);
});

test('nothing else can be recorded, nor an amount that is not whole', () => {
  assert.equal(recordOf('paid_not_ours', { ...LINE, amountCents: 50_050 }), null);
  const others = DIFFERENCE_KINDS.filter((kind) => !/^paid_|^reversed$/.test(kind));
  assert.equal(others.length, 7);
  for (const kind of others) assert.equal(recordOf(kind, LINE), null, kind);
});
