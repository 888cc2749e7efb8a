import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, callApi } from './client.ts';
import { addPasskey, givePasskey, useFreshFactor } from './factors.ts';
import { KEYS } from './keys.ts';
import { apiPath } from './path.ts';
import type { Session } from './types.ts';

export function useSession() {
  const client = useQueryClient();
  return useQuery({
    queryKey: KEYS.session,
    queryFn: async () => {
      const session = await callApi<Session>('GET', apiPath`/session`);
      const before = client.getQueryData<Session>(KEYS.session);
      // What was read with other rights may show too much, or lack what may be done now.
      if (before !== undefined && before.staff.role !== session.staff.role) {
        void client.resetQueries({ predicate: isOfScreen });
      }
      return session;
    },
    staleTime: 60_000,
  });
}

export type SessionStep =
  | { readonly kind: 'sign_in'; readonly email: string; readonly password: string }
  | { readonly kind: 'second_factor'; readonly code: string }
  | { readonly kind: 'confirm_enrolment'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  | { readonly kind: 'give_passkey' }
  | { readonly kind: 'add_passkey'; readonly name: string }
  | {
      readonly kind: 'change_password';
      /** `null` right after the sign-in with a temporary one. */
      readonly currentPassword: string | null;
      readonly newPassword: string;
      /** Tokens of scripts end with the old password otherwise. */
      readonly keepsTokens: boolean;
    };

/** Every sign-in step answers with the new session. */
export function useSessionStep() {
  const client = useQueryClient();
  const withFreshFactor = useFreshFactor();
  return useMutation({
    mutationFn: (step: SessionStep) => withFreshFactor(() => advanceRequest(step)),
    onSuccess: (session) => {
      const before = client.getQueryData<Session>(KEYS.session);
      if (before?.staff.id !== session.staff.id) forgetScreens(client);
      client.setQueryData(KEYS.session, session);
      void client.invalidateQueries({ queryKey: KEYS.factors });
    },
  });
}

function advanceRequest(step: SessionStep): Promise<Session> {
  switch (step.kind) {
    case 'sign_in':
      return callApi('POST', apiPath`/session`, { email: step.email, password: step.password });
    case 'second_factor':
      return callApi('POST', apiPath`/session/second-factor`, { code: step.code });
    case 'confirm_enrolment':
      return callApi('POST', apiPath`/session/totp/confirm`, { code: step.code });
    case 'recovery_code':
      return callApi('POST', apiPath`/session/recovery-code`, { code: step.code });
    case 'give_passkey':
      return givePasskey();
    case 'add_passkey':
      return addPasskey(step.name);
    case 'change_password':
      return callApi('POST', apiPath`/session/password`, {
        ...(step.currentPassword === null ? {} : { current_password: step.currentPassword }),
        new_password: step.newPassword,
        keep_tokens: step.keepsTokens,
      });
  }
}

export interface Enrolment {
  readonly secret: string;
  readonly otpauth_uri: string;
}

export function useEnrolment() {
  const withFreshFactor = useFreshFactor();
  return useMutation({
    mutationFn: () => withFreshFactor(() => callApi<Enrolment>('POST', apiPath`/session/totp`)),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  const withFreshFactor = useFreshFactor();
  return useMutation({
    mutationFn: ({ everywhere }: { readonly everywhere: boolean }) =>
      withFreshFactor(() => callApi('DELETE', everywhere ? apiPath`/sessions` : apiPath`/session`)),
    onSettled: async (_done, error) => {
      // The person did not show who they are, and stays signed in.
      if (error instanceof ApiError && error.status === 403) return;
      forgetScreens(client);
      await client.resetQueries({ queryKey: KEYS.session });
    },
  });
}

/** The next person must not see what the last person saw, even for a moment. */
function forgetScreens(client: QueryClient): void {
  client.removeQueries({ predicate: isOfScreen });
}

function isOfScreen({ queryKey }: { readonly queryKey: QueryKey }): boolean {
  return queryKey[0] !== KEYS.session[0];
}
