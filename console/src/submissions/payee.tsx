import type { TransactionDetail } from '../api/types.ts';
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

/** What speaks against sending this payout now, beside the buttons that send it. */
export function PayoutWarnings({ transaction }: { readonly transaction: TransactionDetail }) {
  const { actions } = useWords();
  const labelOf = useOperatorLabel();
  const { payee_lookup, operator, provider_balance_xaf: leftXaf, amount_xaf } = transaction;
  const warnings = [
    ...(payee_lookup === 'no_account' ? [actions.payout.noAccount(labelOf(operator))] : []),
    ...(leftXaf !== null && leftXaf < amount_xaf
      ? [actions.payout.tooLittle(formatMoney(leftXaf))]
      : []),
    ...transaction.marks.map((mark) => actions.payout.marks[mark]),
  ];
  return warnings.map((warning) => (
    <p key={warning} className="problem-note">
      {warning}
    </p>
  ));
}
