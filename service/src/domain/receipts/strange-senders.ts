import type { Operator } from '../operators/operator.ts';
import { refuseSender, type SenderRefusal } from './sender.ts';
import { foldSender } from './sms/template.ts';

interface Text {
  readonly id: string;
  readonly operator: Operator;
  readonly sender: string;
  readonly at: Date;
  readonly text: string;
}

/** Somebody who writes an operator's words to our SIMs and is not known as its sender. */
export interface StrangeSender {
  readonly operator: Operator;
  /** As `foldSender` gives it. */
  readonly sender: string;
  /** As it was last spelled. */
  readonly spelled: string;
  readonly texts: number;
  readonly lastAt: Date;
  readonly lastText: string;
  /** Why nobody can accept it. */
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
