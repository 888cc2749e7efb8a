import { Link } from '@tanstack/react-router';
import { useFoundReceipts } from '../api/reads.ts';
import type { ReceiptRow } from '../api/types.ts';
import { OperatorMark } from '../ui/badges.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';
import { Payer } from './receipt-facts.tsx';
import { ReceiptMark } from './receipt-rows.tsx';

/** Payments that a search text names: money that has no transaction yet must be found as well. */
export function FoundPayments({ q }: { readonly q: string | undefined }) {
  const { transaction: words } = useWords();
  const found = useFoundReceipts(q).data?.items ?? [];
  if (found.length === 0) return null;
  return (
    <section className="stack">
      <h2>{words.receipts}</h2>
      <ul className="rows" aria-label={words.receipts}>
        {found.map((receipt) => (
          <FoundPayment key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </section>
  );
}

function FoundPayment({ receipt }: { readonly receipt: ReceiptRow }) {
  const { transaction: words } = useWords();
  return (
    <li className="row">
      <Link className="row-link line" to="/receipts" search={{ id: receipt.id }} data-row>
        <span className="line-amount">
          <Money xaf={receipt.amount_xaf} />
        </span>
        <span className="line-state">
          <ReceiptMark state={receipt.state} />
        </span>
        <span className="line-direction">{words.payment}</span>
        <span className="line-operator">
          <OperatorMark operator={receipt.operator} />
        </span>
        <span className="line-number">
          <Payer receipt={receipt} />
        </span>
        <span className="line-reference" title={receipt.operator_tx_id} data-clips>
          {receipt.operator_tx_id}
        </span>
        <span className="line-time">
          <Time at={receipt.received_at} />
        </span>
      </Link>
    </li>
  );
}
