import { useTransaction } from '../api/reads.ts';
import type { HistoryLine, TransactionDetail } from '../api/types.ts';
import { useWords, type Words } from '../words/words.tsx';
import { formatTime } from './format.ts';

/**
 * The sentence for a person who is still being asked about something that somebody else has just
 * decided; null while it is as it was when the question was put.
 */
export function useOvertaken(asked: TransactionDetail): string | null {
  const words = useWords();
  const { data } = useTransaction(asked.id);
  if (data === undefined || data.transaction.state === asked.state) return null;
  return describeFaster(data.transaction, data.history, words);
}

export function describeFaster(
  transaction: TransactionDetail,
  history: readonly HistoryLine[],
  words: Words & { readonly language: 'fr' | 'en' },
): string | null {
  const line = history.findLast(({ trigger }) => STAFF_TRIGGERS.has(trigger)) ?? history.at(-1);
  if (line === undefined) return null;
  const state = words.states[transaction.state];
  return words.actions.results.faster(line.actor, state, formatTime(line.at, words.language));
}

// After an approval the transfer goes its own way; the person who decided is further up.
const STAFF_TRIGGERS: ReadonlySet<string> = new Set([
  'approved',
  'rejected',
  'staff_confirmed',
  'staff_rejected',
  'staff_completed',
]);
