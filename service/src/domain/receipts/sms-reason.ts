import { type Remark, readRemark, writeRemark } from '../remarks/remark.ts';
import type { SmsState } from './sms-state.ts';

/** Why a text has its state, as stored in its column: codes of the parser are stored bare. */
export function writeSmsReason(remark: Remark): string {
  if (remark.code === 'sms_review') return remark.params.review_reason;
  if (remark.code === 'sms_nothing') return remark.params.nothing_reason;
  return writeRemark(remark);
}

/** The bare codes of the parser mean something different in each of the two states. */
export function readSmsReason(state: SmsState, stored: string): Remark {
  if (BARE_CODE.test(stored)) {
    if (state === 'review') return { code: 'sms_review', params: { review_reason: stored } };
    if (state === 'nothing') return { code: 'sms_nothing', params: { nothing_reason: stored } };
  }
  return readRemark(stored);
}

const BARE_CODE = /^[a-z_]+$/;
