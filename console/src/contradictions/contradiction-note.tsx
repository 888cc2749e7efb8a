import { Link } from '@tanstack/react-router';
import type { DetailAnswer } from '../api/types.ts';
import { Age, Time } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';
import { openContradictions } from './open-contradictions.ts';

/** What was said against what was settled here and is not closed, before anything else. */
export function ContradictionNote({ detail }: { readonly detail: DetailAnswer }) {
  const { contradictions: words, said } = useWords();
  const open = openContradictions(detail);
  if (open.length === 0) return null;
  return (
    <div className="problem-note">
      {open.map(({ id, remark, recorded_at }) => (
        <p key={id}>
          <strong>{said(remark)}</strong> {words.since} <Time at={recorded_at} /> (
          <Age since={recorded_at} />)
        </p>
      ))}
      <p>
        <Link to="/contradictions" className="note-link">
          {words.look}
        </Link>
      </p>
    </div>
  );
}
