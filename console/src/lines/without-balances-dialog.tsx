import { isWaiting } from '../api/admin.ts';
import { useDeclareLine } from '../api/decisions.ts';
import type { SimLine } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** Asks whether a line may be believed without its balances, and says what that risks. */
export function WithoutBalancesDialog({ line, onClose }: WithoutBalancesProps) {
  const { lines: words, changes } = useWords();
  const declare = useDeclareLine();
  const carryOut = useAdminAction();
  return (
    <ConfirmDialog
      title={words.withoutTitle(formatMsisdn(line.line))}
      tone="danger"
      confirmLabel={words.declareWithout}
      consequence={words.withoutMeans}
      asksReason
      asksSecond
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(
          () => declare.mutateAsync({ line: line.line, reason }),
          (answer) => (isWaiting(answer) ? changes.waits : words.declared),
        );
        onClose();
      }}
    />
  );
}

interface WithoutBalancesProps {
  readonly line: SimLine;
  readonly onClose: () => void;
}
