import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECEIPT_MESSAGES } from '../../service/src/domain/messages/message-codes.ts';
import { saySubject } from '../src/changes/say-subject.ts';
import { WORDS } from './words/both-languages.ts';

const ID = '019a9f00-0000-7000-8000-000000000001';
const NAMES = {
  walletName: (wallet: string) => wallet.replace('mtn', 'MTN').replace(':', ' '),
  accountName: (account: string) => account.replace(/^wallet mtn:/, 'Wallet MTN '),
};
const RAW = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z_]+:\S/;

const SUBJECTS = [
  ['transaction', ID, 'payout-73'],
  ['transaction', ID, null],
  ['receipt', ID, 'MP240101.1'],
  ['staff', ID, 'Ada Mbarga'],
  ['channel', 'mtn-1-channel', 'MTN MoMo'],
  ['provider', 'mtn-1', 'MTN MoMo'],
  ['wallet', 'mtn:+237677000001', null],
  ['line', '+237677000001', null],
  ['gateway', 'phone-1', null],
  ['payment', 'mtn:1234567890', null],
  ['adjustment', ID, 'wallet mtn:+237677000001'],
  ['adjustment', ID, null],
  ['settlement', `${ID}:S-1`, 'Shop · S-1'],
  ['settlement', `${ID}:S-1`, null],
  ['statement_mapping', 'mtn:MTN statement', null],
  ['contradiction', ID, null],
  ['repair', 'books', null],
  ['policy', 'policy', null],
] as const;

test('a refund by staff is called so, never by the reference that was made for it', () => {
  const refund = { kind: 'transaction', id: ID, name: `staff-${ID}`, amount_xaf: null };
  for (const words of Object.values(WORDS)) {
    assert.equal(saySubject(refund, { ...NAMES, words }), words.fields.refundByStaff);
  }
});

test('a sentence about a payment calls the deposit that it stands on “this deposit”', () => {
  for (const [code, english] of Object.entries(RECEIPT_MESSAGES)) {
    if (!english.includes('{deposit}')) continue;
    const text = english.replace('{deposit}', ID);
    const message = { code, params: { deposit: ID, staff: 'Ada', text: 'T' }, text } as const;
    for (const words of Object.values(WORDS)) {
      const said = words.transaction.onThisDeposit(words.said(message), ID);
      assert.ok(!said.includes(ID), said);
    }
  }
});

for (const [kind, id, name] of SUBJECTS) {
  test(`the subject ${kind}:${id} (${name}) is said without its id`, () => {
    for (const words of Object.values(WORDS)) {
      const said = saySubject({ kind, id, name, amount_xaf: null }, { ...NAMES, words });
      assert.doesNotMatch(said, RAW);
      if (name !== null && kind !== 'adjustment') assert.equal(said, name);
    }
  });
}
