import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { StateMark } from '../ui/states/state-mark.tsx';
import { useWords } from '../words/words.tsx';

/** A defect of the console. The page says so, and that nothing was decided by it. */
export function Crash({ error }: ErrorComponentProps) {
  const { errors } = useWords();
  return (
    <div className="state state-problem" role="alert">
      <StateMark kind="broken" />
      <h1>{errors.crash}</h1>
      <Button onClick={() => location.reload()}>{errors.reload}</Button>
      <p className="state-id code">{error instanceof Error ? error.message : String(error)}</p>
    </div>
  );
}
