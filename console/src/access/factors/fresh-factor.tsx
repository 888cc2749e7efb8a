import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { FreshFactorContext, useFactors, type WithFreshFactor } from '../../api/factors.ts';
import { useSession, useSessionStep } from '../../api/session.ts';
import { Dialog } from '../../ui/confirm-dialog.tsx';
import { fieldOf } from '../../ui/field-of.ts';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { FactorForms } from '../sign-in/code.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';

interface Question {
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/** Asks for a factor in the middle of an act, and lets the act go on once it is given. */
export function FreshFactorProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const withFreshFactor: WithFreshFactor = useCallback(async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!isFactorMissing(error)) throw error;
      await new Promise<void>((resolve, reject) => {
        setQuestion({ onGiven: resolve, onClose: () => reject(error) });
      }).finally(() => setQuestion(null));
      return act();
    }
  }, []);
  return (
    <FreshFactorContext value={withFreshFactor}>
      {children}
      {question !== null && <FreshFactorDialog {...question} />}
    </FreshFactorContext>
  );
}

function isFactorMissing(error: unknown): boolean {
  return error instanceof ApiError && error.refusal.code === 'fresh_factor_first';
}

function FreshFactorDialog({ onGiven, onClose }: Question) {
  const { factors: words } = useWords();
  const { data: session } = useSession();
  const query = useFactors();
  const has = query.data;
  return (
    <Dialog title={words.fresh} onClose={onClose}>
      <p>{words.freshHint}</p>
      {has === undefined && <Unloaded query={query} shape="short" lines={2} />}
      {has !== undefined && (has.totp || has.passkeys.length > 0) && (
        <FactorForms onGiven={onGiven} />
      )}
      {has?.totp === false && has.passkeys.length === 0 && session !== undefined && (
        <Password email={session.staff.email} onGiven={onGiven} />
      )}
    </Dialog>
  );
}

/** Of an account without a second factor: a new sign-in takes the place of the session. */
function Password({ email, onGiven }: { readonly email: string; readonly onGiven: () => void }) {
  const { signIn } = useWords();
  const step = useSessionStep();
  return (
    <StepForm
      error={step.error}
      onSubmit={(form) =>
        step.mutate(
          { kind: 'sign_in', email, password: fieldOf(form, 'password') },
          { onSuccess: onGiven },
        )
      }
    >
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        data-autofocus
      />
      <Button type="submit" size="md" loading={step.isPending}>
        {signIn.codeSubmit}
      </Button>
    </StepForm>
  );
}
