import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isWaiting } from '../../api/admin.ts';
import { usePaySettlement, useSetCredit, useSettle } from '../../api/finance.ts';
import type { ApplicationMoney } from '../../api/types.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAdminAction } from '../../ui/use-admin-action.ts';
import { formatBalance } from '../../words/money.ts';
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
  const [xaf, setXaf] = useState<string | number>(row.credit_xaf ?? '');
  return (
    <ActDialog
      title={texts.title(row.name)}
      confirmLabel={texts.confirm}
      consequence={row.is_only ? texts.limitsNothing : texts.means}
      onClose={onClose}
      act={(reason) => {
        const credit_xaf = xaf === '' ? null : Number(xaf);
        return setCredit.mutateAsync({ name: row.name, credit_xaf, reason });
      }}
      done={texts.done}
    >
      <NumberInput
        label={changes.field.credit_xaf}
        value={xaf}
        min={0}
        allowDecimal={false}
        onChange={setXaf}
      />
    </ActDialog>
  );
}

/** What is left and promised to nobody: no more can be settled. */
export function mostSettled({ left_xaf, promised_xaf }: ApplicationMoney): number {
  return Math.max(0, Math.floor(left_xaf - promised_xaf));
}

/** Records that the platform was paid, or pays it to a number; what can be settled is filled in. */
export function SettleDialog({ row, onClose }: DialogProps) {
  const { finance, changes, fields } = useWords();
  const texts = finance.applications.settle;
  const most = mostSettled(row);
  const settle = useSettle();
  const pay = usePaySettlement();
  const carryOut = useAdminAction();
  const [xaf, setXaf] = useState<string | number>(most);
  const [reference, setReference] = useState('');
  const [paidTo, setPaidTo] = useState('');
  const [how, setHow] = useState<'outside' | 'payout'>('outside');
  const isPayout = how === 'payout';
  const isWhole =
    Number(xaf) > 0 && Number(xaf) <= most && reference.trim() !== '' && paidTo.trim().length >= 3;
  return (
    <ConfirmDialog
      title={texts.title(row.name)}
      tone="go"
      confirmLabel={isPayout ? texts.pay : texts.confirm}
      consequence={isPayout ? texts.paysMeans : texts.means}
      asksReason
      isBlocked={!isWhole}
      onClose={onClose}
      onConfirm={async (reason) => {
        const said = { amount_xaf: Number(xaf), reference: reference.trim(), reason };
        const paid = { name: row.name, ...said };
        if (isPayout) {
          await carryOut(() => pay.mutateAsync({ ...paid, msisdn: paidTo.trim() }), texts.asked);
        } else {
          await carryOut(
            () => settle.mutateAsync({ ...paid, paid_to: paidTo }),
            (answer) => (isWaiting(answer) ? changes.waits : texts.done),
          );
        }
        onClose();
      }}
    >
      <NativeSelect
        label={texts.how}
        value={how}
        onChange={(event) => setHow(event.currentTarget.value === 'payout' ? 'payout' : 'outside')}
        data={[
          { value: 'outside', label: texts.outside },
          { value: 'payout', label: texts.transfer },
        ]}
      />
      <NumberInput
        label={changes.field.amount_xaf}
        description={texts.most(formatBalance(most))}
        value={xaf}
        min={1}
        max={most}
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
        label={isPayout ? fields.number : changes.field.paid_to}
        value={paidTo}
        maxLength={200}
        onChange={(event) => setPaidTo(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
