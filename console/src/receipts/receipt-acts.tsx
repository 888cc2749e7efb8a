import { Button } from '@mantine/core';
import { mayDecide } from '../api/roles.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { ActsMenu } from '../ui/lists/acts-menu.tsx';
import { useWords } from '../words/words.tsx';
import type { NamedDismissal } from './held-payment.tsx';
import { isForItsLine, matchesOf } from './receipt-facts.tsx';
import { SendBack } from './send-back.tsx';

/**
 * What can become of a payment, the job first and setting it aside last. What cannot be done is not
 * offered: the payment says above why it waits, and a near deposit why it cannot be completed.
 */
export function ReceiptActs(props: ReceiptActsProps) {
  const { receipt, isMatching, isDismissing, onMatch, onDismiss } = props;
  const { heldPayment: words, actions, list, said } = useWords();
  const { staff } = useMe();
  if (!mayDecide(staff)) return <p className="why-not">{actions.whyNot.role}</p>;
  const isUnread = (receipt.open_fields?.length ?? 0) > 0;
  const isReady = !isForItsLine(receipt) && !isUnread;
  const mayMatch = !isMatching && isReady && matchesOf(receipt).length > 0;
  const mayName = !isDismissing && !receipt.waits_for_line;
  const noReturn = mayName && receipt.no_return ? said(receipt.no_return) : null;
  const why = isUnread ? words.fillInFirst : noReturn;
  return (
    <div className="decisions">
      <div className="decision-buttons">
        {mayMatch && (
          <Button size="md" onClick={onMatch}>
            {words.match}
          </Button>
        )}
        {!isDismissing && (
          <>
            <SendBack receipt={receipt} />
            <Button size="md" variant="outline" color="red" onClick={() => onDismiss(null)}>
              {words.dismiss}
            </Button>
          </>
        )}
        {mayName && (
          <ActsMenu label={list.otherActs}>
            {NAMED.map((was) => (
              <button key={was} type="button" onClick={() => onDismiss(was)}>
                {words.acts[was]}
              </button>
            ))}
          </ActsMenu>
        )}
      </div>
      {why !== null && <p className="why-not">{why}</p>}
    </div>
  );
}

const NAMED: readonly NamedDismissal[] = ['returned', 'deposit'];

interface ReceiptActsProps {
  readonly receipt: ReceiptWithCandidates;
  /** A deposit is open already, with the button that completes it. */
  readonly isMatching: boolean;
  /** One person has asked to dismiss it, and a second one has not decided yet. */
  readonly isDismissing: boolean;
  readonly onMatch: () => void;
  readonly onDismiss: (was: NamedDismissal | null) => void;
}
