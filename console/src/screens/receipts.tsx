import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useReceipts, useTransaction } from '../api/reads.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { Mark, StateBadge } from '../parts/badges.tsx';
import { CompleteByHand } from '../parts/complete-by-hand.tsx';
import { ReceiptFacts, TransactionHead } from '../parts/facts.tsx';
import { Money, Msisdn, Time } from '../parts/figures.tsx';
import { DismissButton, DismissDialog, SmsText, WhyHeld } from '../parts/held-payment.tsx';
import { Empty, LoadState } from '../parts/load-state.tsx';
import { itemsOf } from '../parts/paged-list.tsx';
import { QueueRow } from '../parts/queue-row.tsx';
import { QueueScreen } from '../parts/queue-screen.tsx';
import { Section } from '../parts/section.tsx';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/receipts');

/** Money that came in and belongs to nobody yet, the longest first. */
export function Receipts() {
  const words = useWords();
  const { id, deposit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useReceipts();
  const items = itemsOf(query);
  const receipt = items?.find((item) => item.id === id);
  // The question stays as it was put, although the payment leaves the list when it is settled.
  const [asked, setAsked] = useState<ReceiptWithCandidates | null>(null);
  return (
    <>
      <QueueScreen
        title={words.receipts.title}
        panelLabel={words.transaction.receipts}
        onBack={() => void navigate({ to: '/receipts', search: {} })}
        query={query}
        listId="receipts"
        empty={words.empty.receipts}
        render={({ item, isLeaving }) => (
          <QueueRow
            key={item.id}
            to="/receipts"
            id={item.id}
            amountXaf={item.amount_xaf}
            operator={item.operator}
            number={<Msisdn value={item.payer_msisdn} />}
            since={item.received_at}
            note={item.waits_for_line && <Mark tone="amber" text={words.heldPayment.lineInDoubt} />}
            isLeaving={isLeaving}
            isOpen={item.id === id}
          />
        )}
        panel={
          receipt === undefined && deposit === undefined ? null : (
            <div className="panel">
              {receipt !== undefined && (
                <ReceiptPanel
                  key={receipt.id}
                  receipt={receipt}
                  depositId={deposit ?? null}
                  onDismiss={() => setAsked(receipt)}
                />
              )}
              {deposit !== undefined && (
                <DepositToPay key={`${id} ${deposit}`} id={deposit} receiptId={id ?? null} />
              )}
            </div>
          )
        }
      />
      {asked !== null && (
        <DismissDialog
          receipt={asked}
          isGone={items?.every((item) => item.id !== asked.id) ?? false}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function ReceiptPanel({ receipt, depositId, onDismiss }: ReceiptPanelProps) {
  const { receipts: words, heldPayment, empty } = useWords();
  return (
    <>
      <p className="head-amount">
        <Money xaf={receipt.amount_xaf} />
      </p>
      <WhyHeld receipt={receipt} />
      <ReceiptFacts receipt={receipt} />
      {receipt.sms_text === null ? (
        <p className="soft">{heldPayment.noText}</p>
      ) : (
        <SmsText text={receipt.sms_text} />
      )}
      <DismissButton onAsk={onDismiss} />
      <Section title={words.candidates}>
        {receipt.candidates.length === 0 && <Empty text={empty.candidates} />}
        <ul className="candidates">
          {receipt.candidates.map(({ transaction, differences }) => (
            <li key={transaction.id} data-here={transaction.id === depositId || undefined}>
              <p className="candidate-head">
                <strong>
                  <Money xaf={transaction.amount_xaf} />
                </strong>
                <StateBadge state={transaction.state} />
                <span>{transaction.msisdn_masked}</span>
                <Time at={transaction.created_at} />
              </p>
              <ul className="differences">
                {differences.map((difference) => (
                  <li key={difference}>{difference}</li>
                ))}
              </ul>
              <Link
                to="/receipts"
                search={{ id: receipt.id, deposit: transaction.id }}
                className="inline-link"
              >
                {words.choose}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

interface ReceiptPanelProps {
  readonly receipt: ReceiptWithCandidates;
  readonly depositId: string | null;
  readonly onDismiss: () => void;
}

/** The chosen deposit with every payment of its number; the one we came from is chosen already. */
function DepositToPay({
  id,
  receiptId,
}: {
  readonly id: string;
  readonly receiptId: string | null;
}) {
  const { receipts: words, directions } = useWords();
  const query = useTransaction(id);
  if (query.data === undefined) return <LoadState query={query} />;
  const { transaction, receipts } = query.data;
  const isOfItsNumber = receiptId === null || receipts.some((receipt) => receipt.id === receiptId);
  return (
    <Section title={directions.deposit}>
      <TransactionHead transaction={transaction} />
      {!isOfItsNumber && <p className="why-not">{words.otherNumber}</p>}
      <CompleteByHand
        transaction={transaction}
        receipts={receipts}
        {...(receiptId === null ? {} : { first: receiptId })}
      />
    </Section>
  );
}
