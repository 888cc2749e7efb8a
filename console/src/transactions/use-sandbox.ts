import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { useRefreshAfterDecision } from '../api/decisions.ts';
import { apiPath } from '../api/path.ts';
import type { Direction, Operator } from '../api/types.ts';

export interface SandboxTransaction {
  readonly direction: Direction;
  readonly operator: Operator;
  readonly msisdn: string;
  readonly amount_xaf: number;
  readonly callback_url: string | null;
}

export function useCreateInSandbox() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: (transaction: SandboxTransaction) =>
      callApi<{ readonly id: string }>('POST', apiPath`/sandbox/transactions`, transaction),
    onSettled: refresh,
  });
}

/** Time passes for open transactions; workers then find what is due, and the feed tells it. */
export function useAdvanceClock() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: (seconds: number) =>
      callApi<{ readonly transactions: number }>('POST', apiPath`/sandbox/clock/advance`, {
        seconds,
      }),
    onSettled: refresh,
  });
}

export function useOpenPhone() {
  return useMutation({
    mutationFn: (msisdn: string) =>
      callApi<{ readonly url: string; readonly expires_at: string }>(
        'POST',
        apiPath`/sandbox/phones`,
        { msisdn },
      ),
  });
}
