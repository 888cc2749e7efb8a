import { type Remark, readRemark, writeRemark } from '../remarks/remark.ts';
import type { SmsState } from './sms-state.ts';

/** Why a text became what it is, as its column has it: the bare code of whoever parsed it. */
export function writeSmsReason(remark: Remark): string {
  if (remark.code === 'sms_review') return remark.params.review_reason;
  if (remark.code === 'sms_nothing') return remark.params.nothing_reason;
  return writeRemark(remark);
}

/** The bare codes of parsing mean something else in each of the two states that have them. */
export function readSmsReason(state: SmsState, stored: string): Remark {
  if (BARE_CODE.test(stored)) {
    if (state === 'review') return { code: 'sms_review', params: { review_reason: stored } };
    if (state === 'nothing') return { code: 'sms_nothing', params: { nothing_reason: stored } };
  }
  return readRemark(stored);
}

const BARE_CODE = /^[a-z_]+$/;
