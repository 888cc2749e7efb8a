import type { TransactionDetail } from '../api/types.ts';
import { PayeeName } from '../provider-requests/payee.tsx';
import { decisionsOf } from '../transactions/actions.ts';
import { DirectionMark, OperatorMark } from '../ui/badges.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { referenceName, shortId } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** The two things that must be right before money moves, large, and whose money it is. */
export function DecisionFacts({ transaction }: { readonly transaction: TransactionDetail }) {
  const words = useWords();
  const { fields, colon } = words;
  // A sign says it already: the name of an approvable payout, and that there is no account.
  const isSaid =
    transaction.signs?.some(({ sign }) => sign === 'no_account') ||
    (transaction.payee_name !== null && decisionsOf(transaction).includes('approve'));
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
      {transaction.direction === 'withdrawal' && !isSaid && (
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
        {colon} <strong title={transaction.player_id}>{shortId(transaction.player_id)}</strong>
      </p>
      <p className="decision-payee">
        {fields.reference}
        {colon} <strong>{referenceName(transaction.reference, words)}</strong>
      </p>
    </div>
  );
}
