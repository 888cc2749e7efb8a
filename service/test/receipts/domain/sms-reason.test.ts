import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from '../../../src/domain/messages/message.ts';
import { SMS_STATES } from '../../../src/domain/receipts/sms-state.ts';
import { readSmsReason, writeSmsReason } from '../../../src/domain/receipts/sms-trust.ts';

const REVIEW = { code: 'sms_review', params: { review_reason: 'amount_unclear' } } as const;
const NOTHING = { code: 'sms_nothing', params: { nothing_reason: 'not_money' } } as const;
const OTHER = { code: 'completed_deposit', params: { deposit: 'D' } } as const;

test('codes of the parser are stored bare, so that they can be searched', () => {
  assert.equal(writeSmsReason(REVIEW), 'amount_unclear');
  assert.equal(writeSmsReason(NOTHING), 'not_money');
});

test('a reason is read back as it was written, in the state that it was written for', () => {
  assert.deepEqual(readSmsReason('review', writeSmsReason(REVIEW)), REVIEW);
  assert.deepEqual(readSmsReason('nothing', writeSmsReason(NOTHING)), NOTHING);
  for (const state of SMS_STATES) {
    assert.deepEqual(readSmsReason(state, writeSmsReason(OTHER)), OTHER);
    assert.deepEqual(readSmsReason(state, 'Looked at by Ama.'), prose('Looked at by Ama.'));
  }
});

test('in another state a bare code is only text', () => {
  for (const state of SMS_STATES.filter((one) => one !== 'review' && one !== 'nothing')) {
    assert.deepEqual(readSmsReason(state, 'not_money'), prose('not_money'));
  }
});
