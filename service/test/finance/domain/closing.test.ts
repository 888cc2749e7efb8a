import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Ages,
  type ClosedAccount,
  type ClosingContent,
  daysToClose,
  findImbalance,
  nextDay,
} from '../../../src/domain/finance/closing.ts';

const WALLET: ClosedAccount = {
  kind: 'wallet',
  key: 'mtn:+237670000000',
  opening: '100',
  debits: '50',
  credits: '30',
  closing: '120',
};
const OWED: ClosedAccount = {
  kind: 'application',
  key: 'default',
  opening: '-100',
  debits: '30',
  credits: '50',
  closing: '-120',
};

test('a day is right when each account adds up and all together are nothing', () => {
  assert.equal(findImbalance(dayWith([])), null);
  assert.equal(findImbalance(dayWith([WALLET, OWED])), null);
  assert.equal(
    findImbalance(dayWith([WALLET, { ...OWED, closing: '-119' }])),
    'application default does not add up',
  );
  assert.equal(findImbalance(dayWith([WALLET])), 'the accounts together are not zero');
});

test('every part of an account counts, however large it is', () => {
  for (const part of ['opening', 'debits', 'credits', 'closing'] as const) {
    const found = findImbalance(dayWith([{ ...WALLET, [part]: '9007199254740993' }, OWED]));
    assert.equal(found, 'wallet mtn:+237670000000 does not add up', part);
  }
});

test('days are closed in order, from the first to the last that is over', () => {
  const days = daysToClose({ first: '2024-02-28', last: '2024-03-01' });
  assert.deepEqual(days, ['2024-02-28', '2024-02-29', '2024-03-01']);
  assert.deepEqual(daysToClose({ first: '2024-03-01', last: '2024-03-01' }), ['2024-03-01']);
  assert.deepEqual(daysToClose({ first: '2024-03-02', last: '2024-03-01' }), []);
});

test('a day is followed by the next one, also across months and years', () => {
  assert.equal(nextDay('2026-12-31'), '2027-01-01');
  assert.equal(nextDay('2026-02-28'), '2026-03-01');
});

function dayWith(accounts: readonly ClosedAccount[]): ClosingContent {
  const none: Ages = { day: '0', week: '0', month: '0', older: '0' };
  return {
    day: '2026-03-01',
    accounts,
    wallets: [],
    differences: [],
    unmatched: none,
    disputed: none,
  };
}
