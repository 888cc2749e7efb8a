import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFillInReceipt } from '../api/decisions.ts';
import { mayDecide } from '../api/roles.ts';
import type { OpenField, ReceiptRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { SmsText } from '../ui/sms-text.tsx';
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
  const [typed, setTyped] = useState<Readonly<Partial<Record<OpenField, string>>>>({});
  const values = open.map((field) => [field, (typed[field] ?? '').trim()] as const);
  return (
    <ActDialog
      title={words.title}
      confirmLabel={words.button}
      consequence={words.means}
      isBlocked={values.some(([field, text]) => !isFilled(field, text))}
      onClose={onClose}
      act={(reason) => fillIn.mutateAsync({ id: receipt.id, reason, ...toBody(values) })}
      done={changes.waits}
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
    </ActDialog>
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
