import { getRouteApi, Link } from '@tanstack/react-router';
import { useReceipts, useTransaction } from '../api/reads.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { OperatorMark, StateBadge } from '../parts/badges.tsx';
import { CompleteByHand } from '../parts/complete-by-hand.tsx';
import { ReceiptFacts, TransactionHead } from '../parts/facts.tsx';
import { Age, Money, Msisdn, Time } from '../parts/figures.tsx';
import { Empty, LoadState, StaleNote } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { SplitScreen } from '../parts/split-screen.tsx';
import { SteadyList } from '../parts/steady-list.tsx';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/receipts');

/** Money that came in and belongs to nobody yet, the longest first. */
export function Receipts() {
  const words = useWords();
  const { id, deposit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useReceipts();
  const items = query.data?.pages.flatMap((page) => page.items);
  const receipt = items?.find((item) => item.id === id);
  return (
    <SplitScreen
      title={words.receipts.title}
      panelLabel={words.transaction.receipts}
      onBack={() => void navigate({ to: '/receipts', search: {} })}
      list={
        items === undefined ? (
          <LoadState query={query} />
        ) : (
          <>
            <StaleNote query={query} />
            <SteadyList
              items={items}
              listId="receipts"
              label={words.receipts.title}
              empty={words.empty.receipts}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              render={({ item, isLeaving }) => (
                <ReceiptRow
                  key={item.id}
                  receipt={item}
                  isLeaving={isLeaving}
                  isOpen={item.id === id}
                />
              )}
            />
          </>
        )
      }
      panel={
        receipt === undefined && deposit === undefined ? null : (
          <div className="panel">
            {receipt !== undefined && (
              <ReceiptPanel receipt={receipt} key={receipt.id} depositId={deposit ?? null} />
            )}
            {deposit !== undefined && (
              <DepositToPay key={`${id} ${deposit}`} id={deposit} receiptId={id ?? null} />
            )}
          </div>
        )
      }
    />
  );
}

function ReceiptRow({ receipt, isLeaving, isOpen }: ReceiptRowProps) {
  return (
    <li className="row" data-leaving={isLeaving || undefined} data-here={isOpen || undefined}>
      <Link
        to="/receipts"
        search={{ id: receipt.id }}
        className="row-link queue-line"
        aria-current={isOpen ? 'true' : undefined}
        data-row
      >
        <span className="line-amount">
          <Money xaf={receipt.amount_xaf} />
        </span>
        <span className="line-operator">
          <OperatorMark operator={receipt.operator} />
        </span>
        <span className="line-number">
          <Msisdn value={receipt.payer_msisdn} />
        </span>
        <span className="line-time">
          <Age since={receipt.received_at} />
        </span>
      </Link>
    </li>
  );
}

interface ReceiptRowProps {
  readonly receipt: ReceiptWithCandidates;
  readonly isLeaving: boolean;
  readonly isOpen: boolean;
}

function ReceiptPanel({ receipt, depositId }: ReceiptPanelProps) {
  const { receipts: words, empty } = useWords();
  return (
    <>
      <p className="head-amount">
        <Money xaf={receipt.amount_xaf} />
      </p>
      <ReceiptFacts receipt={receipt} />
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
