import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayDecide } from '../api/roles.ts';
import type { ReceiptWithCandidates } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark } from '../ui/badges.tsx';
import { Money } from '../ui/figures.tsx';
import { SmsText } from '../ui/sms-text.tsx';
import { useWords } from '../words/words.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { ReceiptMark } from './receipt-rows.tsx';
import { Returns } from './send-back.tsx';

/** A payment that waits for nothing any more, for people who come by an old link or a search. */
export function SettledReceipt({ receipt, mayAsk, onDismiss }: SettledReceiptProps) {
  const { heldPayment: words } = useWords();
  const { staff } = useMe();
  return (
    <>
      <p className="head-amount">
        <Money xaf={receipt.amount_xaf} />
      </p>
      <p className="head-kind">
        <SettledMark receipt={receipt} />
        {receipt.used_for !== null && (
          <Link to="/transactions/$id" params={{ id: receipt.used_for }} className="inline-link">
            {words.usedFor}
          </Link>
        )}
        {receipt.state === 'dismissed' && (
          <Link to="/audit" search={{ q: `receipt:${receipt.id}` }} className="inline-link">
            {isReturned(receipt) ? words.returnedBy : words.dismissedBy}
          </Link>
        )}
      </p>
      {receipt.dismissed_as !== null && !isOnItsWay(receipt) && (
        <p>{words.meanings[receipt.dismissed_as]}</p>
      )}
      <Returns receipt={receipt} />
      <ReceiptFacts receipt={receipt} />
      {receipt.sms_text !== null && <SmsText text={receipt.sms_text} />}
      {receipt.state === 'dismissed' &&
        [null, 'unknown'].includes(receipt.dismissed_as) &&
        mayAsk &&
        mayDecide(staff) && (
          <div>
            <Button variant="default" size="sm" onClick={onDismiss}>
              {words.sayWhat}
            </Button>
          </div>
        )}
    </>
  );
}

/** A payment that goes back was dismissed for that, and is returned once its withdrawal succeeded. */
function SettledMark({ receipt }: Pick<SettledReceiptProps, 'receipt'>) {
  const { sendBack: words } = useWords();
  if (!isReturned(receipt)) return <ReceiptMark state={receipt.state} />;
  return isOnItsWay(receipt) ? (
    <Mark tone="amber" text={words.underWay} />
  ) : (
    <Mark tone="grey" text={words.arrived} />
  );
}

/** Its newest withdrawal gives it back, or may still do so. */
function isReturned({ state, returns: [newest] = [] }: ReceiptWithCandidates): boolean {
  return state === 'dismissed' && newest !== undefined && newest.state !== 'failed';
}

/** Its return has not succeeded yet: it would be wrong to call it returned. */
function isOnItsWay({ returns: [newest] = [] }: ReceiptWithCandidates): boolean {
  return newest !== undefined && !['succeeded', 'failed'].includes(newest.state);
}

interface SettledReceiptProps {
  readonly receipt: ReceiptWithCandidates;
  /** Nobody has asked already to say what it was. */
  readonly mayAsk: boolean;
  readonly onDismiss: () => void;
}
