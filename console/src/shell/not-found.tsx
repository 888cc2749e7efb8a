import { Link } from '@tanstack/react-router';
import { StateMark } from '../ui/states/state-mark.tsx';
import { useWords } from '../words/words.tsx';

export function NotFound() {
  const { errors, empty, nav } = useWords();
  return (
    <div className="state">
      <StateMark kind="search" />
      <h1>{errors.notFound}</h1>
      <Link to="/" className="quiet-button">
        {empty.goTo(nav.home)}
      </Link>
    </div>
  );
}
