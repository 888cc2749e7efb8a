import type { TransactionDetail } from '../api/types.ts';
import { PayeeName, PayoutWarnings } from '../submissions/payee.tsx';
import { DirectionMark, OperatorMark } from '../ui/badges.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';

/** The two things that must be right before money moves, large, and whose money it is. */
export function DecisionFacts({ transaction }: { readonly transaction: TransactionDetail }) {
  const { fields, actions, colon } = useWords();
  const isApproval = transaction.state === 'pending_approval';
  const isWarnedOf = isApproval && transaction.payee_lookup === 'no_account';
  return (
    <div className="decision-facts">
      <p className="decision-kind">
        <DirectionMark direction={transaction.direction} />{' '}
        <OperatorMark operator={transaction.operator} />
      </p>
      <p className="decision-amount">
        <Money xaf={transaction.amount_xaf} />
      </p>
      <p className="decision-number">
        <Msisdn value={transaction.msisdn} />
      </p>
      {transaction.direction === 'withdrawal' && !isWarnedOf && (
        <p className="decision-payee">
          {fields.payee}
          {colon}{' '}
          <strong>
            <PayeeName transaction={transaction} />
          </strong>
        </p>
      )}
      <p className="decision-payee">
        {fields.player}
        {colon} <strong>{transaction.player_id}</strong>
      </p>
      <p className="decision-payee">
        {fields.reference}
        {colon} <strong>{transaction.reference}</strong>
      </p>
      {isApproval && transaction.provider_balance_xaf !== null && (
        <p className="decision-payee">
          {actions.payout.left}
          {colon}{' '}
          <strong>
            <Money xaf={transaction.provider_balance_xaf} />
          </strong>
        </p>
      )}
      {isApproval && typeof transaction.float_after_xaf === 'number' && (
        <p className="decision-payee">
          {actions.payout.leftAfter}
          {colon}{' '}
          <strong>
            <Money xaf={transaction.float_after_xaf} />
          </strong>
        </p>
      )}
      {isApproval && <PayoutWarnings transaction={transaction} />}
    </div>
  );
}
