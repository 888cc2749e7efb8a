import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operator } from '../../api/types.ts';
import { showInView } from '../../hooks/show-in-view.ts';
import { OperatorMark } from '../badges.tsx';
import { Age, Money } from '../figures.tsx';

/** One row of a queue: how much, whose, since when. The whole row opens it beside the list. */
export function QueueRow(props: QueueRowProps) {
  const { isLeaving, isOpen } = props;
  return (
    <li
      ref={isOpen ? showInView : undefined}
      className="row"
      data-leaving={isLeaving || undefined}
      data-here={isOpen || undefined}
    >
      {props.check}
      <Link
        to={props.to}
        search={{ id: props.id }}
        className="row-link queue-line"
        aria-current={isOpen ? 'true' : undefined}
        data-row
      >
        <span className="line-amount">
          <Money xaf={props.amountXaf} />
          {/* Beside what is there already: a name that comes later must not move the rows. */}
          {typeof props.name === 'string' && (
            <span className="line-name" title={props.name} data-clips>
              {props.name}
            </span>
          )}
        </span>
        <span className="line-operator">
          <OperatorMark operator={props.operator} />
        </span>
        <span className="line-number">{props.number}</span>
        <span className="line-time">
          <Age since={props.since} />
        </span>
        <span className="line-note">{props.note}</span>
      </Link>
    </li>
  );
}

interface QueueRowProps {
  readonly to: '/approvals' | '/held' | '/under-way' | '/receipts';
  readonly id: string;
  readonly amountXaf: number;
  /** Whose the number is, where that is known. */
  readonly name?: string | null;
  readonly operator: Operator;
  readonly number: ReactNode;
  readonly since: string;
  readonly note?: ReactNode;
  /** A checkbox before the row, for choosing several. */
  readonly check?: ReactNode;
  readonly isLeaving: boolean;
  readonly isOpen: boolean;
}
