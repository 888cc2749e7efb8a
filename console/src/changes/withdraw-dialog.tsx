import { useWithdrawChange } from '../api/admin.ts';
import type { PendingChange } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';
import { Differences, useSubject } from './differences.tsx';

/** Takes an own change back, or refuses that of another person. */
export function WithdrawDialog({ change, onClose }: DialogProps) {
  const { changes: words } = useWords();
  const withdraw = useWithdrawChange();
  const sayOf = useSubject();
  const carryOut = useAdminAction();
  const isOwn = change.refusal === 'own_change';
  return (
    <ConfirmDialog
      title={isOwn ? words.withdrawTitle : words.rejectTitle}
      tone="danger"
      confirmLabel={isOwn ? words.withdraw : words.reject}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(() => withdraw.mutateAsync({ id: change.id, reason }), words.withdrawn);
        onClose();
      }}
    >
      <p>
        <strong>{sayOf(change)}</strong>
      </p>
      <Differences change={change} />
    </ConfirmDialog>
  );
}

interface DialogProps {
  readonly change: PendingChange;
  readonly onClose: () => void;
}
