import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useReceipt, useReceipts, useTransaction } from '../api/reads.ts';
import type { PendingChange, ReceiptWithCandidates } from '../api/types.ts';
import { useWaitingChanges, WaitingChange } from '../changes/waiting-change.tsx';
import { Overpayments } from '../finance/owed/overpayments.tsx';
import { ChooseList } from '../receipts/choose-list.tsx';
import { FillIn } from '../receipts/fill-in.tsx';
import {
  DismissDialog,
  type NamedDismissal,
  RivalTexts,
  WhyHeld,
} from '../receipts/held-payment.tsx';
import { ReceiptActs } from '../receipts/receipt-acts.tsx';
import { matchesOf, Payer, ReceiptFacts } from '../receipts/receipt-facts.tsx';
import { Returns } from '../receipts/send-back.tsx';
import { SettledReceipt } from '../receipts/settled-receipt.tsx';
import { Arrival } from '../ui/arrival.tsx';
import { Mark } from '../ui/badges.tsx';
import { Money } from '../ui/figures.tsx';
import { itemsOf } from '../ui/lists/paged-list.tsx';
import { QueueEmpty } from '../ui/lists/queue-empty.tsx';
import { QueueRow } from '../ui/lists/queue-row.tsx';
import { QueueScreen } from '../ui/lists/queue-screen.tsx';
import { Section } from '../ui/section.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { CompleteByHand } from './complete-by-hand.tsx';
import { NEAR_DEPOSITS, NearDeposits, WhoseDeposit } from './near-deposits.tsx';
import { nextAfter, useOpenId } from './next-open.ts';
import { TransactionHead } from './transaction-facts.tsx';
import { Approvals } from './transaction-panel.tsx';

const route = getRouteApi('/receipts');

/** Money that came in and is credited to no platform: whole payments, or what is above a deposit. */
export function Receipts() {
  const { receipts: words } = useWords();
  const { list } = route.useSearch();
  if (list !== 'overpaid') return <Unmatched />;
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
        <ChooseList list={list} />
      </header>
      <Overpayments />
    </>
  );
}

/** The longest first. */
function Unmatched() {
  const words = useWords();
  const { id: named, deposit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useReceipts();
  const items = itemsOf(query);
  // A deposit that was opened without a payment has the panel for itself.
  const first = useOpenId(named, items);
  const id = deposit === undefined ? first : named;
  const listed = items?.find((item) => item.id === id);
  const read = useReceipt(listed === undefined && items !== undefined ? (id ?? null) : null);
  const receipt = listed ?? read.data;
  // The dialog keeps the payment, although it leaves the list when it is settled.
  const [asked, setAsked] = useState<Asked | null>(null);
  const openNext = (settled: readonly string[]) => {
    const left = items?.filter((item) => item.id === id || !settled.includes(item.id)) ?? [];
    void navigate({ to: '/receipts', search: { id: nextAfter(left, id) } });
  };
  return (
    <>
      <QueueScreen
        title={words.receipts.title}
        tools={<ChooseList list="unmatched" />}
        panelLabel={words.transaction.receipts}
        openId={id}
        onBack={() => void navigate({ to: '/receipts', search: {} })}
        query={query}
        listId="receipts"
        empty={<QueueEmpty text={words.empty.receipts} to="/sms" place={words.nav.sms} />}
        render={({ item, isLeaving }) => (
          <QueueRow
            key={item.id}
            to="/receipts"
            id={item.id}
            amountXaf={item.amount_xaf}
            operator={item.operator}
            number={<Payer receipt={item} />}
            since={item.received_at}
            note={<ReceiptNote receipt={item} />}
            isLeaving={isLeaving}
            isOpen={item.id === id}
          />
        )}
        panel={
          id === undefined && deposit === undefined ? null : (
            <div className="panel">
              {id !== undefined && receipt === undefined && <Unloaded query={read} shape="panel" />}
              <OpenReceipt
                receipt={receipt}
                depositId={deposit ?? null}
                onDismiss={setAsked}
                onUsed={openNext}
              />
            </div>
          )
        }
      />
      {asked !== null && (
        <DismissDialog
          {...asked}
          isGone={isSettled(asked.receipt, receipt, items)}
          onClose={() => setAsked(null)}
          onDismissed={() => openNext([asked.receipt.id])}
        />
      )}
    </>
  );
}

interface Asked {
  readonly receipt: ReceiptWithCandidates;
  readonly was: NamedDismissal | null;
}

/** The payment that is open, the deposit that it may pay, and what can become of it. */
function OpenReceipt({ receipt, depositId, onDismiss, onUsed }: OpenReceiptProps) {
  const navigate = route.useNavigate();
  const waiting = useWaitingChanges(
    ({ kind, subject_id: id }) => RECEIPT_CHANGES.has(kind) && id === receipt?.id,
  );
  const deposit = depositId !== null && (
    <DepositToPay
      key={`${receipt?.id} ${depositId}`}
      id={depositId}
      receiptId={receipt?.id ?? null}
      onUsed={onUsed}
    />
  );
  if (receipt === undefined) return deposit;
  if (receipt.state !== 'unmatched') {
    return (
      <>
        {waiting.map((change) => (
          <WaitingChange key={change.id} change={change} />
        ))}
        <SettledReceipt
          receipt={receipt}
          mayAsk={waiting.length === 0}
          onDismiss={() => onDismiss({ receipt, was: null })}
        />
        {deposit}
      </>
    );
  }
  const match = () => {
    const [only, ...others] = matchesOf(receipt);
    if (only === undefined || others.length > 0) document.getElementById(NEAR_DEPOSITS)?.focus();
    else
      void navigate({ to: '/receipts', search: { id: receipt.id, deposit: only.transaction.id } });
  };
  return (
    <>
      {waiting.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
      <ReceiptPanel
        key={receipt.id}
        receipt={receipt}
        depositId={depositId}
        isFillingIn={waiting.some(({ kind }) => kind === 'receipt')}
      />
      {deposit}
      <div className="act-bar">
        <ReceiptActs
          receipt={receipt}
          isMatching={depositId !== null}
          isDismissing={waiting.some(({ kind }) => kind === 'dismissal')}
          onMatch={match}
          onDismiss={(was) => onDismiss({ receipt, was })}
        />
      </div>
    </>
  );
}

/** What people ask for about a payment. */
const RECEIPT_CHANGES: ReadonlySet<PendingChange['kind']> = new Set(['dismissal', 'receipt']);

interface OpenReceiptProps {
  /** Not loaded yet, or none was chosen for the deposit. */
  readonly receipt: ReceiptWithCandidates | undefined;
  readonly depositId: string | null;
  readonly onDismiss: (asked: Asked) => void;
  /** A deposit was completed from these payments. */
  readonly onUsed: (ids: readonly string[]) => void;
}

/** By the newest data, from the payment itself or from the list. */
function isSettled(
  { id, state }: ReceiptWithCandidates,
  read: ReceiptWithCandidates | undefined,
  items: readonly ReceiptWithCandidates[] | undefined,
): boolean {
  if (read?.id === id) return read.state !== state;
  return state === 'unmatched' && (items?.every((item) => item.id !== id) ?? false);
}

function ReceiptPanel({ receipt, depositId, isFillingIn }: ReceiptPanelProps) {
  const { heldPayment } = useWords();
  return (
    <>
      <p className="head-amount">
        <Money xaf={receipt.amount_xaf} />
      </p>
      <WhyHeld receipt={receipt} />
      <RivalTexts receipt={receipt} />
      <Returns receipt={receipt} />
      <ReceiptFacts receipt={receipt} />
      {receipt.sms_text === null ? (
        <p className="soft">{heldPayment.noText}</p>
      ) : (
        <SmsText text={receipt.sms_text} />
      )}
      {!isFillingIn && <FillIn receipt={receipt} />}
      <NearDeposits receipt={receipt} chosenId={depositId} />
    </>
  );
}

/** Why a payment waits, in two words. */
function ReceiptNote({ receipt }: { readonly receipt: ReceiptWithCandidates }) {
  const { heldPayment, fillIn } = useWords();
  if (receipt.open_fields?.length) return <Mark tone="amber" text={fillIn.unread} />;
  if (receipt.is_left_behind) return <Mark tone="red" text={heldPayment.doubtful} />;
  return receipt.waits_for_line && <Mark tone="amber" text={heldPayment.lineInDoubt} />;
}

interface ReceiptPanelProps {
  readonly receipt: ReceiptWithCandidates;
  readonly depositId: string | null;
  /** What its text left open waits for a second person. */
  readonly isFillingIn: boolean;
}

/** The chosen deposit with every payment of its number; the one we came from is chosen already. */
function DepositToPay({ id, receiptId, onUsed }: DepositToPayProps) {
  const { receipts: words, directions } = useWords();
  const query = useTransaction(id);
  if (query.data === undefined) return <Unloaded query={query} shape="facts" />;
  const { transaction, receipts } = query.data;
  const isOfItsNumber = receiptId === null || receipts.some((receipt) => receipt.id === receiptId);
  return (
    <Arrival>
      <Section title={directions.deposit}>
        <TransactionHead transaction={transaction} />
        <Approvals transaction={transaction} />
        <WhoseDeposit transaction={transaction} />
        {!isOfItsNumber && <p className="why-not">{words.otherNumber}</p>}
        <CompleteByHand
          transaction={transaction}
          receipts={receipts}
          {...(receiptId === null ? {} : { first: receiptId, onUsed })}
        />
      </Section>
    </Arrival>
  );
}

interface DepositToPayProps extends Pick<OpenReceiptProps, 'onUsed'> {
  readonly id: string;
  readonly receiptId: string | null;
}
