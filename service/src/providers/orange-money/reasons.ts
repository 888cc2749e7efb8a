import type { Direction } from '../../domain/payment-kinds.ts';

/** What Orange's numbers for a refusal mean. There is no public list; these have been seen. */
export const ORANGE_REASONS: Readonly<Record<string, string>> = {
  '60019': 'The payer has not enough money.',
  '00671': 'The number is not an Orange number.',
  '99051': 'The number has no Orange Money account.',
  '0066111': 'Orange Money does not know this subscriber.',
  '60021': 'The account is not active.',
  '60022': 'The payment is beyond a limit of the account.',
  '60026': 'The account is not available.',
  '60031': 'The account is blocked.',
  '60032': 'The account has reached a daily limit.',
  '60033': 'The account has reached a daily limit.',
  '60034': 'The account has reached a monthly limit.',
  '60035': 'The account has reached a monthly limit.',
};

/** What they mean of a payout, in which the payer is us. */
export const ORANGE_PAYOUT_REASONS: Readonly<Record<string, string>> = {
  '60019': 'Our account at Orange Money has not enough money.',
};

/** Codes that say that a number has no account, rather than that a payment cannot be made. */
export const NO_ACCOUNT: ReadonlySet<string> = new Set(['00671', '99051', '0066111']);

export const SIMILAR_OPERATION =
  'Orange Money refuses the same amount to the same number again within about five minutes.';

const SIMILAR = /simila(r|ire)|same (operation|transaction)|m[eêé]me (op|trans)|identi(cal|que)/i;

export function isBusinessCode(code: string | null): code is string {
  return code !== null && Object.hasOwn(ORANGE_REASONS, code);
}

export function isSimilarOperation(words: string): boolean {
  return SIMILAR.test(words);
}

export function orangeReason(direction: Direction, code: string | null, words: string): string {
  if (isSimilarOperation(words)) return SIMILAR_OPERATION;
  const reasons =
    direction === 'withdrawal' ? { ...ORANGE_REASONS, ...ORANGE_PAYOUT_REASONS } : ORANGE_REASONS;
  const known = isBusinessCode(code) ? reasons[code] : undefined;
  return known ?? 'Orange Money refused the payment.';
}
