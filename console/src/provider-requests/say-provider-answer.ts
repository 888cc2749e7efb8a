import type { DetailAnswer, ProviderRequest } from '../api/types.ts';
import type { Result } from '../ui/result-message.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import type { Words } from '../words/words.tsx';

/** A transaction after its provider was asked about it. */
export interface ProviderAnswered {
  readonly detail: {
    readonly transaction: Pick<DetailAnswer['transaction'], 'amount_xaf' | 'msisdn' | 'state'>;
    readonly submission: Pick<ProviderRequest, 'said' | 'problem'> | null;
  };
  /** Otherwise nobody could ask it in the time that a person waits. */
  readonly isAsked: boolean;
}

/** What is now so, and what the provider says of it or why there is no answer. */
export function sayProviderAnswer(
  { detail: { transaction, submission: request }, isAsked }: ProviderAnswered,
  { providerStatus: words, said }: Pick<Words, 'providerStatus' | 'said'>,
): Result {
  const what = `${formatMoney(transaction.amount_xaf)} · ${formatMsisdn(transaction.msisdn)}`;
  const now = nowOf(transaction.state);
  const tone = now === 'paid' ? 'good' : 'calm';
  const { problem = null, said: word = null } = request ?? {};
  if (isAsked && problem !== null) {
    return { tone, text: words.unclear(words.now[now], what, said(problem)) };
  }
  // What it said earlier is no answer to this question.
  const answer = isAsked && word !== null ? word : 'noAnswer';
  return { tone, text: words.answered(words.now[now], what, words.said[answer]) };
}

function nowOf(state: DetailAnswer['transaction']['state']): 'paid' | 'notPaid' | 'open' {
  if (state === 'succeeded') return 'paid';
  return state === 'failed' || state === 'expired' ? 'notPaid' : 'open';
}
