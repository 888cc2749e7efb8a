import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { KEYS } from '../keys.ts';
import { apiPath, withQuery } from '../path.ts';
import type { LinkPage, PaymentLink } from '../types.ts';

const FIRST_PAGE: string | null = null;
const LISTS_EVERY_MS = 4_000;

export function linksOptions() {
  return infiniteQueryOptions({
    queryKey: KEYS.links,
    queryFn: ({ pageParam: cursor }) =>
      callApi<LinkPage>('GET', withQuery(apiPath`/links`, { cursor })),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function useLinks() {
  return useInfiniteQuery(linksOptions());
}

export interface NewLink {
  readonly application: string;
  readonly amount_xaf: number;
  readonly description: string | null;
  readonly reference: string;
  readonly expires_in: number;
  readonly lang: string;
}

export function useMakeLink() {
  return useLinkMutation((link: NewLink) => callApi<PaymentLink>('POST', apiPath`/links`, link));
}

export function useCancelLink() {
  return useLinkMutation(({ id, reason }: { readonly id: string; readonly reason: string }) =>
    callApi<PaymentLink>('POST', apiPath`/links/${id}/cancel`, { reason }),
  );
}

/** The list has it before the screen says that it is done. */
function useLinkMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.links }),
  });
}
