import type { ReactNode } from 'react';
import { CodeScreen } from '../access/sign-in/code.tsx';
import { EnrolScreen } from '../access/sign-in/enrol.tsx';
import { SignInFrame } from '../access/sign-in/frame.tsx';
import { PasswordScreen } from '../access/sign-in/password.tsx';
import { SignInScreen } from '../access/sign-in/sign-in.tsx';
import { isSignedOut } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { SessionContext } from '../hooks/use-me.ts';
import { LoadState } from '../ui/load-state.tsx';

/** Shows the screens only after all sign-in steps; the address stays as it was. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const query = useSession();
  // What was loaded before must not outlive the session.
  if (isSignedOut(query.error)) return <SignInScreen />;
  if (query.data === undefined) {
    return (
      <SignInFrame>
        <LoadState query={query} lines={3} />
      </SignInFrame>
    );
  }
  switch (query.data.status) {
    case 'second_factor_required':
      return <CodeScreen />;
    case 'enrolment_required':
      return <EnrolScreen />;
    case 'password_change_required':
      return <PasswordScreen />;
    case 'signed_in':
      return <SessionContext value={query.data}>{children}</SessionContext>;
  }
}
