import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSendBackReceipt } from '../api/decisions.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { StateBadge } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Money, Msisdn } from '../ui/figures.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** Sends a payment of no platform back to its payer; only where the service says that it can. */
export function SendBack({ receipt }: Returned) {
  const { sendBack: words } = useWords();
  const [isAsked, setAsked] = useState(false);
  if (receipt.no_return !== null) return null;
  return (
    <>
      <Button size="md" variant="default" onClick={() => setAsked(true)}>
        {words.button}
      </Button>
      {isAsked && <SendBackDialog receipt={receipt} onClose={() => setAsked(false)} />}
    </>
  );
}

function SendBackDialog({ receipt, onClose }: Returned & { readonly onClose: () => void }) {
  const { sendBack: words } = useWords();
  const sendBack = useSendBackReceipt();
  const carryOut = useAdminAction();
  const { id, amount_xaf, payer_msisdn } = receipt;
  const what = `${formatMoney(amount_xaf)} · ${formatMsisdn(payer_msisdn)}`;
  return (
    <ConfirmDialog
      title={words.title}
      tone="go"
      confirmLabel={words.button}
      consequence={words.means}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(() => sendBack.mutateAsync({ id, reason }), words.done(what));
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

/** Where the withdrawals stand that send a payment back, or tried to. */
export function Returns({ receipt: { returns } }: Returned) {
  const { sendBack: words } = useWords();
  if (returns === undefined || returns.length === 0) return null;
  return (
    <Facts>
      <Fact name={words.returns}>
        {returns.map(({ id, amount_xaf, state }) => (
          <div key={id}>
            <Link to="/transactions/$id" params={{ id }} className="inline-link">
              <Money xaf={amount_xaf} />
            </Link>{' '}
            <StateBadge state={state} />
          </div>
        ))}
      </Fact>
    </Facts>
  );
}

interface Returned {
  readonly receipt: ReceiptWithCandidates;
}
