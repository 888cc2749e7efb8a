import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isWaiting } from '../../api/admin.ts';
import { useSetCredit, useSettle } from '../../api/finance.ts';
import type { ApplicationMoney } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAdminAction } from '../../ui/use-admin-action.ts';
import { useWords } from '../../words/words.tsx';

interface DialogProps {
  readonly row: ApplicationMoney;
  readonly onClose: () => void;
}

/** Says how far payouts may go beyond what the application has; empty is without a limit. */
export function CreditDialog({ row, onClose }: DialogProps) {
  const { finance, changes } = useWords();
  const texts = finance.applications.setCredit;
  const setCredit = useSetCredit();
  const carryOut = useAdminAction();
  const [xaf, setXaf] = useState<string | number>(row.credit_xaf ?? '');
  return (
    <ConfirmDialog
      title={texts.title(row.name)}
      tone="go"
      confirmLabel={texts.confirm}
      consequence={texts.means}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        const credit_xaf = xaf === '' ? null : Number(xaf);
        await carryOut(
          () => setCredit.mutateAsync({ name: row.name, credit_xaf, reason }),
          (answer) => (isWaiting(answer) ? changes.waits : texts.done),
        );
        onClose();
      }}
    >
      <NumberInput
        label={changes.field.credit_xaf}
        value={xaf}
        min={0}
        allowDecimal={false}
        onChange={setXaf}
      />
    </ConfirmDialog>
  );
}

/** Records that the platform was paid; what can be settled is filled in. */
export function SettleDialog({ row, onClose }: DialogProps) {
  const { finance, changes } = useWords();
  const texts = finance.applications.settle;
  const settle = useSettle();
  const carryOut = useAdminAction();
  const [xaf, setXaf] = useState<string | number>(Math.max(0, row.left_xaf - row.promised_xaf));
  const [reference, setReference] = useState('');
  const [paidTo, setPaidTo] = useState('');
  const isWhole = Number(xaf) > 0 && reference.trim() !== '' && paidTo.trim().length >= 3;
  return (
    <ConfirmDialog
      title={texts.title(row.name)}
      tone="go"
      confirmLabel={texts.confirm}
      consequence={texts.means}
      asksReason
      isBlocked={!isWhole}
      onClose={onClose}
      onConfirm={async (reason) => {
        const paid = { amount_xaf: Number(xaf), reference: reference.trim(), paid_to: paidTo };
        await carryOut(
          () => settle.mutateAsync({ name: row.name, ...paid, reason }),
          (answer) => (isWaiting(answer) ? changes.waits : texts.done),
        );
        onClose();
      }}
    >
      <NumberInput
        label={changes.field.amount_xaf}
        value={xaf}
        min={1}
        allowDecimal={false}
        onChange={setXaf}
      />
      <TextInput
        label={changes.field.reference}
        value={reference}
        maxLength={128}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <TextInput
        label={changes.field.paid_to}
        value={paidTo}
        maxLength={200}
        onChange={(event) => setPaidTo(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
