import type { ReceiptRow } from '../api/types.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyText, Msisdn, Time } from '../ui/figures.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

export function ReceiptFacts({ receipt }: { readonly receipt: ReceiptRow }) {
  const { fields, heldPayment: words } = useWords();
  return (
    <Facts>
      <Fact name={fields.paidBy}>
        <Msisdn value={receipt.payer_msisdn} />{' '}
        <CopyText value={receipt.payer_msisdn} label={fields.number} />
      </Fact>
      <Fact name={words.payerName}>{receipt.payer_name ?? fields.none}</Fact>
      <Fact name={fields.paidTo}>{formatMsisdn(receipt.line)}</Fact>
      <Fact name={fields.providerTx}>
        <span className="code">{receipt.operator_tx_id}</span>
      </Fact>
      <Fact name={fields.received}>
        <Time at={receipt.received_at} />
      </Fact>
      {receipt.operator_time !== null && (
        <Fact name={words.operatorTime}>
          <Time at={receipt.operator_time} />
        </Fact>
      )}
      <Fact name={words.score}>{words.ofHundred(receipt.score)}</Fact>
    </Facts>
  );
}
