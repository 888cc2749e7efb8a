import { useGiveBack } from '../../api/decisions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money, Msisdn } from '../../ui/figures.tsx';
import { useAdminAction } from '../../ui/use-admin-action.ts';
import { formatMsisdn } from '../../words/format.ts';
import { formatMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';

/** Sends what was paid above the amount of a deposit back to its payer. */
export function OverpaidDialog({ id, msisdn, xaf, onClose }: OverpaidProps) {
  const { giveBack: words, sendBack } = useWords();
  const giveBack = useGiveBack();
  const carryOut = useAdminAction();
  return (
    <ConfirmDialog
      title={words.title}
      tone="go"
      confirmLabel={words.button}
      consequence={words.means}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(
          () => giveBack.mutateAsync({ id, what: 'send-back', reason }),
          sendBack.done(`${formatMoney(xaf)} · ${formatMsisdn(msisdn)}`),
        );
        onClose();
      }}
    >
      <div className="decision-facts">
        <p className="decision-amount">
          <Money xaf={xaf} />
        </p>
        <p className="decision-number">
          <Msisdn value={msisdn} />
        </p>
      </div>
    </ConfirmDialog>
  );
}

interface OverpaidProps {
  /** Of the deposit. */
  readonly id: string;
  readonly msisdn: string;
  readonly xaf: number;
  readonly onClose: () => void;
}
