import type { ReceiptRow, ReceiptWithCandidates } from '../api/types.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyText, Msisdn, Time } from '../ui/figures.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** The number that paid, if its text could be read. */
export function Payer({ receipt }: { readonly receipt: Pick<ReceiptRow, 'payer_msisdn'> }) {
  const { fillIn } = useWords();
  if (receipt.payer_msisdn === '') return <>{fillIn.unread}</>;
  return <Msisdn value={receipt.payer_msisdn} />;
}

export function ReceiptFacts({ receipt }: { readonly receipt: ReceiptRow }) {
  const { fields, fillIn, heldPayment: words } = useWords();
  return (
    <Facts>
      <Fact name={fields.paidBy}>
        <Payer receipt={receipt} />{' '}
        {receipt.payer_msisdn !== '' && (
          <CopyText value={receipt.payer_msisdn} label={fields.number} />
        )}
      </Fact>
      <Fact name={words.payerName}>{receipt.payer_name ?? fields.none}</Fact>
      <Fact name={fields.paidTo}>{formatMsisdn(receipt.line)}</Fact>
      <Fact name={fields.providerTx}>
        <span className="code">{receipt.operator_tx_id || fillIn.unread}</span>
      </Fact>
      <Fact name={fields.received}>
        <Time at={receipt.received_at} />
      </Fact>
      {receipt.operator_time !== null && (
        <Fact name={words.operatorTime}>
          <Time at={receipt.operator_time} />
        </Fact>
      )}
      {hasScore(receipt) && <Fact name={words.score}>{words.ofHundred(receipt.score)}</Fact>}
    </Facts>
  );
}

/** A payment that no text reported counts as certain; a text may have been emptied since. */
export function hasScore({ sms_text: text, score }: ReceiptRow): boolean {
  return text !== null || score < CERTAIN;
}

const CERTAIN = 100;

/** Its line may still decide about it: one that went on without its text does not. */
export function isForItsLine({ waits_for_line, is_left_behind }: LineFacts): boolean {
  return waits_for_line && is_left_behind !== true;
}

type LineFacts = Pick<ReceiptRow, 'waits_for_line' | 'is_left_behind'>;

/** The near deposits that staff may complete from payments. */
export function matchesOf({ candidates }: ReceiptWithCandidates) {
  return candidates.filter(({ may_complete: may }) => may !== false);
}
