import { useGiveBack } from '../../api/decisions.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { MoneyAndNumber } from '../../ui/figures.tsx';
import { formatMsisdn } from '../../words/format.ts';
import { formatMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';

/** Sends what was paid above the amount of a deposit back to its payer. */
export function OverpaidDialog({ id, msisdn, xaf, onClose }: OverpaidProps) {
  const { giveBack: words, sendBack } = useWords();
  const giveBack = useGiveBack();
  return (
    <ActDialog
      title={words.title}
      confirmLabel={words.button}
      consequence={words.means}
      onClose={onClose}
      act={(reason) => giveBack.mutateAsync({ id, what: 'send-back', reason })}
      done={sendBack.done(`${formatMoney(xaf)} · ${formatMsisdn(msisdn)}`)}
    >
      <MoneyAndNumber xaf={xaf} msisdn={msisdn} />
    </ActDialog>
  );
}

interface OverpaidProps {
  /** Of the deposit. */
  readonly id: string;
  readonly msisdn: string;
  readonly xaf: number;
  readonly onClose: () => void;
}
