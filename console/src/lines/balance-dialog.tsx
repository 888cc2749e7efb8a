import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLinePreview } from '../api/admin.ts';
import { useTrustBalance } from '../api/decisions.ts';
import type { LinePreviewAnswer, PaymentPreview, SimLine } from '../api/types.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { useAnnounce } from '../ui/result-message.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn, shortId } from '../words/format.ts';
import { formatBalance, readBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/**
 * Asks what a line has at its operator, and shows what that would credit before it is confirmed.
 * Nothing is proposed: the balances in the texts may be forged.
 */
export function BalanceDialog({ line, onClose }: BalanceDialogProps) {
  const { lines: words, said } = useWords();
  const trust = useTrustBalance();
  const [typed, setTyped] = useState('');
  const [minutesAgo, setMinutesAgo] = useState(0);
  const balanceCents = readBalance(typed);
  const expected = useLinePreview(line.line, { balanceCents, minutesAgo });
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  const isUnreadable = typed.trim() !== '' && balanceCents === null;
  return (
    <ConfirmDialog
      title={words.balanceTitle(formatMsisdn(line.line))}
      tone="go"
      confirmLabel={words.confirmBalance}
      consequence={words.balanceMeans}
      asksReason
      isBlocked={balanceCents === null || expected.data === undefined}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (balanceCents === null) return;
        const typedOf = { line: line.line, balanceCents, minutesAgo, reason };
        const answer = await carryOut(() => trust.mutateAsync(typedOf), null);
        if (answer !== null) {
          const { credited, to_decide, held, left, becomes_cents, gap } = answer;
          const sentences = [
            words.goesOn(formatBalance(becomes_cents / 100)),
            words.trusted({ credited, toDecide: to_decide, unmatched: held + left }),
            ...(gap === null ? [] : [said(gap)]),
          ];
          announce({ tone: 'good', text: sentences.join(' ') });
        }
        onClose();
      }}
    >
      <TextInput
        label={words.balanceAtOperator}
        description={words.balanceHint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        inputMode="decimal"
        autoComplete="off"
        error={isUnreadable ? words.balanceUnreadable : null}
        required
      />
      <NativeSelect
        size="md"
        label={words.readWhen}
        value={minutesAgo}
        onChange={(event) => setMinutesAgo(Number(event.currentTarget.value))}
        data={MINUTES.map((minutes) => ({
          value: String(minutes),
          label: words.minutesAgo(minutes),
        }))}
      />
      {balanceCents !== null &&
        (expected.data === undefined ? (
          <Unloaded query={expected} shape="facts" lines={3} />
        ) : (
          <Consequences expected={expected.data} />
        ))}
    </ConfirmDialog>
  );
}

/** A balance that was read longer ago is read again. */
const MINUTES = Array.from({ length: 11 }, (_, minutes) => minutes);

/** Whose deposits would succeed, and which would wait for a decision. What the line has, or lacks, is said when the reason has been given. */
function Consequences({ expected }: { readonly expected: LinePreviewAnswer }) {
  const { lines: words } = useWords();
  const { payments, left } = expected;
  const matched = payments.filter(({ is_credited }) => is_credited);
  const credited = matched.filter(({ deposit }) => deposit?.state === 'succeeded');
  const late = matched.filter(({ deposit }) => deposit?.state !== 'succeeded');
  const held = payments.length - matched.length - left;
  return (
    <>
      <MatchedPayments title={words.wouldBeCredited(credited.length)} payments={credited} />
      {late.length > 0 && <MatchedPayments title={words.wouldBeDecided} payments={late} />}
      {held > 0 && <p className="soft">{words.wouldBeHeld(held)}</p>}
      {left > 0 && <p className="soft">{words.wouldBeLeft(left)}</p>}
    </>
  );
}

function MatchedPayments({ title, payments }: MatchedPaymentsProps) {
  return (
    <>
      <h3>{title}</h3>
      <ul className="receipt-lines">
        {payments.map((payment) => (
          <MatchedPayment key={payment.receipt_id} payment={payment} />
        ))}
      </ul>
    </>
  );
}

interface MatchedPaymentsProps {
  readonly title: string;
  readonly payments: readonly PaymentPreview[];
}

function MatchedPayment({ payment }: { readonly payment: PaymentPreview }) {
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

interface BalanceDialogProps {
  readonly line: SimLine;
  readonly onClose: () => void;
}
