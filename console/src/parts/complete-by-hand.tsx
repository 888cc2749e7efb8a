import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useDecide } from '../api/decisions.ts';
import type { ReceiptLine, TransactionDetail } from '../api/types.ts';
import { useWords } from '../words/words.tsx';
import { whyNot } from './actions.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DecisionFacts } from './decision-facts.tsx';
import { Money, Time } from './figures.tsx';
import { formatMoney } from './format.ts';
import { Empty } from './load-state.tsx';
import { useMe } from './me.ts';
import { useOvertaken } from './overtaken.ts';
import { useSettle } from './use-settle.ts';

/** Completes a deposit from payments that together reach its amount. */
export function CompleteByHand({ isOptional, ...props }: CompleteByHandProps) {
  const { transaction, receipts, first } = props;
  const words = useWords();
  const { staff } = useMe();
  const usable = receipts.filter(
    ({ state, payer_msisdn }) => state === 'unmatched' && payer_msisdn === transaction.msisdn,
  );
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set(first ? [first] : []));
  const [asked, setAsked] = useState<TransactionDetail | null>(null);
  const chosen = usable.filter(({ id }) => chosenIds.has(id));
  const sumXaf = chosen.reduce((sum, receipt) => sum + receipt.amount_xaf, 0);
  const refusal = whyNot('complete', { transaction, me: staff, words });
  const problem = refusal ?? findProblem(chosen.length, sumXaf - transaction.amount_xaf, words);

  const isUseless = refusal !== null || usable.length === 0;
  if (isOptional === true && isUseless && asked === null) return null;

  function toggle(id: string) {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  }

  return (
    <div className="complete">
      <h3>{words.receipts.combine}</h3>
      {usable.length === 0 && <Empty text={words.empty.evidence} />}
      <ul className="choices">
        {usable.map((receipt) => (
          <li key={receipt.id}>
            <Checkbox
              checked={chosenIds.has(receipt.id)}
              onChange={() => toggle(receipt.id)}
              label={
                <span className="choice">
                  <Money xaf={receipt.amount_xaf} />
                  <span className="code">{receipt.operator_tx_id}</span>
                  <Time at={receipt.received_at} />
                </span>
              }
            />
          </li>
        ))}
      </ul>
      <Balance sumXaf={sumXaf} neededXaf={transaction.amount_xaf} />
      <Button size="md" disabled={problem !== null} onClick={() => setAsked(transaction)}>
        {words.actions.buttons.complete}
      </Button>
      {problem !== null && <p className="why-not">{problem}</p>}
      {asked !== null && (
        <CompleteDialog
          transaction={asked}
          receiptIds={chosen.map(({ id }) => id)}
          sumXaf={sumXaf}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface CompleteByHandProps {
  readonly transaction: TransactionDetail;
  readonly receipts: readonly ReceiptLine[];
  /** The payment that somebody came from; it is chosen already. */
  readonly first?: string;
  /** Shown only where there is something to complete from. */
  readonly isOptional?: boolean;
}

function findProblem(
  count: number,
  surplusXaf: number,
  { receipts }: ReturnType<typeof useWords>,
): string | null {
  if (count === 0) return receipts.nothingChosen;
  return surplusXaf < 0 ? receipts.tooLittle : null;
}

interface Sums {
  readonly sumXaf: number;
  readonly neededXaf: number;
}

function Balance({ sumXaf, neededXaf }: Sums) {
  const { receipts } = useWords();
  const surplusXaf = sumXaf - neededXaf;
  const tone = surplusXaf < 0 ? 'short' : 'enough';
  return (
    <p className={`balance balance-${tone}`} role="status">
      {receipts.sum} <Money xaf={sumXaf} /> / {receipts.needed} <Money xaf={neededXaf} />
      <strong>
        {surplusXaf < 0 && receipts.shortfall(formatMoney(-surplusXaf))}
        {surplusXaf === 0 && receipts.exact}
        {surplusXaf > 0 && receipts.surplus(formatMoney(surplusXaf))}
      </strong>
    </p>
  );
}

function CompleteDialog({ transaction, receiptIds, sumXaf, onClose }: CompleteDialogProps) {
  const words = useWords();
  const decide = useDecide();
  const settle = useSettle();
  const overtaken = useOvertaken(transaction);
  return (
    <ConfirmDialog
      title={words.actions.questions.complete}
      tone="go"
      confirmLabel={words.actions.buttons.complete}
      consequence={words.actions.consequences.complete}
      asksReason
      overtaken={overtaken}
      onClose={onClose}
      onConfirm={async (reason) => {
        await settle(transaction, 'complete', () =>
          decide.mutateAsync({ kind: 'complete', id: transaction.id, receiptIds, reason }),
        );
        onClose();
      }}
    >
      <DecisionFacts transaction={transaction} />
      <Balance sumXaf={sumXaf} neededXaf={transaction.amount_xaf} />
      <p className="consequence">{words.receipts.credited}</p>
    </ConfirmDialog>
  );
}

interface CompleteDialogProps {
  readonly transaction: TransactionDetail;
  readonly receiptIds: readonly string[];
  readonly sumXaf: number;
  readonly onClose: () => void;
}
