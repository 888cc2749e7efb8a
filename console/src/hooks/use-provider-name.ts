import { useOverview } from '../api/reads.ts';

/** What staff call an account with a provider, instead of its id. */
export function useProviderName(): (providerId: string) => string {
  const { data } = useOverview();
  return (providerId) =>
    data?.providers.find(({ provider_id: id }) => id === providerId)?.display_name ?? providerId;
}
