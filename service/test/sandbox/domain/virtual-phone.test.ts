import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPin,
  lookAtPhone,
  PHONE_LINK_MS,
  readDialledCode,
} from '../../../src/domain/sandbox/virtual-phone.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  CREATED_AT,
  EXPIRES_AT,
  sampleDeposit,
  sampleWithdrawal,
} from '../../transactions/domain/sample-transaction.ts';

const PROMPTED = sampleDeposit('merchant_initiated', 'provider_acknowledged');
const DIALLED: Transaction = {
  ...sampleDeposit('customer_initiated'),
  instructions: {} as NonNullable<Transaction['instructions']>,
};

test('a phone shows what waits for the player, by what the player does', () => {
  const payments = [PROMPTED, DIALLED, sampleWithdrawal()];
  const phone = lookAtPhone(payments, CREATED_AT);
  assert.deepEqual(phone, { prompts: [PROMPTED], codes: [DIALLED], payments });
});

test('what is settled or past its deadline is not shown', () => {
  const settled = sampleDeposit('merchant_initiated', 'succeeded');
  const stillOpen = { ...settled, expiresAt: EXPIRES_AT };
  assert.deepEqual(lookAtPhone([settled, stillOpen], CREATED_AT).prompts, []);
  const justBefore = new Date(EXPIRES_AT.getTime() - 1);
  assert.deepEqual(lookAtPhone([PROMPTED], justBefore).prompts, [PROMPTED]);
  assert.deepEqual(lookAtPhone([PROMPTED], EXPIRES_AT).prompts, []);
  assert.deepEqual(lookAtPhone([{ ...PROMPTED, expiresAt: null }], CREATED_AT).prompts, []);
});

test('a code that a channel of the sandbox writes is read, spaces or not', () => {
  const read = { line: '690000000', amountXaf: 500 };
  assert.deepEqual(readDialledCode('*000*690000000*500#'), read);
  assert.deepEqual(readDialledCode(' *000* 690000000 *500 # '), read);
});

test('the network knows no other code', () => {
  for (const code of ['', '*126#', '*000**500#', '*000*1*0#', '*000*1*500', '*000*1*1234567890#']) {
    assert.equal(readDialledCode(code), null, code);
  }
});

test('a PIN is four to eight digits', () => {
  for (const pin of ['0000', '12345678']) assert.equal(isPin(pin), true, pin);
  for (const pin of ['', '123', '123456789', '12a4']) assert.equal(isPin(pin), false, pin);
});

test('a link to a phone lasts for half an hour', () => {
  assert.equal(PHONE_LINK_MS, 1_800_000);
});
