import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDismissReceipt } from '../api/decisions.ts';
import type { ReceiptRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Why nobody was credited yet, and what makes the text doubtful, before anything else. */
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

export function DismissButton({ onAsk }: { readonly onAsk: () => void }) {
  const { heldPayment: words } = useWords();
  const { staff } = useMe();
  if (staff.role === 'viewer') return null;
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
  /** Somebody else has used or dismissed it while the dialog was open. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}
