import { Link } from '@tanstack/react-router';
import type { BalanceGap } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Texts of a line whose balance does not follow, oldest first. */
export function BalanceGaps({ breaks }: { readonly breaks: readonly BalanceGap[] }) {
  return (
    <ul className="receipt-lines">
      {breaks.map((one) => (
        <Break key={one.id} one={one} />
      ))}
    </ul>
  );
}

function Break({ one }: { readonly one: BalanceGap }) {
  const { lines: words, said } = useWords();
  return (
    <li className="receipt-line">
      <p>
        {words.expected} <strong className="money">{formatBalance(one.expected_xaf)}</strong> ·{' '}
        {words.told} <strong className="money">{formatBalance(one.told_xaf)}</strong> ·{' '}
        <Time at={one.at} />
      </p>
      <p className="soft">{said(one.meaning)}</p>
      <SmsText text={`${one.sender}: ${one.text}`} />
      {one.receipt_id !== null && (
        <p>
          <Link to="/receipts" search={{ id: one.receipt_id }} className="note-link">
            {words.toPayment}
          </Link>
        </p>
      )}
    </li>
  );
}
