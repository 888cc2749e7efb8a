import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSendBackReceipt } from '../api/decisions.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { StateBadge } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Money, MoneyAndNumber } from '../ui/figures.tsx';
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
  const { id, amount_xaf, payer_msisdn } = receipt;
  const what = `${formatMoney(amount_xaf)} · ${formatMsisdn(payer_msisdn)}`;
  return (
    <ActDialog
      title={words.title}
      confirmLabel={words.button}
      consequence={words.means}
      onClose={onClose}
      act={(reason) => sendBack.mutateAsync({ id, reason })}
      done={words.done(what)}
    >
      <MoneyAndNumber xaf={amount_xaf} msisdn={payer_msisdn} />
    </ActDialog>
  );
}

/** Where the withdrawals stand that send a payment back, or tried to. */
export function Returns({ receipt: { returns } }: Returned) {
  const { sendBack: words } = useWords();
  if (returns === undefined || returns.length === 0) return null;
  return (
    <Facts>
      <Fact name={words.returns}>
        {returns.map(({ id, amount_xaf, state, reason_code }) => (
          <div key={id}>
            <Link to="/transactions/$id" params={{ id }} className="inline-link">
              <Money xaf={amount_xaf} />
            </Link>{' '}
            <StateBadge state={state} reason={reason_code} />
          </div>
        ))}
      </Fact>
    </Facts>
  );
}

interface Returned {
  readonly receipt: ReceiptWithCandidates;
}
