import { useWithdrawChange } from '../api/admin.ts';
import type { PendingChange } from '../api/types.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { useWords } from '../words/words.tsx';
import { Differences, useSubject } from './differences.tsx';

/** Takes an own change back, or refuses that of another person. */
export function WithdrawDialog({ change, onClose }: DialogProps) {
  const { changes: words } = useWords();
  const withdraw = useWithdrawChange();
  const sayOf = useSubject();
  const isOwn = change.refusal === 'own_change';
  return (
    <ActDialog
      title={isOwn ? words.withdrawTitle : words.rejectTitle}
      tone="danger"
      confirmLabel={isOwn ? words.withdraw : words.reject}
      onClose={onClose}
      act={(reason) => withdraw.mutateAsync({ id: change.id, reason })}
      done={words.withdrawn}
    >
      <p>
        <strong>{sayOf(change)}</strong>
      </p>
      <Differences change={change} />
    </ActDialog>
  );
}

interface DialogProps {
  readonly change: PendingChange;
  readonly onClose: () => void;
}
