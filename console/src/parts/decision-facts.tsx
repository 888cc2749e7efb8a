import type { TransactionDetail } from '../api/types.ts';
import { useWords } from '../words/words.tsx';
import { DirectionMark, OperatorMark } from './badges.tsx';
import { Money, Msisdn } from './figures.tsx';

/** The two things that must be right before money moves, large, and whose money it is. */
export function DecisionFacts({ transaction }: { readonly transaction: TransactionDetail }) {
  const { fields } = useWords();
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
      {transaction.direction === 'withdrawal' && (
        <p className="decision-payee">
          {fields.payee}: <strong>{transaction.payee_name ?? fields.payeeUnknown}</strong>
        </p>
      )}
      <p className="decision-payee">
        {fields.reference}: <strong>{transaction.reference}</strong>
      </p>
    </div>
  );
}
