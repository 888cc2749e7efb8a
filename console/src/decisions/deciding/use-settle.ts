import { ApiError, isInDoubt } from '../../api/client.ts';
import { isSignedOut } from '../../api/query-client.ts';
import { useFreshTransaction } from '../../api/reads.ts';
import type { DecisionAnswer, TransactionDetail } from '../../api/types.ts';
import { useProviderName } from '../../hooks/use-provider-name.ts';
import { type Result, useAnnounce } from '../../ui/result-message.tsx';
import { formatMsisdn } from '../../words/format.ts';
import { formatMoney } from '../../words/money.ts';
import { sayRefusal } from '../../words/service/say-refusal.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { describeOvertaken } from './overtaken-decision.ts';

type SettledAction =
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'confirm'
  | 'refuse'
  | 'complete'
  | 'simulate';

/**
 * Carries out a decision and shows its result in one line, also when it failed. What got no answer
 * stays open on the screen: the person has to look what became of it.
 */
export function useSettle() {
  const words = useWords();
  const providerName = useProviderName();
  const announce = useAnnounce();
  const readFresh = useFreshTransaction();
  return async (
    transaction: TransactionDetail,
    action: SettledAction,
    decide: () => Promise<DecisionAnswer>,
  ): Promise<'settled' | 'no_answer'> => {
    announce(null);
    const what = `${formatMoney(transaction.amount_xaf)} · ${formatMsisdn(transaction.msisdn)}`;
    try {
      const { outcome, unmatched_receipts: unmatched, agreed_otherwise } = await decide();
      const { results } = words.actions;
      if (agreed_otherwise === true) announce({ tone: 'calm', text: results.otherwise(what) });
      else if (unmatched === undefined) {
        announce({ tone: 'good', text: describeOutcome(outcome, action, what, words) });
      } else announce({ tone: 'calm', text: results.unmatched(what, unmatched) });
    } catch (error) {
      // The dialog stays open while the person signs in again.
      if (!(error instanceof ApiError) || isSignedOut(error)) throw error;
      announce(await describeFailure(error, transaction, what));
      if (isInDoubt(error)) return 'no_answer';
    }
    return 'settled';
  };

  async function describeFailure(
    error: ApiError,
    asked: TransactionDetail,
    what: string,
  ): Promise<Result> {
    const { results } = words.actions;
    if (isInDoubt(error)) return { tone: 'bad', text: results.noAnswer(what) };
    if (error.status !== 409 || error.state === null) {
      return { tone: 'bad', text: results.refused(sayRefusal(error, words)) };
    }
    return { tone: 'calm', text: await readWhoWasFaster(error, asked) };
  }

  /** If the history does not load, the answer itself is shown. */
  async function readWhoWasFaster(error: ApiError, asked: TransactionDetail): Promise<string> {
    const refusal = words.actions.results.refused(sayRefusal(error, words));
    try {
      const now = await readFresh(asked.id);
      return describeOvertaken(asked, now, { ...words, providerName }) ?? refusal;
    } catch {
      return refusal;
    }
  }
}

function describeOutcome(
  outcome: DecisionAnswer['outcome'],
  action: SettledAction,
  what: string,
  { actions: { results } }: Words,
): string {
  switch (outcome) {
    case 'done':
      return results[action](what);
    case 'already_done':
      return results.already(what);
    case 'waits_for_second_person':
      return action === 'approve' ? results.second(what) : results.secondDecision(what);
  }
}
