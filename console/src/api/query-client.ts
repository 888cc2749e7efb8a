import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { KEYS } from './keys.ts';
import type { Session } from './types.ts';

/**
 * One per page. That a session has ended, or that its person has another role, shows in the answer
 * to any query, so it is then loaded again.
 */
export function createQueryClient(): QueryClient {
  const readSession = () => void client.invalidateQueries({ queryKey: KEYS.session });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isOfSession = query.queryKey[0] === KEYS.session[0];
        if (hasOtherRights(error) && !isOfSession) readSession();
      },
    }),
    mutationCache: new MutationCache({
      // During a sign-in, 401 is the answer to a wrong password.
      onError: (error) => {
        const session = client.getQueryData<Session>(KEYS.session);
        if (hasOtherRights(error) && session?.status === 'signed_in') readSession();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 2_000,
        // While the service cannot be reached, the live updates alone try, and then refresh all.
        retry: (failures, error) =>
          isWorthRetrying(error) && failures < 2 && onlineManager.isOnline(),
      },
      // A decision made without a network must fail, not wait and be carried out later.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function hasOtherRights(error: unknown): boolean {
  const isOfRole = error instanceof ApiError && error.refusal.code === 'role_required';
  return isOfRole || isSignedOut(error);
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
