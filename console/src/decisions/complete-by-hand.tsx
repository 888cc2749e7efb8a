import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useDecide } from '../api/decisions.ts';
import type { DetailAnswer, ReceiptRow, TransactionDetail } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { hasScore, isForItsLine } from '../receipts/receipt-facts.tsx';
import { isPossible, whyNot } from '../transactions/actions.ts';
import { Mark } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { approvalsByOthers } from './deciding/counted-approvals.ts';
import { useOvertaken } from './deciding/use-overtaken.ts';
import { useSettle } from './deciding/use-settle.ts';
import { TwoPeople } from './decision-buttons.tsx';
import { DecisionFacts } from './decision-facts.tsx';

/** A payment, with how many people it takes to complete the deposit from it. */
type UsableReceipt = DetailAnswer['receipts'][number];

/** Completes a deposit from payments whose sum reaches its amount. */
export function CompleteByHand({ isOptional, ...props }: CompleteByHandProps) {
  const { transaction, receipts, first } = props;
  const words = useWords();
  const usable = receipts.filter(
    ({ state, payer_msisdn, open_fields }) =>
      state === 'unmatched' && payer_msisdn === transaction.msisdn && !open_fields?.length,
  );
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(() =>
    chosenAtFirst(usable, transaction, first),
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const chosen = usable.filter((one) => chosenIds.has(one.id) && !isForItsLine(one));
  const sumXaf = sumOf(chosen);
  const refusal = whyNot('complete', transaction, words);
  const problem = refusal ?? findProblem(chosen.length, sumXaf - transaction.amount_xaf, words);

  const isOpen = isPossible('complete', transaction);
  const isUseless = refusal !== null || usable.length === 0;
  if (isOptional === true && isUseless && asked === null) return null;
  // What a deposit that is over would lack concerns nobody any more, and a success explains itself.
  if (!isOpen && asked === null) {
    return transaction.state === 'succeeded' ? null : <p className="why-not">{refusal}</p>;
  }

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
              disabled={isForItsLine(receipt)}
              onChange={() => toggle(receipt.id)}
              label={<ReceiptHead receipt={receipt} />}
              description={<ReceiptTrust receipt={receipt} />}
            />
          </li>
        ))}
      </ul>
      <Balance sumXaf={sumXaf} neededXaf={transaction.amount_xaf} />
      {usable.some((one) => !one.is_trusted && !isForItsLine(one)) && (
        <p className="approvals-note">{words.heldPayment.lookFirst}</p>
      )}
      <Button
        size="md"
        disabled={problem !== null}
        onClick={() => setAsked({ transaction, receipts: chosen })}
      >
        {words.actions.buttons.complete}
      </Button>
      {problem !== null && <p className="why-not">{problem}</p>}
      {asked !== null && (
        <CompleteDialog
          {...asked}
          onClose={() => setAsked(null)}
          onUsed={() => props.onUsed?.(asked.receipts.map(({ id }) => id))}
        />
      )}
    </div>
  );
}

/** The payment that the person came from, or the only one that fits exactly. */
function chosenAtFirst(
  usable: readonly ReceiptRow[],
  { amount_xaf, advice }: TransactionDetail,
  first: string | undefined,
): ReadonlySet<string> {
  // A doubtful payment has to be chosen by hand, after checking what speaks against it.
  const trusted = usable.filter(({ is_trusted, waits_for_line }) => is_trusted && !waits_for_line);
  const exact = trusted.filter((receipt) => receipt.amount_xaf === amount_xaf);
  const isPlain = first === undefined && advice === 'complete' && exact.length === 1;
  const chosen = isPlain ? exact : trusted.filter(({ id }) => id === first);
  return new Set(chosen.map(({ id }) => id));
}

interface CompleteByHandProps {
  readonly transaction: TransactionDetail;
  readonly receipts: readonly UsableReceipt[];
  /** The payment that the person came from; it is chosen already. */
  readonly first?: string;
  /** The deposit is completed, not merely agreed to by the first of two people. */
  readonly onUsed?: (ids: readonly string[]) => void;
  /** If true, it is shown only when there is a payment to complete from. */
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

function CompleteDialog({ transaction, receipts, onClose, onUsed }: CompleteDialogProps) {
  const words = useWords();
  const decide = useDecide();
  const settle = useSettle();
  const { staff } = useMe();
  const overtaken = useOvertaken(transaction);
  const isDoubtful = receipts.some(({ is_trusted }) => !is_trusted);
  const approvalsSeen = approvalsByOthers(transaction, staff, 'confirm');
  return (
    <ConfirmDialog
      title={words.actions.questions.complete}
      tone="go"
      confirmLabel={words.actions.buttons.complete}
      consequence={words.actions.consequences.complete}
      asksReason
      offersToTell
      overtaken={overtaken}
      onClose={onClose}
      onConfirm={async (reason, { tellsPlatform }) => {
        let isDone = false;
        await settle(transaction, 'complete', async () => {
          const answer = await decide.mutateAsync({
            kind: 'complete',
            id: transaction.id,
            receiptIds: receipts.map(({ id }) => id),
            approvalsSeen,
            reason,
            tellsPlatform,
          });
          isDone = answer.outcome === 'done';
          return answer;
        });
        onClose();
        if (isDone) onUsed();
      }}
    >
      <DecisionFacts transaction={transaction} />
      <ul className="receipt-lines">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="receipt-line">
            <ReceiptHead receipt={receipt} />
            <ReceiptTrust receipt={receipt} />
          </li>
        ))}
      </ul>
      <Balance sumXaf={sumOf(receipts)} neededXaf={transaction.amount_xaf} />
      {isDoubtful && <p className="problem-note">{words.heldPayment.lookFirst}</p>}
      <TwoPeople needs={needsOf(transaction, receipts)} approvalsSeen={approvalsSeen} />
      <p className="consequence">{words.receipts.credited}</p>
    </ConfirmDialog>
  );
}

interface Asked {
  readonly transaction: TransactionDetail;
  /** The payments that were chosen when the dialog opened. */
  readonly receipts: readonly UsableReceipt[];
}

interface CompleteDialogProps extends Asked {
  readonly onClose: () => void;
  readonly onUsed: () => void;
}

/** The payment that needs two people decides for all that were chosen with it. */
function needsOf({ needs_to }: TransactionDetail, receipts: readonly UsableReceipt[]) {
  return receipts.find(({ needs }) => needs?.people === 2)?.needs ?? needs_to.complete;
}

function sumOf(receipts: readonly ReceiptRow[]): number {
  return receipts.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0);
}

function ReceiptHead({ receipt }: { readonly receipt: ReceiptRow }) {
  const { heldPayment: words } = useWords();
  const waits = isForItsLine(receipt);
  return (
    <span className="choice">
      <Money xaf={receipt.amount_xaf} />
      <span className="code">{receipt.operator_tx_id}</span>
      <Time at={receipt.received_at} />
      {waits && <Mark tone="amber" text={words.lineInDoubt} />}
      {!receipt.is_trusted && !waits && <Mark tone="red" text={words.doubtful} />}
    </span>
  );
}

/**
 * How far the text can be trusted, and why its payment is still unused: that no deposit waited when
 * it arrived says nothing of the one that it is now offered for.
 */
function ReceiptTrust({ receipt }: { readonly receipt: ReceiptRow }) {
  const { heldPayment: words, said, colon } = useWords();
  return (
    <span className="choice-trust">
      {hasScore(receipt) && (
        <>
          {words.score}
          {colon} {words.ofHundred(receipt.score)}.{' '}
        </>
      )}
      {receipt.reason.code !== 'no_deposit_waits' && said(receipt.reason)}{' '}
      {isForItsLine(receipt) && words.waitsFirst}
    </span>
  );
}
