import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { knowsPasskeys, NoPasskey, useFactors } from '../../api/factors.ts';
import { useSessionStep, useSignOut } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { CodeField } from './code-field.tsx';
import { SignInFrame } from './frame.tsx';

type Factor = 'app' | 'recovery' | 'passkey';

export function CodeScreen() {
  const { signIn } = useWords();
  const signOut = useSignOut();
  return (
    <SignInFrame title={signIn.codeTitle}>
      <FactorForms />
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

/** The second factor: whichever the person has at hand. */
export function FactorForms({ onGiven }: FactorProps) {
  const { factors: words } = useWords();
  const { data } = useFactors();
  const [chosen, setChosen] = useState<Factor | null>(null);
  const has = {
    passkey: (data?.passkeys.length ?? 0) > 0 && knowsPasskeys(),
    app: data?.totp ?? true,
    recovery: (data?.recovery_codes ?? 0) > 0,
  };
  const factor = chosen ?? (has.app ? 'app' : 'passkey');
  const others = (['passkey', 'app', 'recovery'] as const).filter(
    (other) => has[other] && other !== factor,
  );
  const names = { passkey: words.usePasskey, app: words.useApp, recovery: words.useRecovery };
  const given = onGiven === undefined ? {} : { onGiven };
  return (
    <>
      {factor === 'app' && <AppCode {...given} />}
      {factor === 'recovery' && <RecoveryCode {...given} />}
      {factor === 'passkey' && <Passkey {...given} />}
      {others.map((other) => (
        <button key={other} type="button" className="quiet-button" onClick={() => setChosen(other)}>
          {names[other]}
        </button>
      ))}
    </>
  );
}

interface FactorProps {
  readonly onGiven?: () => void;
}

function AppCode({ onGiven }: FactorProps) {
  const { signIn } = useWords();
  const step = useSessionStep();
  return (
    <StepForm
      error={step.error}
      onSubmit={(form) =>
        step.mutate(
          { kind: 'second_factor', code: fieldOf(form, 'code') },
          { onSuccess: () => onGiven?.() },
        )
      }
    >
      <CodeField />
      <Button type="submit" size="md" loading={step.isPending}>
        {signIn.codeSubmit}
      </Button>
    </StepForm>
  );
}

function RecoveryCode({ onGiven }: FactorProps) {
  const { signIn, factors: words } = useWords();
  const step = useSessionStep();
  return (
    <StepForm
      error={step.error}
      onSubmit={(form) =>
        step.mutate(
          { kind: 'recovery_code', code: fieldOf(form, 'recovery') },
          { onSuccess: () => onGiven?.() },
        )
      }
    >
      <TextInput
        label={words.recoveryCode}
        description={words.recoveryCodeHint}
        name="recovery"
        minLength={16}
        maxLength={40}
        autoComplete="off"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" size="md" loading={step.isPending}>
        {signIn.codeSubmit}
      </Button>
    </StepForm>
  );
}

function Passkey({ onGiven }: FactorProps) {
  const { factors: words } = useWords();
  const step = useSessionStep();
  return (
    <StepForm
      error={step.error instanceof NoPasskey ? null : step.error}
      onSubmit={() => step.mutate({ kind: 'give_passkey' }, { onSuccess: () => onGiven?.() })}
    >
      <p>{words.passkeysHint}</p>
      {step.error instanceof NoPasskey && (
        <p className="form-problem" role="alert">
          {words.noPasskey}
        </p>
      )}
      <Button type="submit" size="md" loading={step.isPending} autoFocus>
        {words.usePasskey}
      </Button>
    </StepForm>
  );
}
