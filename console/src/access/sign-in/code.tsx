import { Button } from '@mantine/core';
import { useSessionStep, useSignOut } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { CodeField } from './code-field.tsx';
import { SignInFrame } from './frame.tsx';

export function CodeScreen() {
  const { signIn } = useWords();
  const step = useSessionStep();
  const signOut = useSignOut();
  return (
    <SignInFrame title={signIn.codeTitle}>
      <StepForm
        error={step.error}
        onSubmit={(form) => step.mutate({ kind: 'second_factor', code: fieldOf(form, 'code') })}
      >
        <CodeField />
        <Button type="submit" size="md" loading={step.isPending}>
          {signIn.codeSubmit}
        </Button>
      </StepForm>
      <button
        type="button"
        className="quiet-button"
        onClick={() => signOut.mutate({ everywhere: false })}
      >
        {signIn.otherAccount}
      </button>
    </SignInFrame>
  );
}
