import { useTransaction } from '../../api/reads.ts';
import type { TransactionDetail } from '../../api/types.ts';
import { useMe } from '../../hooks/use-me.ts';
import { useWords } from '../../words/words.tsx';
import { describeOvertaken, isOvertaken } from './overtaken-decision.ts';

/**
 * The sentence for a person whose dialog is open while somebody else decides or approves; null
 * while nothing has changed since the dialog opened.
 */
export function useOvertaken(asked: TransactionDetail): string | null {
  const words = useWords();
  const { staff } = useMe();
  const { data } = useTransaction(asked.id);
  if (data === undefined || !isOvertaken(asked, data.transaction, staff)) return null;
  return describeOvertaken(asked, data, words);
}
