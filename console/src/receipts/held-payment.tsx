import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDismissReceipt } from '../api/decisions.ts';
import { mayDecide } from '../api/roles.ts';
import type { ReceiptRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Msisdn, Time } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Why it was not credited yet, and what makes the text doubtful, before anything else. */
export function WhyHeld({ receipt }: { readonly receipt: ReceiptRow }) {
  const { heldPayment: words, said } = useWords();
  const more = receipt.doubts.filter((doubt) => doubt.text !== receipt.reason.text);
  return (
    <div className="approvals-note">
      <h2>{words.why}</h2>
      <p>
        <strong>{said(receipt.reason)}</strong>
      </p>
      {receipt.waits_for_line && (
        <p>
          {words.waitsForLine}{' '}
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

export function DismissButton({ onAsk }: { readonly onAsk: () => void }) {
  const { heldPayment: words } = useWords();
  const { staff } = useMe();
  if (!mayDecide(staff)) return null;
  return (
    <div>
      <Button variant="outline" color="red" size="sm" onClick={onAsk}>
        {words.dismiss}
      </Button>
    </div>
  );
}

export function DismissDialog({ receipt, isGone, onClose }: DismissDialogProps) {
  const { heldPayment: words } = useWords();
  const dismiss = useDismissReceipt();
  const carryOut = useAdminAction();
  const { id, amount_xaf, payer_msisdn } = receipt;
  const what = `${formatMoney(amount_xaf)} · ${formatMsisdn(payer_msisdn)}`;
  return (
    <ConfirmDialog
      title={words.dismissTitle}
      tone="danger"
      confirmLabel={words.dismiss}
      consequence={words.dismissMeans}
      asksReason
      overtaken={isGone ? words.meanwhile : null}
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(() => dismiss.mutateAsync({ id, reason }), words.dismissed(what));
        onClose();
      }}
    >
      <div className="decision-facts">
        <p className="decision-amount">
          <Money xaf={amount_xaf} />
        </p>
        <p className="decision-number">
          <Msisdn value={payer_msisdn} />
        </p>
      </div>
    </ConfirmDialog>
  );
}

interface DismissDialogProps {
  readonly receipt: ReceiptRow;
  /** Another person has used or dismissed it while the dialog was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}
