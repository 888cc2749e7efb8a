import { Button, TextInput } from '@mantine/core';
import { useSessionStep } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { SignInFrame } from './frame.tsx';
import { PasswordField } from './password-field.tsx';

export function SignInScreen({ hasEnded }: { readonly hasEnded: boolean }) {
  const { signIn } = useWords();
  const step = useSessionStep();
  return (
    <SignInFrame title={signIn.title}>
      {hasEnded && <p className="approvals-note">{signIn.ended}</p>}
      <StepForm
        error={step.error}
        onSubmit={(form) =>
          step.mutate({
            kind: 'sign_in',
            email: fieldOf(form, 'email'),
            password: fieldOf(form, 'password'),
          })
        }
      >
        <TextInput
          label={signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
        />
        <PasswordField label={signIn.password} name="password" autoComplete="current-password" />
        <Button type="submit" size="md" loading={step.isPending}>
          {signIn.submit}
        </Button>
      </StepForm>
      <details className="forgotten">
        <summary>{signIn.forgotten}</summary>
        <p>{signIn.forgottenHint}</p>
        <p>{signIn.forgottenAdmin}</p>
      </details>
    </SignInFrame>
  );
}
