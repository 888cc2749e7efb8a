import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFillInReceipt } from '../api/decisions.ts';
import { mayDecide } from '../api/roles.ts';
import type { OpenField, ReceiptRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

/** What its text left open about a payment, for a person to fill in. */
export function FillIn({ receipt }: { readonly receipt: ReceiptRow }) {
  const { fillIn: words } = useWords();
  const { staff } = useMe();
  const [isAsked, setAsked] = useState(false);
  const open = receipt.open_fields ?? [];
  if (open.length === 0 || !mayDecide(staff)) return null;
  return (
    <div>
      <Button size="sm" onClick={() => setAsked(true)}>
        {words.button}
      </Button>
      {isAsked && <FillInDialog receipt={receipt} open={open} onClose={() => setAsked(false)} />}
    </div>
  );
}

function FillInDialog({ receipt, open, onClose }: FillInDialogProps) {
  const { fillIn: words, changes } = useWords();
  const fillIn = useFillInReceipt();
  const carryOut = useAdminAction();
  const [typed, setTyped] = useState<Readonly<Partial<Record<OpenField, string>>>>({});
  const values = open.map((field) => [field, (typed[field] ?? '').trim()] as const);
  return (
    <ConfirmDialog
      title={words.title}
      tone="go"
      confirmLabel={words.button}
      consequence={words.means}
      asksReason
      isBlocked={values.some(([field, text]) => !isFilled(field, text))}
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(
          () => fillIn.mutateAsync({ id: receipt.id, reason, ...toBody(values) }),
          changes.waits,
        );
        onClose();
      }}
    >
      {receipt.sms_text !== null && <SmsText text={receipt.sms_text} />}
      {open.map((field) => (
        <TextInput
          key={field}
          label={words.fields[field]}
          inputMode={field === 'operator_tx_id' ? 'text' : 'tel'}
          value={typed[field] ?? ''}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
        />
      ))}
    </ConfirmDialog>
  );
}

function isFilled(field: OpenField, text: string): boolean {
  return field === 'amount_xaf' ? /^[1-9][0-9 ]*$/.test(text) : text.length >= 3;
}

function toBody(values: readonly (readonly [OpenField, string])[]) {
  return Object.fromEntries(
    values.map(([field, text]) => [
      field,
      field === 'amount_xaf' ? Number(text.replaceAll(' ', '')) : text,
    ]),
  );
}

interface FillInDialogProps {
  readonly receipt: ReceiptRow;
  readonly open: readonly OpenField[];
  readonly onClose: () => void;
}
