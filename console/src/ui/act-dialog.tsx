import { isWaiting } from '../api/admin.ts';
import { useWords } from '../words/words.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { useAdminAction } from './use-admin-action.ts';

/**
 * Asks for a reason, does one thing and closes; then the screen says that it is done, or that it
 * waits for a second person, or why it was refused.
 */
export function ActDialog({ act, done, ...dialog }: ActDialogProps) {
  const { changes } = useWords();
  const carryOut = useAdminAction();
  return (
    <ConfirmDialog
      tone="go"
      {...dialog}
      asksReason
      onConfirm={async (reason) => {
        await carryOut(
          () => act(reason),
          (answer) => (isWaiting(answer) ? changes.waits : done),
        );
        dialog.onClose();
      }}
    />
  );
}

interface ActDialogProps extends Omit<ConfirmDialogProps, 'tone' | 'asksReason' | 'onConfirm'> {
  readonly tone?: ConfirmDialogProps['tone'];
  readonly act: (reason: string) => Promise<unknown>;
  readonly done: string;
}
