import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { isSignedOut } from '../api/query-client.ts';
import { readCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import {
  AmountField,
  AsksSecond,
  ConfirmButtons,
  isReason,
  ReasonField,
} from './confirm-parts.tsx';

/**
 * Asks before something that cannot be undone. The focus starts on the reason or on Cancel,
 * never on the button that acts, so that a stray Enter does no harm.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { actions } = useWords();
  const [reason, setReason] = useState(props.firstReason ?? '');
  const [showsProblem, setShowsProblem] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const [tellsPlatform, setTellsPlatform] = useState(false);
  const [typed, setTyped] = useState('');
  const { asksReason, typedAmountXaf } = props;
  const isAmountMissing = typedAmountXaf !== undefined && readCount(typed) !== typedAmountXaf;
  const isBlocked = props.isBlocked === true || isAmountMissing;
  const isReasonMissing = asksReason && !isReason(reason);

  async function confirm() {
    if (isBusy) return;
    setShowsProblem(true);
    if (isReasonMissing || isBlocked) return;
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
  if (typeof props.overtaken === 'string' && !isBusy) return <Overtaken {...props} />;
  const focus = asksReason || typedAmountXaf !== undefined ? 'field' : 'cancel';
  const state = { isBusy, isBlocked, focus, isWarned: typedAmountXaf !== undefined } as const;
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      isBusy={isBusy}
      aboveButtons={props.aboveButtons}
      buttons={<ConfirmButtons {...props} {...state} onConfirm={() => void confirm()} />}
    >
      {props.children}
      {props.consequence !== undefined && <p className="consequence">{props.consequence}</p>}
      {props.asksSecond === true && <AsksSecond />}
      {typedAmountXaf !== undefined && (
        <AmountField amountXaf={typedAmountXaf} typed={typed} onChange={setTyped} />
      )}
      {asksReason && (
        <ReasonField
          reason={reason}
          isReported={tellsPlatform}
          onChange={setReason}
          showsProblem={showsProblem}
          {...(props.offersToTell === true ? { onTell: setTellsPlatform } : {})}
        />
      )}
      {isBlocked && <p className="why-not">{actions.answerFirst}</p>}
      {hasEnded && (
        <p className="overtaken" role="alert">
          {actions.results.ended}
        </p>
      )}
    </Dialog>
  );
}

/** Another person was faster: there is nothing left to confirm, by no click and by no key. */
function Overtaken({ title, overtaken, children, onClose }: ConfirmDialogProps) {
  const { help } = useWords();
  const button = (
    <Button variant="default" size="md" onClick={onClose} autoFocus>
      {help.close_button}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} buttons={button}>
      {children}
      <p className="overtaken" role="alert">
        {overtaken}
      </p>
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly tone: 'go' | 'danger';
  readonly confirmLabel: string;
  readonly consequence?: string;
  readonly asksReason: boolean;
  /** What the person gave as a reason when there was no answer. */
  readonly firstReason?: string;
  /** It is a change of the set-up that decides who gets the money or who may decide. */
  readonly asksSecond?: boolean;
  /** The reason may go out to the platform, if the person ticks it. */
  readonly offersToTell?: boolean;
  /** Something speaks against it: a person who does it all the same types this amount. */
  readonly typedAmountXaf?: number;
  /** Something that the person must see is not loaded yet. */
  readonly isBlocked?: boolean;
  /** Says what another person did meanwhile; then there is nothing left to confirm. */
  readonly overtaken?: string | null;
  readonly children?: ReactNode;
  /** Always in sight too, such as the sum of what scrolls. */
  readonly aboveButtons?: ReactNode;
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
          {props.aboveButtons}
          {props.buttons !== undefined && <div className="dialog-buttons">{props.buttons}</div>}
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
      const target = isThere && opener !== document.body ? opener : document.getElementById('main');
      target?.focus({ preventScroll: true });
    },
    [opener],
  );
}

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isBusy?: boolean;
  readonly size?: 'md' | 'lg' | '70rem';
  readonly aboveButtons?: ReactNode;
  /** Always in sight, however long the content is. */
  readonly buttons?: ReactNode;
  readonly onClose: () => void;
}
