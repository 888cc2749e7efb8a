import { NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isWaiting } from '../api/admin.ts';
import { useDismissReceipt } from '../api/decisions.ts';
import type { DismissalMeaning, ReceiptRow, ReceiptWithCandidates } from '../api/types.ts';
import { Mark } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, MoneyAndNumber, Msisdn, Time } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { matchesOf } from './receipt-facts.tsx';

/** Why it was not credited yet, and what makes the text doubtful, before anything else. */
export function WhyHeld({ receipt }: { readonly receipt: ReceiptWithCandidates }) {
  const { heldPayment: words, said } = useWords();
  const left = matchesOf(receipt).length > 0 ? words.leftBehind : words.leftAlone;
  const more = receipt.doubts.filter((doubt) => doubt.text !== receipt.reason.text);
  return (
    <div className="approvals-note">
      <h2>{words.why}</h2>
      <p>
        <strong>{said(receipt.reason)}</strong>
      </p>
      {receipt.waits_for_line && (
        <p>
          {receipt.is_left_behind ? left : words.waitsForLine}{' '}
          <Link to="/lines" className="note-link">
            {words.toLine}
          </Link>
        </p>
      )}
      {more.length > 0 && (
        <>
          <h3>{words.doubts}</h3>
          <ul className="doubts">
            {more.map((doubt) => (
              <li key={doubt.text}>{said(doubt)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Texts with one operator's id about different payments, side by side. */
export function RivalTexts({ receipt }: { readonly receipt: ReceiptRow }) {
  const { heldPayment: words, fields } = useWords();
  if (receipt.rivals.length === 0) return null;
  return (
    <section aria-label={words.rivals}>
      <h3>{words.rivals}</h3>
      <p className="soft">{words.rivalsMean}</p>
      <ul className="receipt-lines rivals">
        {receipt.rivals.map((rival) => (
          <li key={rival.sms_id} className="receipt-line">
            <p>
              <strong>
                <Money xaf={rival.amount_xaf} />
              </strong>{' '}
              {fields.paidBy} <Msisdn value={rival.payer_msisdn} /> · <Time at={rival.at} />
            </p>
            {rival.is_believed && <Mark tone="green" text={words.rivalFits} />}
            <SmsText text={rival.text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks what the payment was; only a person who comes by an act of that name finds it chosen. */
export function DismissDialog(props: DismissDialogProps) {
  const { receipt, was: known, isGone, onClose, onDismissed } = props;
  const { heldPayment: words, changes } = useWords();
  const dismiss = useDismissReceipt();
  const carryOut = useAdminAction();
  const { id, amount_xaf, payer_msisdn } = receipt;
  const what = `${formatMoney(amount_xaf)} · ${formatMsisdn(payer_msisdn)}`;
  const [was, setWas] = useState<DismissalMeaning | ''>(known ?? '');
  const named = receipt.reason.params?.['deposit'];
  const [deposit, setDeposit] = useState(typeof named === 'string' ? named : '');
  const depositId = deposit.trim();
  return (
    <ConfirmDialog
      title={known === null ? words.dismissTitle : words.titles[known]}
      tone="danger"
      confirmLabel={known === null ? words.dismiss : words.acts[known]}
      {...(was === '' ? {} : { consequence: words.dismissMeans[was] })}
      isBlocked={was === '' || (was === 'deposit' && depositId === '')}
      asksReason
      overtaken={isGone ? words.meanwhile : null}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (was === '') return;
        const said = { id, was, reason, ...(was === 'deposit' ? { deposit_id: depositId } : {}) };
        const answer = await carryOut(
          () => dismiss.mutateAsync(said),
          (answer) => (isWaiting(answer) ? changes.waits : words.dismissed(what)),
        );
        onClose();
        if (answer !== null && !isWaiting(answer)) onDismissed();
      }}
    >
      <MoneyAndNumber xaf={amount_xaf} msisdn={payer_msisdn} />
      <NativeSelect
        label={words.was}
        value={was}
        onChange={(event) =>
          setWas(MEANINGS.find((one) => one === event.currentTarget.value) ?? '')
        }
        data={[
          { value: '', label: words.choose },
          ...MEANINGS.map((one) => ({ value: one, label: words.meanings[one] })),
        ]}
        required
      />
      {was === 'deposit' && (
        <TextInput
          label={words.depositId}
          value={deposit}
          onChange={(event) => setDeposit(event.currentTarget.value)}
          required
        />
      )}
    </ConfirmDialog>
  );
}

const MEANINGS = ['deposit', 'returned', 'forged', 'unknown'] as const;

/** What has an act of its own, which says what the payment was. */
export type NamedDismissal = Extract<DismissalMeaning, 'returned' | 'deposit'>;

interface DismissDialogProps {
  readonly receipt: ReceiptRow;
  /** What the person has said already, or `null`. */
  readonly was: NamedDismissal | null;
  /** Another person has used or dismissed it while the dialog was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
  /** Not while a second person has to agree. */
  readonly onDismissed: () => void;
}
