import { Button } from '@mantine/core';
import { mayDecide } from '../api/roles.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useWords, type Words } from '../words/words.tsx';
import type { NamedDismissal } from './held-payment.tsx';
import { SendBack } from './send-back.tsx';

/** What can become of a payment, the job first and setting it aside last. */
export function ReceiptActs(props: ReceiptActsProps) {
  const { receipt, isMatching, isDismissing, onMatch, onDismiss } = props;
  const all = useWords();
  const { heldPayment: words, actions, said } = all;
  const { staff } = useMe();
  if (!mayDecide(staff)) return <p className="why-not">{actions.whyNot.role}</p>;
  const noMatch = whyNoMatch(receipt, all);
  const notNamed = receipt.waits_for_line && !isDismissing ? words.waitsFirst : null;
  // What nothing can be done with yet says so once.
  const noReturn =
    notNamed === null && !isDismissing && receipt.no_return ? said(receipt.no_return) : null;
  const whys = [isMatching ? null : noMatch, notNamed, noReturn];
  const reasons = new Set(whys.filter((why) => why !== null));
  return (
    <div className="decisions">
      <div className="decision-buttons">
        {!isMatching && (
          <Button size="md" disabled={noMatch !== null} onClick={onMatch}>
            {words.match}
          </Button>
        )}
        {!isDismissing && (
          <>
            <SendBack receipt={receipt} />
            {NAMED.map((was) => (
              <Button
                key={was}
                size="md"
                variant="default"
                disabled={notNamed !== null}
                onClick={() => onDismiss(was)}
              >
                {words.acts[was]}
              </Button>
            ))}
            <Button size="md" variant="outline" color="red" onClick={() => onDismiss(null)}>
              {words.dismiss}
            </Button>
          </>
        )}
      </div>
      {[...reasons].map((sentence) => (
        <p key={sentence} className="why-not">
          {sentence}
        </p>
      ))}
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

function whyNoMatch(receipt: ReceiptWithCandidates, words: Words): string | null {
  const { heldPayment, empty, actions } = words;
  if (receipt.waits_for_line) return heldPayment.waitsFirst;
  if (receipt.open_fields?.length) return heldPayment.fillInFirst;
  if (receipt.candidates.length === 0) return empty.candidates;
  return matchesOf(receipt).length === 0 ? actions.whyNot.complete : null;
}

/** The near deposits that staff may complete from payments. */
export function matchesOf({ candidates }: ReceiptWithCandidates) {
  return candidates.filter(({ may_complete: may }) => may !== false);
}
