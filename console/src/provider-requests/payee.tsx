import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { PayoutSign, TransactionDetail } from '../api/types.ts';
import { useOperatorLabel } from '../hooks/use-operators.ts';
import { formatTime } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
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
  const { signs = [], payee_name: name, float_after_xaf: leftXaf, pays } = transaction;
  const { language } = useWords();
  const { application_left_xaf: hasXaf } = transaction;
  const isBeyond = signs.some(({ sign }) => sign === 'beyond_money');
  const isShort = signs.some(({ sign }) => sign === 'float_short');
  return (
    <ul className="signs" aria-label={actions.payout.signsTitle}>
      {colleagues.length > 0 && (
        <Sign tone="caution">{actions.payout.colleague(colleagues.join(', '))}</Sign>
      )}
      {signs.map(({ sign, tone }) => (
        <Sign key={sign} tone={tone}>
          {say(sign)}
        </Sign>
      ))}
      {name !== null && <Sign tone="good">{actions.payout.nameIs(name)}</Sign>}
      {typeof leftXaf === 'number' && typeof pays?.reported_at === 'string' && !isShort && (
        <Sign tone="good">
          {actions.payout.leavesLeft(
            formatBalance(leftXaf),
            formatTime(pays.reported_at, language),
          )}
        </Sign>
      )}
      {typeof leftXaf !== 'number' && transaction.float_covers === true && !isShort && (
        <Sign tone="good">{actions.payout.floatEnough}</Sign>
      )}
      {typeof hasXaf === 'number' && !isBeyond && (
        <Sign tone="good">
          {actions.payout.applicationHas(transaction.application, formatBalance(hasXaf))}
        </Sign>
      )}
    </ul>
  );
}

/** Everything that speaks against a payout. */
export function SignsAgainst({ transaction }: Pick<PayoutSignsProps, 'transaction'>) {
  const say = useSign(transaction);
  const { signs = [] } = transaction;
  if (signs.length === 0) return null;
  return (
    <ul className="signs">
      {signs.map(({ sign, tone }) => (
        <Sign key={sign} tone={tone}>
          {say(sign)}
        </Sign>
      ))}
    </ul>
  );
}

const SIGN_ICONS = { danger: OctagonAlert, caution: TriangleAlert, good: CircleCheck } as const;

function Sign({ tone, children }: SignProps) {
  const Icon = SIGN_ICONS[tone];
  return (
    <li className={`sign sign-${tone}`}>
      <Icon className="icon" aria-hidden="true" /> {children}
    </li>
  );
}

interface SignProps {
  readonly tone: keyof typeof SIGN_ICONS;
  readonly children: string;
}

interface PayoutSignsProps {
  readonly transaction: TransactionDetail;
  /** Who else has it open right now. */
  readonly colleagues: readonly string[];
}

function useSign(transaction: TransactionDetail) {
  const { operator, provider_balance_xaf: leftXaf, pays, application } = transaction;
  const { payout } = useWords().actions;
  const labelOf = useOperatorLabel();
  return (sign: PayoutSign): string => {
    if (sign === 'no_account') return payout.noAccount(labelOf(operator));
    if (sign === 'beyond_money') {
      const { application_left_xaf: hasXaf = null } = transaction;
      return payout.beyondMoney(application, hasXaf === null ? null : formatBalance(hasXaf));
    }
    if (sign === 'float_short') {
      return leftXaf === null
        ? payout.floatShort
        : payout.tooLittle(pays?.provider ?? '', formatBalance(leftXaf));
    }
    return payout.signs[sign];
  };
}
