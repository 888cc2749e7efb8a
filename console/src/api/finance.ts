import { useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { KEYS } from './keys.ts';
import type { Closing, StatementDifference, Wallet } from './types.ts';

const EVERY_MS = 15_000;

export function useWallets() {
  return useQuery({
    queryKey: [...KEYS.finance, 'wallets'],
    queryFn: () => callApi<{ readonly items: readonly Wallet[] }>('GET', '/wallets'),
    refetchInterval: EVERY_MS,
  });
}

export function useDifferences() {
  return useQuery({
    queryKey: [...KEYS.finance, 'differences'],
    queryFn: () =>
      callApi<{ readonly items: readonly StatementDifference[] }>('GET', '/differences'),
    refetchInterval: EVERY_MS,
  });
}

export function useClosings() {
  return useQuery({
    queryKey: [...KEYS.finance, 'closings'],
    queryFn: () => callApi<{ readonly items: readonly Closing[] }>('GET', '/closings'),
  });
}
