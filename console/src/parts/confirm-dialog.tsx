import { Button, Modal, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.tsx';

const SHORTEST_REASON = 3;

/**
 * Asks before something that cannot be taken back. The focus starts on the reason or on Cancel,
 * never on the button that acts, so that a stray Enter does no harm.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { actions } = useWords();
  const [reason, setReason] = useState('');
  const [showsProblem, setShowsProblem] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isReasonMissing = props.asksReason && reason.trim().length < SHORTEST_REASON;

  async function confirm() {
    if (isReasonMissing || props.isBlocked === true) {
      setShowsProblem(true);
      return;
    }
    setBusy(true);
    try {
      await props.onConfirm(reason.trim());
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={props.title} onClose={props.onClose} isBusy={isBusy}>
      {props.children}
      {props.consequence !== undefined && <p className="consequence">{props.consequence}</p>}
      {props.asksReason && (
        <Textarea
          data-autofocus
          label={actions.reason}
          description={actions.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={showsProblem && isReasonMissing ? actions.reasonShort : null}
          maxLength={500}
          autosize={false}
          rows={2}
          required
        />
      )}
      <div className="dialog-buttons">
        <Button
          variant="default"
          size="md"
          onClick={props.onClose}
          disabled={isBusy}
          {...(props.asksReason ? {} : { 'data-autofocus': true })}
        >
          {actions.cancel}
        </Button>
        <Button
          size="md"
          color={props.tone === 'danger' ? 'red' : 'blue'}
          loading={isBusy}
          disabled={props.isBlocked === true}
          onClick={() => void confirm()}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly tone: 'go' | 'danger';
  readonly confirmLabel: string;
  readonly consequence?: string;
  readonly asksReason: boolean;
  /** Something that the person must see is not there yet. */
  readonly isBlocked?: boolean;
  readonly children?: ReactNode;
  onConfirm(reason: string): Promise<void>;
  onClose(): void;
}

/**
 * A dialog of any content. A click beside it closes nothing: half-written reasons would be lost.
 */
export function Dialog(props: DialogProps) {
  const { help } = useWords();
  return (
    <Modal
      opened
      onClose={props.isBusy === true ? () => {} : props.onClose}
      title={props.title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': help.close_button }}
      // Its scroll lock adds a style element, which the page's security policy does not allow.
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      centered
      size={props.size ?? 'md'}
    >
      <div className="dialog-body">{props.children}</div>
    </Modal>
  );
}

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isBusy?: boolean;
  readonly size?: 'md' | 'lg';
  onClose(): void;
}
