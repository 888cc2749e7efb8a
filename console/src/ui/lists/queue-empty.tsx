import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/words.tsx';
import { Empty } from '../states/empty.tsx';

/** A queue in which nothing waits, and where to go on. */
export function QueueEmpty({ text, to, place }: QueueEmptyProps) {
  const { empty } = useWords();
  return (
    <Empty mark="done" text={text}>
      <Link to={to} className="quiet-button">
        {empty.goTo(place)}
      </Link>
    </Empty>
  );
}

interface QueueEmptyProps {
  readonly text: string;
  readonly to: '/approvals' | '/under-way' | '/transactions' | '/sms';
  /** The name of that screen. */
  readonly place: string;
}
