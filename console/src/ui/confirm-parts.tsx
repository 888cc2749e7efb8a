import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMe } from '../hooks/use-me.ts';
import { formatCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

// The parts of a question before something that cannot be undone.

/** As the service sees it: at least three characters, and letters or digits among them. */
export function isReason(text: string): boolean {
  return text.trim().length >= 3 && /[\p{L}\p{N}]/u.test(text);
}

export function ConfirmButtons(props: ConfirmButtonsProps) {
  const { actions } = useWords();
  const { isBusy, isWarned } = props;
  useConfirmKey(props.onConfirm);
  return (
    <>
      <Button
        variant={isWarned ? 'filled' : 'default'}
        size="md"
        onClick={props.onClose}
        disabled={isBusy}
        {...(props.focus === 'cancel' ? { 'data-autofocus': true } : {})}
      >
        {props.confirmLabel.startsWith(actions.cancel) ? actions.back : actions.cancel}
      </Button>
      <Button
        size="md"
        color={props.tone === 'danger' || isWarned ? 'red' : 'blue'}
        variant={isWarned ? 'outline' : 'filled'}
        loading={isBusy}
        disabled={props.isBlocked}
        title="Ctrl+Enter"
        onClick={props.onConfirm}
      >
        {props.confirmLabel}
      </Button>
    </>
  );
}

interface ConfirmButtonsProps {
  readonly tone: 'go' | 'danger';
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly isBlocked: boolean;
  /** Something speaks against it, so the calm choice comes first. */
  readonly isWarned: boolean;
  readonly focus: 'field' | 'cancel';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A key that was pressed for what was on the screen before must not decide what is there now. */
const SETTLE_MS = 600;

/** Ctrl+Enter confirms; not a held key, and not before the question could be read. */
function useConfirmKey(confirm: () => void): void {
  const [paintedAt] = useState(() => performance.now());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!event.repeat && performance.now() - paintedAt > SETTLE_MS) confirm();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [confirm, paintedAt]);
}

export function AmountField({ amountXaf, typed, onChange }: AmountFieldProps) {
  const { actions } = useWords();
  return (
    <TextInput
      data-autofocus
      label={actions.typeAmount(formatCount(amountXaf))}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface AmountFieldProps {
  readonly amountXaf: number;
  readonly typed: string;
  readonly onChange: (typed: string) => void;
}

export function ReasonField({
  reason,
  isReported,
  onChange,
  onTell,
  showsProblem,
}: ReasonFieldProps) {
  const { actions } = useWords();
  return (
    <>
      <Textarea
        data-autofocus
        label={isReported ? actions.reasonSent : actions.reason}
        description={isReported ? actions.reasonSentHint : actions.reasonHint}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={showsProblem && !isReason(reason) ? actions.reasonShort : null}
        maxLength={500}
        autosize={false}
        rows={2}
        required
      />
      {onTell !== undefined && (
        <Checkbox
          label={actions.tellPlatform}
          description={actions.tellPlatformHint}
          checked={isReported}
          onChange={(event) => onTell(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  /** The platform will read it. */
  readonly isReported: boolean;
  readonly showsProblem: boolean;
  readonly onChange: (reason: string) => void;
  /** Only where the reason may go out. */
  readonly onTell?: (isReported: boolean) => void;
}

/** Said before the click: what is asked for here waits until another administrator approves it. */
export function AsksSecond() {
  const { changes } = useWords();
  const { changes_second_person: waits } = useMe();
  return waits ? <p className="approvals-note">{changes.asksSecond}</p> : null;
}
