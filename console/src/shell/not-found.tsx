import { Link } from '@tanstack/react-router';
import { useWords } from '../words/words.tsx';

export function NotFound() {
  const { errors, nav } = useWords();
  return (
    <div className="problem">
      <h1>{errors.notFound}</h1>
      <Link to="/" className="inline-link">
        {nav.home}
      </Link>
    </div>
  );
}
