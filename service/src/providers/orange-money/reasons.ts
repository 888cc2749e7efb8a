import type { Message, PlainMessageCode } from '../../domain/messages/message.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import { answersOf } from '../answers.ts';

export const OF_ORANGE = answersOf('Orange Money');
const { of: ofOrange } = OF_ORANGE;

function plain(code: PlainMessageCode): Message {
  return { code };
}

/** What Orange's numbers for a refusal mean. There is no public list; these were seen in use. */
export const ORANGE_REASONS: Readonly<Record<string, Message>> = {
  '60019': plain('payer_lacks_money'),
  '00671': ofOrange('not_number_of_operator'),
  '99051': ofOrange('number_without_account'),
  '0066111': ofOrange('subscriber_unknown'),
  '60021': plain('account_not_active'),
  '60022': plain('beyond_account_limit'),
  '60026': plain('account_not_available'),
  '60031': plain('account_blocked'),
  '60032': plain('account_at_daily_limit'),
  '60033': plain('account_at_daily_limit'),
  '60034': plain('account_at_monthly_limit'),
  '60035': plain('account_at_monthly_limit'),
};

/** What they mean for a payout, in which we are the payer. */
export const ORANGE_PAYOUT_REASONS: Readonly<Record<string, Message>> = {
  '60019': ofOrange('we_lack_money'),
};

/** Codes that say that a number has no account, rather than that a payment cannot be made. */
export const NO_ACCOUNT: ReadonlySet<string> = new Set(['00671', '99051', '0066111']);

const SIMILAR = /simila(r|ire)|same (operation|transaction)|m[eêé]me (op|trans)|identi(cal|que)/i;

export function isBusinessCode(code: string | null): code is string {
  return code !== null && Object.hasOwn(ORANGE_REASONS, code);
}

export function isSimilarOperation(words: string): boolean {
  return SIMILAR.test(words);
}

export function orangeReason(direction: Direction, code: string | null, words: string): Message {
  if (isSimilarOperation(words)) return ofOrange('system_refuses_same_again');
  const reasons =
    direction === 'withdrawal' ? { ...ORANGE_REASONS, ...ORANGE_PAYOUT_REASONS } : ORANGE_REASONS;
  const known = isBusinessCode(code) ? reasons[code] : undefined;
  return known ?? ofOrange('system_refused');
}
