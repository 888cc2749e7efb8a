import { HIDDEN_BALANCE } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** The operator's own words, collapsed; they decide when there is a dispute. */
export function SmsText({ text }: { readonly text: string }) {
  const { heldPayment: words } = useWords();
  return (
    <details className="sms-fold">
      <summary className="sms-fold-head" data-row>
        {text.includes(HIDDEN_BALANCE) ? words.maskedText : words.text}
      </summary>
      <pre className="answer sms-text">{text}</pre>
    </details>
  );
}
