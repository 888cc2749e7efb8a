import { Link } from '@tanstack/react-router';
import type { ReceiptWithCandidates, TransactionRow } from '../api/types.ts';
import { matchesOf } from '../receipts/receipt-facts.tsx';
import { whyNotCompleted } from '../transactions/actions.ts';
import { PlayerLink } from '../transactions/transaction-row.tsx';
import { StateBadge } from '../ui/badges.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

export const NEAR_DEPOSITS = 'near-deposits';

/** The deposits that a payment may be for; those that it cannot complete are behind one line. */
export function NearDeposits({ receipt, chosenId }: NearDepositsProps) {
  const { receipts: words, empty } = useWords();
  const matches = matchesOf(receipt);
  const others = receipt.candidates.filter((one) => !matches.includes(one));
  return (
    <Section title={words.candidates}>
      {receipt.candidates.length === 0 && <Empty text={empty.candidates} />}
      <ul className="candidates" id={NEAR_DEPOSITS} tabIndex={-1} aria-label={words.candidates}>
        {matches.map((near) => (
          <li key={near.transaction.id} data-here={near.transaction.id === chosenId || undefined}>
            <NearDeposit near={near} />
            <Link
              to="/receipts"
              search={{ id: receipt.id, deposit: near.transaction.id }}
              resetScroll={false}
              className="inline-link"
            >
              {words.choose}
            </Link>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{words.closedToPayments(others.length)}</summary>
          <ul className="candidates">
            {others.map((near) => (
              <li key={near.transaction.id}>
                <NearDeposit near={near} />
                <WhyClosed near={near} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

interface NearDepositsProps {
  readonly receipt: ReceiptWithCandidates;
  readonly chosenId: string | null;
}

type Near = ReceiptWithCandidates['candidates'][number];

function NearDeposit({ near: { transaction, differences } }: { readonly near: Near }) {
  const { said } = useWords();
  const shown = differences.filter(({ code }) => !WHY_CLOSED.has(code));
  return (
    <>
      <p className="candidate-head">
        <strong>
          <Money xaf={transaction.amount_xaf} />
        </strong>
        <StateBadge state={transaction.state} reason={transaction.reason_code} />
        <span>{formatMsisdn(transaction.msisdn_masked)}</span>
        <Time at={transaction.created_at} />
      </p>
      <WhoseDeposit transaction={transaction} />
      <ul className="differences">
        {shown.map((difference) => (
          <li key={difference.text}>{said(difference)}</li>
        ))}
      </ul>
    </>
  );
}

/** The one reason why it cannot be completed, which its differences would say again. */
function WhyClosed({ near: { transaction } }: { readonly near: Near }) {
  const words = useWords();
  return (
    <p className="why-not">
      {whyNotCompleted(transaction.state, words)}{' '}
      <Link to="/transactions/$id" params={{ id: transaction.id }} className="inline-link">
        {words.receipts.seeDeposit}
      </Link>
    </p>
  );
}

const WHY_CLOSED: ReadonlySet<string> = new Set(['not_paid_by_code', 'deposit_had_failed']);

/** Two players may wait with the same number and amount: only this shows whose deposit it is. */
export function WhoseDeposit({ transaction }: { readonly transaction: TransactionRow }) {
  const { fields, colon } = useWords();
  return (
    <p className="whose">
      <span>
        {fields.player}
        {colon} <PlayerLink playerId={transaction.player_id} />
      </span>
      <span>
        {fields.reference}
        {colon} <strong>{transaction.reference}</strong>
      </span>
      <span>
        {fields.application}
        {colon} {transaction.application}
      </span>
    </p>
  );
}
