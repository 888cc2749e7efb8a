import type { ReactNode } from 'react';
import { type MarkKind, StateMark } from './state-mark.tsx';

/**
 * A list or a screen with nothing on it: what will appear here, and one thing to do. Without a
 * mark it is a line inside a card, where the card's title and its buttons say the rest.
 */
export function Empty({ mark, text, children }: EmptyProps) {
  if (mark === undefined) return <p className="empty">{text}</p>;
  return (
    <div className="state">
      <StateMark kind={mark} />
      <p className="state-text">{text}</p>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly mark?: MarkKind;
  readonly text: string;
  /** One link or button. */
  readonly children?: ReactNode;
}
