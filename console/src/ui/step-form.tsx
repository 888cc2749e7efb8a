import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { describeProblem } from './states/describe-problem.ts';

/** A form whose fields keep what was typed when the service refuses it. */
export function StepForm({ error, onSubmit, children }: StepFormProps) {
  const words = useWords();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      {error !== null && (
        <p className="form-problem" role="alert">
          {describeProblem(error, words)}
        </p>
      )}
    </form>
  );
}

interface StepFormProps {
  readonly error: Error | null;
  readonly children: ReactNode;
  readonly onSubmit: (form: FormData) => void;
}
