import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Decision, type RefusedMoney, useDecide } from '../api/decisions.ts';
import { useColleagues } from '../api/live-updates.ts';
import type { DetailAnswer, TransactionDetail } from '../api/types.ts';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { isDangerous, PayoutSigns } from '../provider-requests/payee.tsx';
import { AskButton, ProviderStatus, useAskNow } from '../provider-requests/provider-status.tsx';
import { type DecisionAction, decisionsOf, whyNot } from '../transactions/actions.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Result, useAnnounce } from '../ui/result-message.tsx';
import { useWords } from '../words/words.tsx';
import { type Agreed, approvalsByOthers } from './deciding/counted-approvals.ts';
import { useUnansweredReason } from './deciding/unanswered-reasons.tsx';
import { useDecisionKeys } from './deciding/use-decision-keys.ts';
import { useOvertaken } from './deciding/use-overtaken.ts';
import { useSettle } from './deciding/use-settle.ts';
import { DecisionFacts } from './decision-facts.tsx';
import { MoneyChoice } from './money-choice.tsx';

/**
 * The decisions that the state allows; one that this person may not make says why. Asking the
 * provider comes first: it decides nothing, and may make the decision unnecessary.
 */
export function DecisionButtons({ detail, onDecided }: DecisionButtonsProps) {
  const words = useWords();
  const { transaction } = detail;
  const askNow = useAskNow(detail, useAnnounce());
  const colleagues = useColleagues(transaction.id);
  // The dialog keeps the transaction as it was when it opened, whatever happens to it meanwhile.
  const [asked, setAsked] = useState<Asked | null>(null);
  const decisions = decisionsOf(transaction);
  const mayAsk = (action: DecisionAction) => whyNot(action, transaction, words) === null;
  const { ask } = useSearch({ strict: false });
  useAsked(ask, true, () => {
    const action = decisions.find((one) => one === ask);
    if (action !== undefined && mayAsk(action)) setAsked({ action, transaction });
  });
  useDecisionKeys(transaction.id, (key) => {
    const action = decisions.find((one) => KEYS_OF[one] === key);
    if (asked === null && action !== undefined && mayAsk(action)) setAsked({ action, transaction });
  });
  if (decisions.length === 0 && asked === null && askNow === null) return null;
  const refusals = new Set(
    decisions
      .map((action) => whyNot(action, transaction, words))
      .filter((sentence) => sentence !== null),
  );
  return (
    <div className="decisions">
      <div className="decision-buttons">
        {askNow !== null && (
          <AskButton
            now={askNow}
            size="md"
            variant={isSettled(transaction) ? 'default' : 'filled'}
          />
        )}
        {decisions.map((action) => (
          <Button
            key={action}
            size="md"
            color={IS_DANGER[action] ? 'red' : 'blue'}
            variant={askNow === null && isFirst(action, transaction) ? 'filled' : 'outline'}
            disabled={!mayAsk(action)}
            title={KEYS_OF[action]}
            onClick={() => setAsked({ action, transaction })}
          >
            {words.actions.buttons[action]}
          </Button>
        ))}
      </div>
      {[...refusals].map((sentence) => (
        <p key={sentence} className="why-not">
          {sentence}
        </p>
      ))}
      {asked !== null && (
        <DecisionDialog
          {...asked}
          now={detail}
          colleagues={colleagues}
          onClose={() => setAsked(null)}
          onDecided={() => onDecided?.()}
        />
      )}
    </div>
  );
}

/** Asking about what is settled is possible, and no longer what there is to do. */
function isSettled({ state }: TransactionDetail): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'expired';
}

/** What must be seen before a decision: signs of a payout, which decision fits a held deposit. */
export function DecisionSigns({ transaction }: { readonly transaction: TransactionDetail }) {
  const colleagues = useColleagues(transaction.id);
  return (
    <>
      {decisionsOf(transaction).includes('approve') && (
        <PayoutSigns transaction={transaction} colleagues={colleagues} />
      )}
      <Advice transaction={transaction} />
    </>
  );
}

interface DecisionButtonsProps {
  readonly detail: DetailAnswer;
  /** A decision was made, or another person was faster: the next one can be opened. */
  readonly onDecided?: () => void;
}

/** The calm choice comes first where something speaks against the other one. */
function isFirst(action: DecisionAction, transaction: TransactionDetail): boolean {
  if (action === 'approve') return !isDangerous(transaction);
  if (action === 'reject') return isDangerous(transaction);
  return !IS_DANGER[action] && isPaid(transaction.advice);
}

/** Of a held deposit: which decision fits, and why. */
function Advice({ transaction }: { readonly transaction: TransactionDetail }) {
  const { actions, fields, colon } = useWords();
  const { advice, provider_tx_id: id } = transaction;
  if (advice === undefined || advice === null) return null;
  return (
    <p className="approvals-note">
      {actions.advice[advice]}{' '}
      {isPaid(advice) && id !== null && (
        <span>
          {fields.providerTx}
          {colon} <span className="code">{id}</span>
        </span>
      )}
    </p>
  );
}

/** Also without an advice: of a withdrawal, or from an older process. */
function isPaid(advice: TransactionDetail['advice']): boolean {
  return advice?.startsWith('confirm') ?? true;
}

function DecisionDialog(props: DecisionDialogProps) {
  const { action, transaction, now, colleagues, onClose, onDecided } = props;
  const { actions } = useWords();
  const { staff } = useMe();
  const decide = useDecide();
  const settle = useSettle();
  const unanswered = useUnansweredReason(transaction.id, action);
  const overtaken = useOvertaken(transaction);
  const isWithdrawal = transaction.direction === 'withdrawal';
  const held = isWithdrawal ? HELD_WITHDRAWAL : HELD_DEPOSIT;
  const question = action === 'confirm' || action === 'refuse' ? held[action] : action;
  const agreed = AGREED_BY[action];
  const approvalsSeen = agreed === null ? 0 : approvalsByOthers(transaction, staff, agreed);
  const isHeld = action === 'confirm' || action === 'refuse';
  const asksMoney = action === 'refuse' && transaction.has_money;
  const [money, setMoney] = useState<RefusedMoney | null>(null);
  return (
    <ConfirmDialog
      title={actions.questions[question]}
      tone={IS_DANGER[action] ? 'danger' : 'go'}
      confirmLabel={actions.buttons[action]}
      consequence={actions.consequences[consequenceOf(question, now.transaction, approvalsSeen)]}
      asksReason={action !== 'approve'}
      firstReason={unanswered.first}
      offersToTell
      isBlocked={asksMoney && money === null}
      {...(action === 'approve' && isDangerous(now.transaction)
        ? { typedAmountXaf: transaction.amount_xaf }
        : {})}
      overtaken={overtaken}
      onClose={onClose}
      onConfirm={async (reason, { tellsPlatform }) => {
        const { id, payee_name: payeeSeen } = transaction;
        const answers = { id, reason, tellsPlatform, approvalsSeen, payeeSeen, money };
        const decided = toDecision(action, answers);
        const ending = await settle(transaction, action, () => decide.mutateAsync(decided));
        if (ending === 'no_answer') unanswered.keep(reason);
        else unanswered.forget();
        onClose();
        if (ending === 'settled') onDecided();
      }}
    >
      <DecisionFacts transaction={transaction} />
      {action === 'approve' && (
        <PayoutSigns transaction={now.transaction} colleagues={colleagues} />
      )}
      {isHeld && isWithdrawal && <p className="problem-note">{actions.payTwice[action]}</p>}
      {isHeld && <ProviderAnswer detail={now} />}
      {action === 'approve' && <TwoPeople needs={now.transaction.needs} />}
      {(isHeld || action === 'reject') && (
        <TwoPeople
          // What the provider says meanwhile may make a second person necessary.
          needs={now.transaction.needs_to[neededFor(action, money)]}
          approvalsSeen={approvalsSeen}
        />
      )}
      {asksMoney && <MoneyChoice detail={now} onChange={setMoney} />}
    </ConfirmDialog>
  );
}

/**
 * What the provider says, and a way to ask it again before the decision. The answer stands here: the
 * dialog covers the place of messages, and what is decided next has its own.
 */
function ProviderAnswer({ detail }: { readonly detail: DetailAnswer }) {
  const [result, setResult] = useState<Result | null>(null);
  const askNow = useAskNow(detail, setResult);
  if (detail.submission === null) return null;
  return (
    <>
      <ProviderStatus request={detail.submission} />
      {askNow !== null && (
        <p>
          <AskButton now={askNow} size="sm" variant="default" />
        </p>
      )}
      <p role="status">{result?.text}</p>
    </>
  );
}

function neededFor(action: DecisionAction, money: RefusedMoney | null) {
  if (action === 'confirm') return 'confirm';
  return money?.money === 'returned' ? 'reject_returned' : 'reject';
}

/** Why one person is not enough, and whether this is the first decision or the second. */
export function TwoPeople({ needs: { why }, approvalsSeen }: TwoPeopleProps) {
  const { actions, said } = useWords();
  const { first, second } = actions.twoPeople;
  if (why === null) return null;
  return (
    <p className="approvals-note">
      {said(why)} {approvalsSeen !== undefined && (approvalsSeen === 0 ? first : second)}
    </p>
  );
}

interface TwoPeopleProps {
  readonly needs: TransactionDetail['needs'];
  /** Left out where the consequence says it. */
  readonly approvalsSeen?: number;
}

interface Asked {
  readonly action: DecisionAction;
  readonly transaction: TransactionDetail;
}

interface DecisionDialogProps extends Asked {
  /** As it is now, while the dialog is open. */
  readonly now: DetailAnswer;
  readonly colleagues: readonly string[];
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

const IS_DANGER: Readonly<Record<DecisionAction, boolean>> = {
  approve: false,
  reject: true,
  cancel: true,
  confirm: false,
  refuse: true,
};

/** One key for the way on, one for the way back; the dialog is confirmed by Ctrl+Enter. */
const KEYS_OF: Readonly<Record<DecisionAction, 'a' | 'r'>> = {
  approve: 'a',
  confirm: 'a',
  reject: 'r',
  cancel: 'r',
  refuse: 'r',
};

/** The decisions that people may have to agree on. */
const AGREED_BY: Readonly<Record<DecisionAction, Agreed | null>> = {
  approve: 'approve',
  reject: 'reject',
  cancel: null,
  confirm: 'confirm',
  refuse: 'reject',
};

const HELD_DEPOSIT = { confirm: 'confirm', refuse: 'refuse' } as const;
const HELD_WITHDRAWAL = { confirm: 'confirmWithdrawal', refuse: 'refuseWithdrawal' } as const;

type Question = 'approve' | 'reject' | 'cancel' | Held;
type Held = 'confirm' | 'refuse' | 'confirmWithdrawal' | 'refuseWithdrawal';

function consequenceOf(question: Question, transaction: TransactionDetail, approvalsSeen: number) {
  if (question !== 'approve' || transaction.needs.people === 1) return question;
  return approvalsSeen === 0 ? 'approveFirst' : 'approveSecond';
}

function toDecision(
  action: DecisionAction,
  { id, reason, tellsPlatform, approvalsSeen, payeeSeen, money }: Answers,
): Decision {
  if (action === 'approve') return { kind: action, id, approvalsSeen, payeeSeen };
  const reasoned = { id, reason, tellsPlatform };
  switch (action) {
    case 'confirm':
      return { kind: action, ...reasoned, approvalsSeen };
    case 'refuse':
      return { kind: action, ...reasoned, approvalsSeen, money };
    case 'reject':
    case 'cancel':
      return { kind: action, ...reasoned };
  }
}

interface Answers {
  readonly id: string;
  readonly reason: string;
  readonly tellsPlatform: boolean;
  readonly approvalsSeen: number;
  readonly payeeSeen: string | null;
  readonly money: RefusedMoney | null;
}
