import type { ScreenWords } from '../en.ts';
import { formatMoney } from '../money.ts';
import { frenchPlural } from '../plural.ts';
import { frMessages } from './fr-messages.ts';
import { frProblems } from './fr-problems.ts';
import { frNothingReasons, frReviewReasons } from './fr-sms-reasons.ts';
import { createSay, nameIn } from './say.ts';

/** French is made from the code and its values. */
export function createFrenchSay({ states }: Pick<ScreenWords, 'states'>) {
  const stateOf = (state: string) => (nameIn(states, state) ?? state).toLowerCase();
  return createSay(
    { ...frMessages, ...frProblems },
    {
      amount_xaf: formatMoney,
      assumed_xaf: formatMoney,
      had_xaf: formatMoney,
      days: (days) => frenchPlural(days, 'jour', 'jours'),
      wait_s: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`),
      state: stateOf,
      outcome: stateOf,
      review_reason: (code) => nameIn(frReviewReasons, code) ?? code,
      nothing_reason: (code) => nameIn(frNothingReasons, code) ?? code,
    },
  );
}
