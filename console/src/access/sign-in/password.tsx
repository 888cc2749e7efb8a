import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useSessionStep } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { SignInFrame } from './frame.tsx';
import { PasswordField } from './password-field.tsx';

const SHORTEST_PASSWORD = 12;

export function PasswordScreen() {
  const { signIn } = useWords();
  return (
    <SignInFrame title={signIn.passwordTitle}>
      <p>{signIn.passwordHint}</p>
      <PasswordForm isFirst />
    </SignInFrame>
  );
}

export function PasswordForm({ isFirst = false, hasTokens = false, onDone }: PasswordFormProps) {
  const { signIn } = useWords();
  const step = useSessionStep();
  const [problem, setProblem] = useState<'short' | 'differ' | null>(null);

  function submit(form: FormData) {
    const newPassword = fieldOf(form, 'new');
    const isShort = newPassword.length < SHORTEST_PASSWORD;
    const isDifferent = newPassword !== fieldOf(form, 'repeat');
    setProblem(isShort ? 'short' : isDifferent ? 'differ' : null);
    if (isShort || isDifferent) return;
    step.mutate(
      {
        kind: 'change_password',
        currentPassword: isFirst ? null : fieldOf(form, 'current'),
        newPassword,
        keepsTokens: form.has('keep-tokens'),
      },
      { onSuccess: () => onDone?.() },
    );
  }

  return (
    <StepForm error={step.error} onSubmit={submit}>
      {!isFirst && (
        <PasswordField
          label={signIn.currentPassword}
          name="current"
          autoComplete="current-password"
        />
      )}
      <PasswordField
        label={signIn.newPassword}
        name="new"
        autoComplete="new-password"
        error={problem === 'short' ? signIn.passwordShort : null}
      />
      <PasswordField
        label={signIn.repeatPassword}
        name="repeat"
        autoComplete="new-password"
        error={problem === 'differ' ? signIn.passwordsDiffer : null}
      />
      {hasTokens && <Checkbox label={signIn.keepTokens} name="keep-tokens" />}
      <Button type="submit" size="md" loading={step.isPending}>
        {signIn.passwordSubmit}
      </Button>
    </StepForm>
  );
}

interface PasswordFormProps {
  /** Right after the sign-in with a temporary password, which is not typed twice. */
  readonly isFirst?: boolean;
  /** Whether scripts work with tokens of this person. */
  readonly hasTokens?: boolean;
  readonly onDone?: () => void;
}
