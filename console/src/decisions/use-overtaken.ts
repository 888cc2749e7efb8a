import { useTransaction } from '../api/reads.ts';
import type { TransactionDetail } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useWords } from '../words/words.tsx';
import { describeOvertaken, isOvertaken } from './overtaken-decision.ts';

/**
 * The sentence for a person who is still being asked about something that somebody else has just
 * decided or approved; null while it is as it was when the question was put.
 */
export function useOvertaken(asked: TransactionDetail): string | null {
  const words = useWords();
  const { staff } = useMe();
  const { data } = useTransaction(asked.id);
  if (data === undefined || !isOvertaken(asked, data.transaction, staff)) return null;
  return describeOvertaken(asked, data, words);
}
