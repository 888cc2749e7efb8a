import { type Message, readMessage, writeMessage } from '../messages/message.ts';
import type { SmsPayment } from './sms/reading.ts';
import type { SmsState } from './sms-state.ts';

/** How a message reached us. `forged`: the sender does not know the gateway's secret. */
export type SmsTrust = 'trusted' | 'late' | 'unknown_sim' | 'forged';

/**
 * What the balance in a text proves: that it connects to a trusted balance of its line, or not yet.
 * Nothing when it is missing, which is suspicious on a line whose texts name it; and nothing is
 * compared for a line that was declared to tell none, or that is not known.
 */
export type BalanceProof = 'proven' | 'waits' | 'missing' | 'not_compared';

export interface TrustSigns {
  readonly trust: SmsTrust;
  readonly payment: Pick<SmsPayment, 'operatorTime' | 'balancesCents'>;
  /** When we got it. */
  readonly at: Date;
  readonly balance: BalanceProof;
  /** Why the line does not let it pass yet; null when it does. */
  readonly chainDoubt: Message | null;
}

export interface TrustVerdict {
  /** From 0 to 100. */
  readonly score: number;
  readonly doubts: readonly Message[];
  /** Why it is not credited automatically; null when nothing speaks against it. */
  readonly holdReason: Message | null;
  /** Only the balances of the line hold it: it is matched once it connects. */
  readonly waitsForLine: boolean;
}

/**
 * Judges how far a text can be trusted. Sender and template are checked before: without them there
 * is no payment to judge. A wrong signature, SIM or balance holds it, and so does a missing balance
 * where one is due: a forger could simply leave it out. A wrong clock only lowers the score.
 */
export function judgeTrust(signs: TrustSigns): TrustVerdict {
  const doubts = CHECKS.flatMap((check) => {
    const remark = check.findDoubt(signs);
    return remark === null ? [] : [{ ...check, remark }];
  });
  const score = doubts.reduce((left, { weight }) => left - weight, 100);
  const [holding, ...more] = doubts.filter(({ holds }) => holds);
  return {
    score: Math.max(0, score),
    doubts: doubts.map(({ remark }) => remark),
    holdReason: holding?.remark ?? null,
    waitsForLine: signs.chainDoubt !== null && holding !== undefined && more.length === 0,
  };
}

interface Check {
  readonly weight: number;
  readonly holds: boolean;
  readonly findDoubt: (signs: TrustSigns) => Message | null;
}

/** Operators' own clocks and late deliveries keep within this. */
const CLOCK_GAP_MS = 24 * 3_600_000;

const CHECKS: readonly Check[] = [
  {
    weight: 100,
    holds: true,
    findDoubt: ({ trust }) => (trust === 'forged' ? { code: 'not_signed' } : null),
  },
  {
    weight: 40,
    holds: true,
    findDoubt: ({ trust }) => (trust === 'late' ? { code: 'signed_too_long_ago' } : null),
  },
  {
    weight: 40,
    holds: true,
    findDoubt: ({ trust }) => (trust === 'unknown_sim' ? { code: 'unknown_sim' } : null),
  },
  { weight: 40, holds: true, findDoubt: ({ chainDoubt }) => chainDoubt },
  {
    weight: 40,
    holds: true,
    findDoubt: ({ balance }) => (balance === 'missing' ? { code: 'balance_left_out' } : null),
  },
  {
    weight: 10,
    holds: false,
    findDoubt: ({ payment, balance }) =>
      balance === 'not_compared' && payment.balancesCents.length === 0
        ? { code: 'no_balance' }
        : null,
  },
  {
    weight: 10,
    holds: false,
    findDoubt: ({ payment: { operatorTime }, at }) =>
      operatorTime !== null && Math.abs(at.getTime() - operatorTime.getTime()) > CLOCK_GAP_MS
        ? { code: 'odd_clock' }
        : null,
  },
];

/** Why a text has its state, as stored in its column: codes of the parser are stored bare. */
export function writeSmsReason(remark: Message): string {
  if (remark.code === 'sms_review') return remark.params.review_reason;
  if (remark.code === 'sms_nothing') return remark.params.nothing_reason;
  return writeMessage(remark);
}

/** The bare codes of the parser mean something different in each of the two states. */
export function readSmsReason(state: SmsState, stored: string): Message {
  if (BARE_CODE.test(stored)) {
    if (state === 'review') return { code: 'sms_review', params: { review_reason: stored } };
    if (state === 'nothing') return { code: 'sms_nothing', params: { nothing_reason: stored } };
  }
  return readMessage(stored);
}

const BARE_CODE = /^[a-z_]+$/;
