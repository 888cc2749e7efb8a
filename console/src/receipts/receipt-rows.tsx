import type { ReceiptRow } from '../api/types.ts';
import { Mark, type Tone } from '../ui/badges.tsx';
import { Money, Msisdn, Time } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

const RECEIPT_TONES: Readonly<Record<ReceiptRow['state'], Tone>> = {
  unmatched: 'amber',
  used: 'green',
  dismissed: 'grey',
};

export function ReceiptMark({ state }: Pick<ReceiptRow, 'state'>) {
  return <Mark tone={RECEIPT_TONES[state]} text={useWords().transaction[state]} />;
}

/** Payments that were reported to us, as evidence about a deposit. */
export function ReceiptRows({ depositId, receipts }: ReceiptRowsProps) {
  const { empty, fields, said, transaction: words } = useWords();
  if (receipts.length === 0) return <Empty text={empty.evidence} />;
  return (
    <ul className="receipt-lines">
      {receipts.map((receipt) => (
        <li key={receipt.id} className="receipt-line">
          <p>
            <strong>
              <Money xaf={receipt.amount_xaf} />
            </strong>{' '}
            <ReceiptMark state={receipt.state} /> <Time at={receipt.received_at} />
          </p>
          <p className="soft">
            {fields.paidBy} <Msisdn value={receipt.payer_msisdn} /> {receipt.payer_name} ·{' '}
            {fields.paidTo} {formatMsisdn(receipt.line)} ·{' '}
            <span className="code">{receipt.operator_tx_id}</span>
          </p>
          <p className="soft">{words.onThisDeposit(said(receipt.reason), depositId)}</p>
          {receipt.sms_text !== null && <SmsText text={receipt.sms_text} />}
        </li>
      ))}
    </ul>
  );
}

interface ReceiptRowsProps {
  readonly depositId: string;
  readonly receipts: readonly ReceiptRow[];
}
