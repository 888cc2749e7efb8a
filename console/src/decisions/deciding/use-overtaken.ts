import { useTransaction } from '../../api/reads.ts';
import type { TransactionDetail } from '../../api/types.ts';
import { useMe } from '../../hooks/use-me.ts';
import { useProviderName } from '../../hooks/use-provider-name.ts';
import { useWords } from '../../words/words.tsx';
import { describeOvertaken, isOvertaken } from './overtaken-decision.ts';

/** What another person decided while the dialog is open, or `null` while nothing has changed. */
export function useOvertaken(asked: TransactionDetail): string | null {
  const words = useWords();
  const providerName = useProviderName();
  const { staff } = useMe();
  const { data } = useTransaction(asked.id);
  if (data === undefined || !isOvertaken(asked, data.transaction, staff)) return null;
  return describeOvertaken(asked, data, { ...words, providerName });
}
