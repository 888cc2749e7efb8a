import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERASED_NUMBER } from '../../../src/domain/msisdn.ts';
import { STATES_OF } from '../../../src/domain/transactions/transaction.ts';
import {
  judgeAcknowledged,
  judgeMove,
  type MovedTransaction,
  type OperatorMove,
  type StoredFacts,
} from '../../../src/domain/upkeep/others.ts';

const FACTS: StoredFacts = {
  service_tx_id: 'T',
  direction: 'deposit',
  reference: 'order-1',
  player_id: 'P',
  operator: 'mtn',
  msisdn: '+237670000001',
  amount_xaf: 500,
};

test('what a client was answered is there, as far as the answer goes', () => {
  assert.equal(judgeAcknowledged(FACTS, FACTS), null);
  assert.equal(judgeAcknowledged({ service_tx_id: 'T' }, FACTS), null);
  assert.equal(judgeAcknowledged(FACTS, null), 'it was acknowledged, and is not there');
});

const OTHERS = {
  direction: 'withdrawal',
  reference: 'order-2',
  player_id: 'Q',
  operator: 'orange',
  msisdn: '+237670000002',
  amount_xaf: 501,
} as const satisfies Omit<StoredFacts, 'service_tx_id'>;

test('each fact that differs from a client’s answer is named', () => {
  for (const [fact, other] of Object.entries(OTHERS)) {
    const found = judgeAcknowledged(FACTS, { ...FACTS, [fact]: other });
    assert.equal(found, `it was acknowledged with another ${fact}`);
  }
  assert.equal(
    judgeAcknowledged(FACTS, { ...FACTS, ...OTHERS }),
    `it was acknowledged with another ${Object.keys(OTHERS).join(', ')}`,
  );
});

test('a number that was erased contradicts no client', () => {
  assert.equal(judgeAcknowledged(FACTS, { ...FACTS, msisdn: ERASED_NUMBER }), null);
});

const PAID: OperatorMove = {
  reference: 'R',
  direction: 'transfer',
  msisdn: '237670000001',
  amount: 500,
};
const PAYOUT: MovedTransaction = {
  id: 'T',
  direction: 'withdrawal',
  state: 'succeeded',
  msisdn: '+237670000001',
  amountXaf: 500,
};

const MOVES: readonly (readonly [
  name: string,
  found: Partial<MovedTransaction> | null,
  times: number,
  problem: string | null,
])[] = [
  ['of its transaction', {}, 1, null],
  ['of no transaction', null, 1, 'money moved that belongs to no transaction'],
  ['of a deposit', { direction: 'deposit' }, 1, 'it is no transfer'],
  ['of another amount', { amountXaf: 501 }, 1, 'the operator moved 500 XAF'],
  ['to another number', { msisdn: '+237670000002' }, 1, 'another number had the money'],
  ['to a number that was erased', { msisdn: ERASED_NUMBER }, 1, null],
  ['made twice', {}, 2, 'the operator moved its money 2 times'],
];

for (const [name, found, times, problem] of MOVES) {
  test(`a transfer ${name} is ${problem === null ? 'right' : 'wrong'}`, () => {
    const transaction = found === null ? null : { ...PAYOUT, ...found };
    assert.equal(judgeMove(PAID, transaction, times), problem);
  });
}

test('what an operator has paid out is not open to be paid again', () => {
  const right = STATES_OF.withdrawal.filter(
    (state) => judgeMove(PAID, { ...PAYOUT, state }, 1) === null,
  );
  assert.deepEqual(right, ['provider_submitted', 'succeeded', 'requires_manual_resolution']);
  const failed = judgeMove(PAID, { ...PAYOUT, state: 'failed' }, 1);
  assert.equal(failed, 'it is failed, and the operator has paid it');
});

test('money that came in may belong to a deposit in any state', () => {
  const collection: OperatorMove = { ...PAID, direction: 'collection' };
  for (const state of STATES_OF.deposit) {
    assert.equal(judgeMove(collection, { ...PAYOUT, direction: 'deposit', state }, 1), null);
  }
  assert.equal(judgeMove(collection, PAYOUT, 1), 'it is no collection');
});
