import { Activity, lazy, type ReactNode, Suspense, useState } from 'react';
import { CodeScreen } from '../access/sign-in/code.tsx';
import { SignInFrame } from '../access/sign-in/frame.tsx';
import { SignInScreen } from '../access/sign-in/sign-in.tsx';
import { isSignedOut } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { SessionContext } from '../hooks/use-me.ts';
import { Unloaded } from '../ui/states/loaded.tsx';
import { Loading } from '../ui/states/loading.tsx';

/**
 * Shows the screens only after all sign-in steps; the address stays as it was. When a session ends
 * by itself its screens are hidden, not lost: the same person continues with what was half written.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const query = useSession();
  const [last, setLast] = useState<Session | null>(null);
  const session = isSignedOut(query.error) ? undefined : query.data;
  const isIn = session?.status === 'signed_in';
  if (isIn && last !== session) setLast(session);
  // A person who signs out by hand leaves nothing behind.
  if (query.data === undefined && last !== null) setLast(null);
  return (
    <>
      {last !== null && (
        <Activity mode={isIn ? 'visible' : 'hidden'} key={last.staff.id}>
          <SessionContext value={last}>{children}</SessionContext>
        </Activity>
      )}
      {!isIn && (
        <Suspense fallback={<Waiting />}>
          <SignInSteps query={query} session={session} hasEnded={last !== null} />
        </Suspense>
      )}
    </>
  );
}

function Waiting() {
  return (
    <SignInFrame>
      <Loading shape="short" lines={3} />
    </SignInFrame>
  );
}

// Most people see these once: they are not in the first load.
const EnrolScreen = lazy(async () => ({
  default: (await import('../access/sign-in/enrol.tsx')).EnrolScreen,
}));
const PasswordScreen = lazy(async () => ({
  default: (await import('../access/sign-in/password.tsx')).PasswordScreen,
}));

function SignInSteps({ query, session, hasEnded }: SignInStepsProps) {
  if (isSignedOut(query.error)) return <SignInScreen hasEnded={hasEnded} />;
  switch (session?.status) {
    case undefined:
    case 'signed_in':
      return (
        <SignInFrame>
          <Unloaded query={query} shape="short" lines={3} />
        </SignInFrame>
      );
    case 'second_factor_required':
      return <CodeScreen />;
    case 'enrolment_required':
      return <EnrolScreen />;
    case 'password_change_required':
      return <PasswordScreen />;
  }
}

interface SignInStepsProps {
  readonly query: ReturnType<typeof useSession>;
  readonly session: Session | undefined;
  /** Whether a person was in the middle of something. */
  readonly hasEnded: boolean;
}
