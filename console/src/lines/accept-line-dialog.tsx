import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAcceptLine } from '../api/decisions.ts';
import { useForeseenLine } from '../api/reads.ts';
import type { ForeseenLine, ForeseenPayment, SimLine } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { useAnnounce } from '../ui/result-message.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import type { SmsWords } from '../words/en-sms.ts';
import { formatMsisdn, formatTime, shortId } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { BalanceGaps } from './balance-gaps.tsx';

/** Asks whether the texts of a line are true, and shows all consequences. */
export function AcceptDialog({ line, now, onClose }: AcceptDialogProps) {
  const { lines: words } = useWords();
  const accept = useAcceptLine();
  const [balance, setBalance] = useState('');
  const foreseen = useForeseenLine(line.line);
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  return (
    <ConfirmDialog
      title={words.acceptTitle(formatMsisdn(line.line))}
      tone="go"
      confirmLabel={words.accept}
      consequence={words.acceptMeans}
      asksReason
      isBlocked={balance === '' || foreseen.data === undefined}
      overtaken={describeChange(line, now, words)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const gapIds = line.breaks.map(({ id }) => id);
        const asked = { line: line.line, balanceCents: Number(balance), gapIds, reason };
        const answer = await carryOut(() => accept.mutateAsync(asked), null);
        if (answer !== null) {
          announce({ tone: 'good', text: words.accepted(answer.credited, answer.held) });
        }
        onClose();
      }}
    >
      <BalanceGaps breaks={line.breaks} />
      <BalanceChoice line={line} value={balance} onChange={setBalance} />
      {foreseen.data === undefined ? (
        <LoadState query={foreseen} />
      ) : (
        <Consequences foreseen={foreseen.data} balanceCents={Number(balance)} />
      )}
    </ConfirmDialog>
  );
}

/** Nobody accepts texts that they did not see; null while the texts are the same. */
function describeChange(
  asked: SimLine,
  now: SimLine | null,
  words: SmsWords['lines'],
): string | null {
  if (now === null || now.breaks.length === 0) return words.meanwhile;
  const ids = new Set(now.breaks.map(({ id }) => id));
  const areSame = ids.size === asked.breaks.length && asked.breaks.every(({ id }) => ids.has(id));
  return areSame ? null : words.changedMeanwhile;
}

/** What would count as true, and who would be credited: shown before the person confirms. */
function Consequences({ foreseen, balanceCents }: ConsequencesProps) {
  const { lines: words } = useWords();
  const { payments, balances } = foreseen;
  const goesOn = balances.find(({ balance_cents: cents }) => cents === balanceCents);
  const credited = payments.filter(({ is_credited }) => is_credited);
  const held = payments.length - credited.length;
  return (
    <>
      {goesOn !== undefined && (
        <p className="consequence">
          {words.takenAsTrue(formatBalance(goesOn.becomes_cents / 100))}
        </p>
      )}
      <h3>{words.wouldBeCredited(credited.length)}</h3>
      <ul className="receipt-lines">
        {credited.map((payment) => (
          <ForeseenCredit key={payment.receipt_id} payment={payment} />
        ))}
      </ul>
      {held > 0 && <p className="soft">{words.wouldBeHeld(held)}</p>}
    </>
  );
}

interface ConsequencesProps {
  readonly foreseen: ForeseenLine;
  /** Zero before somebody has chosen. */
  readonly balanceCents: number;
}

function ForeseenCredit({ payment }: { readonly payment: ForeseenPayment }) {
  const { lines: words, fields, states, colon } = useWords();
  const { amount_xaf, payer_msisdn, payer_name, deposit } = payment;
  return (
    <li className="receipt-line">
      <p>
        <strong>
          <Money xaf={amount_xaf} />
        </strong>{' '}
        {fields.paidBy} <Msisdn value={payer_msisdn} /> {payer_name}
      </p>
      {deposit !== null && (
        <p className="whose">
          {deposit.state !== 'succeeded' && (
            <strong>{words.wouldBecome(states[deposit.state])}</strong>
          )}
          <span>
            {fields.reference}
            {colon} <strong>{deposit.reference}</strong>
          </span>
          <span>
            {fields.player}
            {colon} {shortId(deposit.player_id)}
          </span>
        </p>
      )}
    </li>
  );
}

/** Nothing is chosen beforehand: the newest balance may be the one that somebody has forged. */
function BalanceChoice({ line, value, onChange }: BalanceChoiceProps) {
  const { lines: words, language } = useWords();
  const told = line.breaks.toReversed().map(({ told_xaf: xaf, at }) => ({
    xaf,
    label: words.balanceTold(formatBalance(xaf), formatTime(at, language)),
  }));
  const own = {
    xaf: line.balance_xaf ?? 0,
    label: words.balanceOwn(formatBalance(line.balance_xaf ?? 0)),
  };
  const choices = new Map(
    [...told, own].map(({ xaf, label }) => [String(Math.round(xaf * 100)), label]),
  );
  return (
    <NativeSelect
      label={words.balanceAtOperator}
      description={words.balanceHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: words.choose },
        ...[...choices].map(([cents, label]) => ({ value: cents, label })),
      ]}
    />
  );
}

interface BalanceChoiceProps {
  readonly line: SimLine;
  /** In cents; empty before somebody has chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface AcceptDialogProps {
  readonly line: SimLine;
  /** The line as it is now: texts may come or be settled while the dialog is open. */
  readonly now: SimLine | null;
  readonly onClose: () => void;
}
