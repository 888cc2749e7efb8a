import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ScreenNotLoaded } from '../lazy-screen.ts';
import { StateMark } from '../ui/states/state-mark.tsx';
import { useWords } from '../words/words.tsx';

/** A screen that cannot be loaded now, or a defect of the console; nothing was decided by either. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { errors } = useWords();
  const router = useRouter();
  if (error instanceof ScreenNotLoaded) {
    return (
      <div className="state state-problem" role="alert">
        <StateMark kind="broken" />
        <h1>{errors.notLoaded}</h1>
        <Button
          onClick={async () => {
            await router.invalidate();
            reset();
          }}
        >
          {errors.retry}
        </Button>
      </div>
    );
  }
  return (
    <div className="state state-problem" role="alert">
      <StateMark kind="broken" />
      <h1>{errors.crash}</h1>
      <Button onClick={() => location.reload()}>{errors.reload}</Button>
      <p className="state-id code">{error instanceof Error ? error.message : String(error)}</p>
    </div>
  );
}
