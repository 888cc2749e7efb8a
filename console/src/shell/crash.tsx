import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useWords } from '../words/words.tsx';

/** A defect of the console. The page says so, and that nothing was decided by it. */
export function Crash({ error }: ErrorComponentProps) {
  const { errors } = useWords();
  return (
    <div className="problem" role="alert">
      <h1>{errors.crash}</h1>
      <p className="code">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>{errors.reload}</Button>
    </div>
  );
}
