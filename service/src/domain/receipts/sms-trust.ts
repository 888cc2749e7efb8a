import type { SmsPayment } from './sms/reading.ts';

/** How a message reached us. `forged`: whoever sent it does not know the gateway's secret. */
export type SmsTrust = 'trusted' | 'late' | 'unknown_sim' | 'forged';

export interface TrustSigns {
  readonly trust: SmsTrust;
  readonly payment: Pick<SmsPayment, 'operatorTime' | 'balanceCents'>;
  /** When we got it. */
  readonly at: Date;
  /** What the line's chain of balances says: null when it fits or there is nothing to compare. */
  readonly chainDoubt: string | null;
  /** Whether the texts of the line tell balances, so that one which tells none is odd. */
  readonly isBalanceDue: boolean;
}

export interface TrustVerdict {
  /** From 0 to 100. */
  readonly score: number;
  readonly doubts: readonly string[];
  /** Why it is not credited by itself; null when nothing speaks against it. */
  readonly holdReason: string | null;
  /** Only the balances of the line hold it: it is matched once they add up. */
  readonly waitsForLine: boolean;
}

/**
 * Weighs what speaks for a text. Sender and template have been settled by then: without them there
 * is no payment to weigh. A wrong signature, SIM or balance holds it, and so does a balance that
 * was left out where one is due: a forger would do no more. An odd clock only counts.
 */
export function judgeTrust(signs: TrustSigns): TrustVerdict {
  const doubts = CHECKS.filter(({ isDoubtful }) => isDoubtful(signs));
  const score = doubts.reduce((left, { weight }) => left - weight, 100);
  const [holding, ...more] = doubts.filter(({ holds }) => holds);
  return {
    score: Math.max(0, score),
    doubts: doubts.map((check) => check.sentence(signs)),
    holdReason: holding?.sentence(signs) ?? null,
    waitsForLine: signs.chainDoubt !== null && holding !== undefined && more.length === 0,
  };
}

interface Check {
  readonly weight: number;
  readonly holds: boolean;
  readonly isDoubtful: (signs: TrustSigns) => boolean;
  readonly sentence: (signs: TrustSigns) => string;
}

/** Operators' own clocks and late deliveries keep within this. */
const CLOCK_GAP_MS = 24 * 3_600_000;

const CHECKS: readonly Check[] = [
  {
    weight: 100,
    holds: true,
    isDoubtful: ({ trust }) => trust === 'forged',
    sentence: () => 'The message was not signed with the secret of its gateway.',
  },
  {
    weight: 40,
    holds: true,
    isDoubtful: ({ trust }) => trust === 'late',
    sentence: () => 'The signature of the gateway was too old: it may be a message sent again.',
  },
  {
    weight: 40,
    holds: true,
    isDoubtful: ({ trust }) => trust === 'unknown_sim',
    sentence: () => 'The SIM that got the text is not known as one of our lines.',
  },
  {
    weight: 40,
    holds: true,
    isDoubtful: ({ chainDoubt }) => chainDoubt !== null,
    sentence: ({ chainDoubt }) => chainDoubt ?? '',
  },
  {
    weight: 40,
    holds: true,
    isDoubtful: ({ payment, isBalanceDue }) => payment.balanceCents === null && isBalanceDue,
    sentence: () => 'The text names no balance, and the texts of its line do: it may be forged.',
  },
  {
    weight: 10,
    holds: false,
    isDoubtful: ({ payment, isBalanceDue }) => payment.balanceCents === null && !isBalanceDue,
    sentence: () => 'The text names no balance to compare.',
  },
  {
    weight: 10,
    holds: false,
    isDoubtful: ({ payment: { operatorTime }, at }) =>
      operatorTime !== null && Math.abs(at.getTime() - operatorTime.getTime()) > CLOCK_GAP_MS,
    sentence: () => 'The operator’s time in the text is more than a day away from ours.',
  },
];
