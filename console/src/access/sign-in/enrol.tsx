import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { renderSVG } from 'uqr';
import { type Enrolment, useEnrolment, useSessionStep } from '../../api/session.ts';
import { fieldOf } from '../../ui/field-of.ts';
import { CopyText } from '../../ui/figures.tsx';
import { describeProblem } from '../../ui/states/describe-problem.ts';
import { Loading } from '../../ui/states/loading.tsx';
import { StepForm } from '../../ui/step-form.tsx';
import { useWords } from '../../words/words.tsx';
import { NewPasskey } from '../factors/passkeys.tsx';
import { CodeField } from './code-field.tsx';
import { SignInFrame } from './frame.tsx';

export function EnrolScreen() {
  const { signIn, factors } = useWords();
  return (
    <SignInFrame title={signIn.enrolTitle}>
      <EnrolForm isAtOnce />
      <h2>{factors.passkeys}</h2>
      <p>{factors.passkeysHint}</p>
      <NewPasskey />
    </SignInFrame>
  );
}

/** Also part of the account page, for those who enrol before they must. */
export function EnrolForm({ isAtOnce = false, onDone }: EnrolFormProps) {
  const words = useWords();
  const enrolment = useEnrolment();
  const step = useSessionStep();
  const { mutate: begin } = enrolment;
  const hasBegun = useRef(false);
  useEffect(() => {
    // A second beginning would make another key than the one that was scanned.
    if (isAtOnce && !hasBegun.current) begin();
    hasBegun.current = true;
  }, [isAtOnce, begin]);
  if (enrolment.data === undefined) {
    return (
      <div className="form">
        {isAtOnce && enrolment.error === null ? (
          <Loading shape="short" lines={4} />
        ) : (
          <p>{words.signIn.enrolFirst}</p>
        )}
        {enrolment.error !== null && (
          <p className="form-problem" role="alert">
            {describeProblem(enrolment.error, words)}
          </p>
        )}
        {(!isAtOnce || enrolment.error !== null) && (
          <Button size="md" loading={enrolment.isPending} onClick={() => begin()}>
            {words.signIn.enrolStart}
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <p>{words.signIn.enrolHint}</p>
      <EnrolmentPicture enrolment={enrolment.data} />
      <StepForm
        error={step.error}
        onSubmit={(form) =>
          step.mutate(
            { kind: 'confirm_enrolment', code: fieldOf(form, 'code') },
            { onSuccess: () => onDone?.() },
          )
        }
      >
        <CodeField />
        <Button type="submit" size="md" loading={step.isPending}>
          {words.signIn.codeSubmit}
        </Button>
      </StepForm>
    </>
  );
}

interface EnrolFormProps {
  /** Where nothing else can be done first, the code is there without a click. */
  readonly isAtOnce?: boolean;
  readonly onDone?: () => void;
}

/** The picture is made here, so that the secret is not sent to any picture service. */
function EnrolmentPicture({ enrolment }: { readonly enrolment: Enrolment }) {
  const { signIn } = useWords();
  const svg = renderSVG(enrolment.otpauth_uri, { border: 2 });
  return (
    <div className="enrolment">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={signIn.enrolQr}
        width={200}
        height={200}
      />
      <p>
        {signIn.enrolSecret}
        <br />
        <span className="code" data-testid="totp-secret">
          {enrolment.secret}
        </span>{' '}
        <CopyText value={enrolment.secret} label={signIn.enrolSecret} />
      </p>
    </div>
  );
}
