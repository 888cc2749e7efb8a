import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  useActOnDifference,
  useApplicationMoney,
  useCorrect,
  useReportAccounts,
  useWallets,
} from '../api/finance.ts';
import type { StatementDifference } from '../api/types.ts';
import { useAccountName } from '../hooks/use-account-name.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { proposedChange } from './proposed-change.ts';

interface DialogProps {
  readonly row: StatementDifference;
  readonly onClose: () => void;
}

/** Records a line, or explains a difference: both with a reason. */
export function ReasonDialog({
  row,
  act,
  onClose,
}: DialogProps & { readonly act: 'record' | 'explain' }) {
  const { finance: words } = useWords();
  const mutation = useActOnDifference();
  const texts = words.dialogs[act];
  return (
    <ActDialog
      title={texts.title}
      confirmLabel={texts.confirm}
      consequence={texts.means}
      onClose={onClose}
      act={(reason) => mutation.mutateAsync({ id: row.id, act, reason })}
      done={texts.done}
    >
      <DifferenceFacts row={row} />
    </ActDialog>
  );
}

/** Asks for a correction of the books; what differs is filled in. */
export function CorrectDialog({ row, onClose }: DialogProps) {
  const { finance: words, changes, actions } = useWords();
  const correct = useCorrect();
  const texts = words.dialogs.correct;
  const accountName = useAccountName();
  const { data } = useReportAccounts();
  const own = `wallet:${row.wallet}`;
  const adjustable = data?.adjustable ?? [];
  // Nothing may have been booked to the wallet that differs: then it has no account yet.
  const first = adjustable.includes(own) ? own : '';
  const [chosen, setChosen] = useState<string | null>(null);
  const account = chosen ?? first;
  const accounts = [...new Set([first, ...adjustable])];
  const [changeXaf, setChangeXaf] = useState(proposedChange(row));
  const [evidence, setEvidence] = useState(row.operator_tx_id ?? row.transaction_id ?? '');
  const bookedXaf = useBooked(account);
  return (
    <ActDialog
      title={texts.title}
      confirmLabel={texts.confirm}
      consequence={texts.means}
      isBlocked={account === '' || changeXaf === 0 || evidence.trim().length < 3}
      onClose={onClose}
      act={(reason) => {
        const said = { account, change_xaf: changeXaf, evidence, reason };
        const correction = { ...said, difference_id: row.id };
        return correct.mutateAsync(correction);
      }}
      done={texts.done}
    >
      <DifferenceFacts row={row} />
      <NativeSelect
        size="md"
        label={changes.field.account}
        value={account}
        data={accounts.map((value) => ({
          value,
          label: value === '' ? actions.money.choose : accountName(value),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <NumberInput
        size="md"
        label={changes.field.change_xaf}
        value={changeXaf}
        allowDecimal={false}
        onChange={(value) => setChangeXaf(Number(value))}
      />
      {bookedXaf !== undefined && (
        <p role="status">
          {texts.fromTo(formatBalance(bookedXaf), formatBalance(bookedXaf + changeXaf))}
        </p>
      )}
      <TextInput
        label={changes.field.evidence}
        value={evidence}
        maxLength={500}
        onChange={(event) => setEvidence(event.currentTarget.value)}
      />
    </ActDialog>
  );
}

/** What the books say now of a wallet, or of what an application is owed. */
function useBooked(account: string): number | undefined {
  const wallets = useWallets().data?.items;
  const applications = useApplicationMoney().data?.items;
  const key = account.slice(account.indexOf(':') + 1);
  return account.startsWith('wallet:')
    ? wallets?.find(({ wallet }) => wallet === key)?.book_xaf
    : applications?.find(({ id }) => account === `application:${id}`)?.left_xaf;
}

function DifferenceFacts({ row }: { readonly row: StatementDifference }) {
  const { finance: words, fields } = useWords();
  const walletName = useWalletName();
  return (
    <Facts>
      <Fact name={words.what}>{words.kinds[row.kind]}</Fact>
      <Fact name={words.wallet}>{walletName(row.wallet)}</Fact>
      <Fact name={fields.direction}>{row.direction === 'in' ? words.cameIn : words.wentOut}</Fact>
      <Fact name={words.operatorId}>{row.operator_tx_id ?? '–'}</Fact>
      {row.ours_xaf !== null && <Fact name={words.ours}>{formatBalance(row.ours_xaf)}</Fact>}
      {row.theirs_xaf !== null && (
        <Fact name={words.theirs}>
          {formatBalance(row.theirs_xaf)}
          {row.is_computed && ` (${words.formula})`}
        </Fact>
      )}
    </Facts>
  );
}
