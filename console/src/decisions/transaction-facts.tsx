import { Link } from '@tanstack/react-router';
import type { TransactionDetail } from '../api/types.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { PayeeName } from '../provider-requests/payee.tsx';
import { decisionsOf } from '../transactions/actions.ts';
import { PlayerLink } from '../transactions/transaction-row.tsx';
import { DirectionMark, OperatorMark, StateBadge } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { CopyText, Money, Msisdn, Time } from '../ui/figures.tsx';
import { formatMsisdn, referenceName } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Amount, number and state first and large; callers ask about these. */
export function TransactionHead({ transaction }: { readonly transaction: TransactionDetail }) {
  const { fields, said } = useWords();
  return (
    <div className="head">
      <p className="head-kind">
        <DirectionMark direction={transaction.direction} />
        <OperatorMark operator={transaction.operator} />
        <StateBadge state={transaction.state} reason={transaction.reason_code} />
      </p>
      <p className="head-amount">
        <Money xaf={transaction.amount_xaf} />
      </p>
      <p className="head-number">
        <Msisdn value={transaction.msisdn} />{' '}
        <CopyText value={transaction.msisdn} label={fields.number} />
      </p>
      <p className="head-reason">{said(transaction.state_remark ?? transaction.state_reason)}</p>
    </div>
  );
}

export function TransactionFacts({ transaction }: { readonly transaction: TransactionDetail }) {
  const words = useWords();
  const { fields, modes, actions } = words;
  const providerName = useProviderName();
  return (
    <Facts>
      {needsName(transaction) && (
        <Fact name={fields.payee}>
          <PayeeName transaction={transaction} />
        </Fact>
      )}
      <RefundFacts transaction={transaction} />
      {!transaction.return_of && (
        <Fact name={fields.player}>
          <PlayerLink playerId={transaction.player_id} />
        </Fact>
      )}
      <Fact name={fields.reference}>
        {referenceName(transaction.reference, words)}{' '}
        <CopyText value={transaction.reference} label={fields.reference} />
      </Fact>
      <Fact name={fields.application}>{transaction.application}</Fact>
      <Fact name={fields.provider}>
        {transaction.pays?.provider ?? providerName(transaction.provider)}
      </Fact>
      {decisionsOf(transaction).includes('approve') &&
        transaction.provider_balance_xaf !== null && (
          <Fact name={actions.payout.left}>
            {formatBalance(transaction.provider_balance_xaf)}
            {typeof transaction.pays?.reported_at === 'string' && (
              <>
                {' '}
                · <Time at={transaction.pays.reported_at} />
              </>
            )}
          </Fact>
        )}
      {transaction.collection_mode !== null && (
        <Fact name={fields.mode}>{modes[transaction.collection_mode]}</Fact>
      )}
      {transaction.merchant_number !== null && (
        <Fact name={fields.merchantNumber}>{formatMsisdn(transaction.merchant_number)}</Fact>
      )}
      <Fact name={fields.providerTx}>{transaction.provider_tx_id ?? fields.none}</Fact>
      <Fact name={fields.created}>
        <Time at={transaction.created_at} />
      </Fact>
      <Fact name={fields.changed}>
        <Time at={transaction.state_updated_at} />
      </Fact>
      {transaction.expires_at !== null && (
        <Fact name={fields.expires}>
          <Time at={transaction.expires_at} />
        </Fact>
      )}
      <Fact name={fields.callback}>
        <span className="long-text">{transaction.callback_url ?? fields.none}</span>
      </Fact>
      <Fact name={fields.id}>
        <span className="code">{transaction.id}</span>{' '}
        <CopyText value={transaction.id} label={fields.id} />
      </Fact>
    </Facts>
  );
}

/** The deposit that a withdrawal gives back, or the withdrawals that give a deposit back. */
function RefundFacts({ transaction }: { readonly transaction: TransactionDetail }) {
  const { fields, giveBack, sendBack } = useWords();
  return (
    <>
      {transaction.refund_of && (
        <>
          <Fact name={fields.payerName}>
            {transaction.refund_of.payer_name ?? fields.payeeUnknown}
          </Fact>
          <Fact name={fields.refundOf}>
            <PaymentLink id={transaction.refund_of.id} xaf={transaction.refund_of.amount_xaf} /> ·{' '}
            <Time at={transaction.refund_of.created_at} />
          </Fact>
        </>
      )}
      {transaction.return_of && (
        <>
          <Fact name={fields.payerName}>
            {transaction.return_of.payer_name ?? fields.payeeUnknown}
          </Fact>
          <Fact name={fields.returnOf}>
            <Link to="/receipts" search={{ id: transaction.return_of.id }} className="inline-link">
              <Money xaf={transaction.return_of.amount_xaf} />
            </Link>{' '}
            · <Time at={transaction.return_of.received_at} />
          </Fact>
        </>
      )}
      <GivenBack name={fields.refunds} payouts={transaction.refunds ?? []} />
      {transaction.overpayment && (
        <Fact name={giveBack.overpaid}>
          <Money xaf={transaction.overpayment.amount_xaf} />
        </Fact>
      )}
      <GivenBack name={sendBack.returns} payouts={transaction.overpayment?.returns ?? []} />
    </>
  );
}

function GivenBack({ name, payouts }: GivenBackProps) {
  if (payouts.length === 0) return null;
  return (
    <Fact name={name}>
      {payouts.map(({ id, amount_xaf, state, reason_code }) => (
        <div key={id}>
          <PaymentLink id={id} xaf={amount_xaf} /> <StateBadge state={state} reason={reason_code} />
        </div>
      ))}
    </Fact>
  );
}

interface GivenBackProps {
  readonly name: string;
  readonly payouts: NonNullable<TransactionDetail['refunds']>;
}

function PaymentLink({ id, xaf }: { readonly id: string; readonly xaf: number }) {
  return (
    <Link to="/transactions/$id" params={{ id }} className="inline-link">
      <Money xaf={xaf} />
    </Link>
  );
}

/** Once a payout is settled the name is no longer looked up. */
function needsName(transaction: TransactionDetail): boolean {
  const { direction, payee_name } = transaction;
  return direction === 'withdrawal' && (payee_name !== null || decisionsOf(transaction).length > 0);
}
