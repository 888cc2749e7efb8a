import { type Message, readMessage, writeMessage } from '../messages/message.ts';
import type { SmsPayment } from './sms/reading.ts';
import type { SmsState } from './sms-state.ts';

/**
 * How a message reached us. `forged`: not signed with the gateway's secret, or the gateway was
 * revoked.
 */
export type SmsTrust = 'trusted' | 'late' | 'unknown_sim' | 'forged';

/**
 * What the balance in a text proves: it connects to a trusted balance of its line, or not yet. If
 * it is missing, it proves nothing, which is suspicious on a line whose texts name it. Nothing is
 * compared on an unknown line, or on one that was declared to report none.
 */
export type BalanceProof = 'proven' | 'waits' | 'missing' | 'not_compared';

export interface TrustSigns {
  readonly trust: SmsTrust;
  readonly payment: Pick<SmsPayment, 'operatorTime' | 'balancesCents'>;
  /** When we received it. */
  readonly at: Date;
  readonly balance: BalanceProof;
  /** Why the line does not let it pass yet, or `null` if it does. */
  readonly chainDoubt: Message | null;
  /** Why it connects and still needs a balance that is read after it, or `null` if it does not. */
  readonly readingDoubt: Message | null;
}

export interface TrustVerdict {
  /** From 0 to 100. */
  readonly score: number;
  readonly doubts: readonly Message[];
  /** Why it is not credited automatically, or `null` if nothing speaks against it. */
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
    const message = check.findDoubt(signs);
    return message === null ? [] : [{ ...check, message }];
  });
  const score = doubts.reduce((left, { weight }) => left - weight, 100);
  const [holding, ...more] = doubts.filter(({ holds }) => holds);
  return {
    score: Math.max(0, score),
    doubts: doubts.map(({ message }) => message),
    holdReason: holding?.message ?? null,
    waitsForLine: isOfLine(signs) && holding !== undefined && more.length === 0,
  };
}

/** The balances of the line will decide it. */
function isOfLine({ balance, chainDoubt, readingDoubt }: TrustSigns): boolean {
  return chainDoubt !== null || (readingDoubt !== null && balance !== 'not_compared');
}

/**
 * Why a payment that connects is not credited yet: anyone who has seen the balance of a line, or
 * guesses it in many texts, can write a text that connects. They cannot move the money, so a
 * balance that is read after it shows it.
 */
export function doubtWithoutReading(
  { amountXaf, balance, isInBurst }: ConnectedPayment,
  { secondPersonAboveXaf }: { readonly secondPersonAboveXaf: number },
): Message | null {
  const isLarge = amountXaf > secondPersonAboveXaf;
  const params = { amount_xaf: secondPersonAboveXaf };
  if (balance === 'not_compared') return isLarge ? { code: 'large_without_balance', params } : null;
  if (balance !== 'proven') return null;
  if (isInBurst) return { code: 'burst_needs_balance' };
  return isLarge ? { code: 'large_needs_balance', params } : null;
}

interface ConnectedPayment {
  readonly amountXaf: number;
  readonly balance: BalanceProof;
  /** Many texts of its line connect to nothing. */
  readonly isInBurst: boolean;
}

interface Check {
  readonly weight: number;
  readonly holds: boolean;
  readonly findDoubt: (signs: TrustSigns) => Message | null;
}

/** Operators' clocks and late deliveries stay within this. */
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
  { weight: 40, holds: true, findDoubt: ({ readingDoubt }) => readingDoubt },
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
export function writeSmsReason(message: Message): string {
  if (message.code === 'sms_review') return message.params.review_reason;
  if (message.code === 'sms_nothing') return message.params.nothing_reason;
  return writeMessage(message);
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
