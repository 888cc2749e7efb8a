import type { Operator } from '../operators/operator.ts';
import { foldSender } from './sms/template.ts';

interface Text {
  readonly id: string;
  readonly operator: Operator;
  readonly sender: string;
  readonly at: Date;
  readonly text: string;
}

/** A sender of an operator's words to our SIMs that is not known as the operator's. */
export interface StrangeSender {
  readonly operator: Operator;
  /** As `foldSender` gives it. */
  readonly sender: string;
  /** As it was last spelled. */
  readonly spelled: string;
  readonly texts: number;
  readonly lastAt: Date;
  readonly lastText: string;
  /** Why it cannot be accepted. */
  readonly refusal: SenderRefusal | null;
}

/** Groups texts, newest first, by who sent them. */
export function strangeSendersOf(texts: readonly Text[]): readonly StrangeSender[] {
  const found = new Map<string, StrangeSender>();
  for (const { operator, sender: spelled, at, text } of texts) {
    const sender = foldSender(spelled);
    const key = `${operator} ${sender}`;
    const known = found.get(key);
    if (known === undefined) {
      const refusal = refuseSender(sender);
      found.set(key, {
        operator,
        sender,
        spelled,
        texts: 1,
        lastAt: at,
        lastText: text,
        refusal,
      });
    } else {
      found.set(key, { ...known, texts: known.texts + 1 });
    }
  }
  return [...found.values()];
}

export type SenderRefusal = 'sender_is_a_number' | 'sender_not_plain';

/** Short codes of operators have fewer digits than the number of any phone. */
const LONGEST_SHORT_CODE = 6;

/**
 * Why a sender, as `foldSender` gives it, cannot be an operator's, or `null` if a person may
 * decide. Anyone can send a text from a phone, and letters of other scripts imitate Latin ones.
 */
export function refuseSender(sender: string): SenderRefusal | null {
  if (!/^[!-~]{1,40}$/.test(sender)) return 'sender_not_plain';
  const digits = sender.replaceAll(/[^0-9]/g, '');
  const isNumber = !/[a-z]/.test(sender) && digits.length > LONGEST_SHORT_CODE;
  return isNumber ? 'sender_is_a_number' : null;
}
