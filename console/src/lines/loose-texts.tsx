import { Link } from '@tanstack/react-router';
import type { LooseText } from '../api/types.ts';
import { Money, Time } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { formatMsisdn, sayNumber } from '../words/format.ts';
import { formatBalance, HIDDEN_BALANCE } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Texts of a line that connect to no trusted balance, oldest first. */
export function LooseTexts({ loose }: { readonly loose: readonly LooseText[] }) {
  return (
    <ul className="receipt-lines">
      {loose.map((one) => (
        <Loose key={one.id} one={one} />
      ))}
    </ul>
  );
}

function Loose({ one }: { readonly one: LooseText }) {
  const { lines: words, fields, said } = useWords();
  const { amount_xaf: amount = null, payer_msisdn_masked: payer = null } = one;
  return (
    <li className="receipt-line">
      <p>
        <strong>{amount !== null && <Money xaf={amount} />}</strong>{' '}
        {payer !== null && `${fields.paidBy} ${formatMsisdn(payer)}`}
      </p>
      <p>
        {words.before} <strong className="money">{balanceOf(one.before_xaf)}</strong> ·{' '}
        {words.after} <strong className="money">{balanceOf(one.after_xaf)}</strong> ·{' '}
        <Time at={one.at} />
      </p>
      {one.meaning !== null && <p className="soft">{said(one.meaning)}</p>}
      <SmsText text={`${sayNumber(one.sender)}: ${one.text}`} />
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

function balanceOf(xaf: number | null): string {
  return xaf === null ? HIDDEN_BALANCE : formatBalance(xaf);
}
