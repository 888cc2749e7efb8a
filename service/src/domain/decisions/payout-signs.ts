import type { PayoutMark } from '../transactions/payment-limits.ts';

/** What an approver must see before a payout is sent, the most serious first. */
export const PAYOUT_SIGNS = [
  'no_account',
  'beyond_money',
  'float_short',
  'deposit_disputed',
  'deposit_old',
  'contradicted',
  'probable_duplicate',
  'many_to_number',
  'many_to_player',
  'never_deposited',
  'first_to_number',
  'name_unknown',
  'float_unknown',
] as const;
export type PayoutSign = (typeof PAYOUT_SIGNS)[number];

/** Under `danger` the safe choice comes first, and a person who still approves types the amount. */
export const SIGN_TONES = ['danger', 'caution'] as const;
export type SignTone = (typeof SIGN_TONES)[number];

const TONES: Readonly<Record<PayoutSign, SignTone>> = {
  no_account: 'danger',
  beyond_money: 'danger',
  float_short: 'danger',
  deposit_disputed: 'danger',
  deposit_old: 'caution',
  contradicted: 'danger',
  probable_duplicate: 'danger',
  many_to_number: 'caution',
  many_to_player: 'caution',
  never_deposited: 'caution',
  first_to_number: 'caution',
  name_unknown: 'caution',
  float_unknown: 'caution',
};

export interface PayoutFacts {
  readonly amountXaf: number;
  readonly marks: readonly PayoutMark[];
  /** The result of asking for the name, or `null` if it was not asked for. */
  readonly payee: 'found' | 'no_account' | 'no_answer' | null;
  /** What the account that will pay has left, or `null` if nobody has reported it. */
  readonly leftXaf: number | null;
  /** In the sandbox there is no account to ask about. */
  readonly isPlayed: boolean;
  /** Money of the player that an operator disputes or took back, and nobody has looked at. */
  readonly isContradicted: boolean;
  /** It is more than its application has, with its credit line. */
  readonly isBeyondMoney: boolean;
  /** The service itself pays it to a payer or a platform: no player asks for it. */
  readonly isOwn: boolean;
  readonly hasDeposited: boolean;
  readonly wasPaidAtNumber: boolean;
}

export function signsOf(facts: PayoutFacts): readonly { sign: PayoutSign; tone: SignTone }[] {
  const isShown: Readonly<Record<PayoutSign, boolean>> = {
    no_account: facts.payee === 'no_account',
    beyond_money: facts.isBeyondMoney,
    float_short: facts.leftXaf !== null && facts.leftXaf < facts.amountXaf,
    deposit_disputed: facts.marks.includes('deposit_disputed'),
    deposit_old: facts.marks.includes('deposit_old'),
    contradicted: facts.isContradicted,
    probable_duplicate: facts.marks.includes('probable_duplicate'),
    many_to_number: facts.marks.includes('many_to_number'),
    many_to_player: facts.marks.includes('many_to_player'),
    never_deposited: !facts.isOwn && !facts.hasDeposited,
    first_to_number: !facts.wasPaidAtNumber,
    name_unknown: facts.payee === 'no_answer',
    float_unknown: facts.leftXaf === null && !facts.isPlayed,
  };
  return PAYOUT_SIGNS.filter((sign) => isShown[sign]).map((sign) => ({ sign, tone: TONES[sign] }));
}
