import { Button } from '@mantine/core';
import { useWords } from '../words/words.tsx';

/** A defect of ours. It says so, and that nothing was decided by it. */
export function Crash({ error }: { readonly error: Error }) {
  const { errors } = useWords();
  return (
    <div className="problem" role="alert">
      <h1>{errors.crash}</h1>
      <p className="code">{error.message}</p>
      <Button onClick={() => location.reload()}>{errors.reload}</Button>
    </div>
  );
}
