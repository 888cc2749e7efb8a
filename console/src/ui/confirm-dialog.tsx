import { Button, Checkbox, Modal, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { isSignedOut } from '../api/query-client.ts';
import { useWords } from '../words/words.tsx';

/** As the service sees it: at least three characters, and letters or digits among them. */
function isReason(text: string): boolean {
  return text.trim().length >= 3 && /[\p{L}\p{N}]/u.test(text);
}

/**
 * Asks before something that cannot be taken back. The focus starts on the reason or on Cancel,
 * never on the button that acts, so that a stray Enter does no harm.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { actions } = useWords();
  const [reason, setReason] = useState('');
  const [showsProblem, setShowsProblem] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const { help } = useWords();
  const [tellsPlatform, setTellsPlatform] = useState(false);
  const isReasonMissing = props.asksReason && !isReason(reason);

  async function confirm() {
    if (isReasonMissing || props.isBlocked === true) {
      setShowsProblem(true);
      return;
    }
    setBusy(true);
    setEnded(false);
    try {
      await props.onConfirm(reason.trim(), { tellsPlatform });
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      setEnded(true);
    } finally {
      setBusy(false);
    }
  }

  // Our own decision, while it is under way, changes the state too.
  if (props.overtaken !== undefined && props.overtaken !== null && !isBusy) {
    return (
      <Dialog title={props.title} onClose={props.onClose}>
        {props.children}
        <p className="overtaken" role="alert">
          {props.overtaken}
        </p>
        <div className="dialog-buttons">
          <Button variant="default" size="md" onClick={props.onClose} autoFocus>
            {help.close_button}
          </Button>
        </div>
      </Dialog>
    );
  }

  return (
    <Dialog title={props.title} onClose={props.onClose} isBusy={isBusy}>
      {props.children}
      {props.consequence !== undefined && <p className="consequence">{props.consequence}</p>}
      {props.asksReason && (
        <ReasonField
          reason={reason}
          onChange={setReason}
          error={showsProblem && isReasonMissing ? actions.reasonShort : null}
        />
      )}
      {props.asksReason && props.offersToTell === true && (
        <Checkbox
          label={actions.tellPlatform}
          description={actions.tellPlatformHint}
          checked={tellsPlatform}
          onChange={(event) => setTellsPlatform(event.currentTarget.checked)}
        />
      )}
      {hasEnded && (
        <p className="overtaken" role="alert">
          {actions.results.ended}
        </p>
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

function ReasonField(props: {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly error: string | null;
}) {
  const { actions } = useWords();
  return (
    <Textarea
      data-autofocus
      label={actions.reason}
      description={actions.reasonHint}
      value={props.reason}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error}
      maxLength={500}
      autosize={false}
      rows={2}
      required
    />
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly tone: 'go' | 'danger';
  readonly confirmLabel: string;
  readonly consequence?: string;
  readonly asksReason: boolean;
  /** The reason may go out to the platform, if the person ticks it. */
  readonly offersToTell?: boolean;
  /** Something that the person must see is not loaded yet. */
  readonly isBlocked?: boolean;
  /** Says what somebody else did meanwhile; then there is nothing left to confirm. */
  readonly overtaken?: string | null;
  readonly children?: ReactNode;
  readonly onConfirm: (
    reason: string,
    options: { readonly tellsPlatform: boolean },
  ) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * A dialog with any content. A click outside does not close it: half-written reasons would be lost.
 */
export function Dialog(props: DialogProps) {
  const { help } = useWords();
  useFocusReturn();
  return (
    <Modal.Root
      opened
      onClose={props.isBusy === true ? () => {} : props.onClose}
      closeOnClickOutside={false}
      // Its scroll lock adds a style element, which the page's security policy does not allow.
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      centered
      size={props.size ?? 'md'}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          {/* Mantine's own header counts as a second banner of the page. */}
          <div className="dialog-head">
            <Modal.Title>{props.title}</Modal.Title>
            <Modal.CloseButton aria-label={help.close_button} />
          </div>
          <div className="dialog-body">{props.children}</div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Gives the focus back to what opened the dialog, or else to the screen, however it closes. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected;
      const place = isThere && opener !== document.body ? opener : document.getElementById('main');
      place?.focus({ preventScroll: true });
    },
    [opener],
  );
}

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isBusy?: boolean;
  readonly size?: 'md' | 'lg';
  readonly onClose: () => void;
}
