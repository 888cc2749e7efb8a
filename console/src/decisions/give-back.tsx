import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useGiveBack } from '../api/decisions.ts';
import { mayDecide } from '../api/roles.ts';
import type { DetailAnswer, TransactionDetail } from '../api/types.ts';
import { openContradictions } from '../contradictions/open-contradictions.ts';
import { OverpaidDialog } from '../finance/owed/overpaid-dialog.tsx';
import { useMe } from '../hooks/use-me.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Msisdn } from '../ui/figures.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Of any payment, by the interface. */
const LEAST_XAF = 100;

/** Gives a deposit back to the number that paid it, or what was paid above its amount. */
export function GiveBack({ detail }: { readonly detail: DetailAnswer }) {
  const { giveBack: words, said } = useWords();
  const { staff } = useMe();
  const [asked, setAsked] = useState<'refund' | 'overpaid' | null>(null);
  const close = () => setAsked(null);
  const { transaction } = detail;
  if (!mayDecide(staff) || transaction.direction !== 'deposit') return null;
  const { overpayment } = transaction;
  const noReturn = overpayment?.no_return ?? null;
  const isDisputed = openContradictions(detail).length > 0;
  const hasRefund = transaction.state === 'succeeded' && leftXaf(transaction) >= LEAST_XAF;
  const hasReturn = overpayment && noReturn === null;
  return (
    <>
      <div className="decision-buttons">
        {hasRefund && (
          <Button
            size="md"
            variant="default"
            disabled={isDisputed}
            onClick={() => setAsked('refund')}
          >
            {words.refund}
          </Button>
        )}
        {hasReturn && (
          <Button
            size="md"
            variant="default"
            disabled={isDisputed}
            onClick={() => setAsked('overpaid')}
          >
            {words.button}
          </Button>
        )}
      </div>
      {isDisputed && (hasRefund || hasReturn) && <p className="why-not">{words.disputed}</p>}
      {noReturn !== null && <p className="why-not">{words.whyNot(said(noReturn))}</p>}
      {asked === 'refund' && <RefundDialog transaction={transaction} onClose={close} />}
      {asked === 'overpaid' && overpayment && (
        <OverpaidDialog {...transaction} xaf={overpayment.amount_xaf} onClose={close} />
      )}
    </>
  );
}

/** What no refund gives back; the service counts those that may have left in spite of failing. */
function leftXaf({ amount_xaf, refunds = [] }: TransactionDetail): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((left, refund) => left - refund.amount_xaf, amount_xaf);
}

function RefundDialog({ transaction, onClose }: Dialog) {
  const { giveBack: words, sendBack, changes } = useWords();
  const giveBack = useGiveBack();
  const { id, msisdn } = transaction;
  const most = leftXaf(transaction);
  const [xaf, setXaf] = useState<string | number>(most);
  const amount_xaf = Number(xaf);
  return (
    <ActDialog
      title={words.refundTitle}
      confirmLabel={words.refund}
      consequence={words.refundMeans}
      isBlocked={amount_xaf < LEAST_XAF || amount_xaf > most}
      onClose={onClose}
      act={(reason) => giveBack.mutateAsync({ id, what: 'refunds', amount_xaf, reason })}
      done={sendBack.done(`${formatMoney(amount_xaf)} · ${formatMsisdn(msisdn)}`)}
    >
      <p className="decision-number">
        <Msisdn value={msisdn} />
      </p>
      <NumberInput
        label={changes.field.amount_xaf}
        description={words.between(formatMoney(LEAST_XAF), formatMoney(most))}
        value={xaf}
        min={LEAST_XAF}
        max={most}
        allowDecimal={false}
        onChange={setXaf}
      />
    </ActDialog>
  );
}

interface Given {
  readonly transaction: TransactionDetail;
}

interface Dialog extends Given {
  readonly onClose: () => void;
}
