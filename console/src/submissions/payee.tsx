import type { PayoutSign, TransactionDetail } from '../api/types.ts';
import { useOperatorLabel } from '../hooks/use-operators.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** The name that the operator has for the number; a number without an account is shown in red. */
export function PayeeName({ transaction }: { readonly transaction: TransactionDetail }) {
  const { fields, actions } = useWords();
  const labelOf = useOperatorLabel();
  if (transaction.payee_lookup === 'no_account') {
    return (
      <span className="no-account">{actions.payout.noAccount(labelOf(transaction.operator))}</span>
    );
  }
  return transaction.payee_name ?? fields.payeeUnknown;
}

/** Whether something speaks so strongly against a payout that the calm choice comes first. */
export function isDangerous({ signs = [] }: Pick<TransactionDetail, 'signs'>): boolean {
  return signs.some(({ tone }) => tone === 'danger');
}

/** What an approver must see, beside the buttons that send it: each a sign of its own. */
export function PayoutSigns({ transaction, colleagues }: PayoutSignsProps) {
  const { actions } = useWords();
  const say = useSign(transaction);
  const { signs = [], payee_name: name, float_after_xaf: leftXaf } = transaction;
  const isShort = signs.some(({ sign }) => sign === 'float_short');
  return (
    <ul className="signs" aria-label={actions.payout.signsTitle}>
      {colleagues.length > 0 && (
        <li className="sign sign-caution">{actions.payout.colleague(colleagues.join(', '))}</li>
      )}
      {signs.map(({ sign, tone }) => (
        <li key={sign} className={`sign sign-${tone}`}>
          {say(sign)}
        </li>
      ))}
      {name !== null && <li className="sign sign-good">{actions.payout.nameIs(name)}</li>}
      {typeof leftXaf === 'number' && !isShort && (
        <li className="sign sign-good">{actions.payout.leavesLeft(formatMoney(leftXaf))}</li>
      )}
    </ul>
  );
}

interface PayoutSignsProps {
  readonly transaction: TransactionDetail;
  /** Who else has it open right now. */
  readonly colleagues: readonly string[];
}

function useSign({ operator, provider_balance_xaf: leftXaf }: TransactionDetail) {
  const { payout } = useWords().actions;
  const labelOf = useOperatorLabel();
  return (sign: PayoutSign): string => {
    if (sign === 'no_account') return payout.noAccount(labelOf(operator));
    if (sign === 'float_short') return payout.tooLittle(formatMoney(leftXaf ?? 0));
    return payout.signs[sign];
  };
}
