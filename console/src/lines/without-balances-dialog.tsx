import { useDeclareLine } from '../api/decisions.ts';
import type { SimLine } from '../api/types.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** Asks whether a line may be believed without its balances, and says what that risks. */
export function WithoutBalancesDialog({ line, onClose }: WithoutBalancesProps) {
  const { lines: words } = useWords();
  const declare = useDeclareLine();
  return (
    <ActDialog
      title={words.withoutTitle(formatMsisdn(line.line))}
      tone="danger"
      confirmLabel={words.declareWithout}
      consequence={words.withoutMeans}
      asksSecond
      onClose={onClose}
      act={(reason) => declare.mutateAsync({ line: line.line, reason })}
      done={words.declared}
    />
  );
}

interface WithoutBalancesProps {
  readonly line: SimLine;
  readonly onClose: () => void;
}
