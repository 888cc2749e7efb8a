import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath, withQuery } from './path.ts';
import type { ResendStep, Resent, SentWebhook, WebhookRow, WebhookState } from './types.ts';

const LISTS_EVERY_MS = 4_000;
const PROGRESS_EVERY_MS = 1_000;

export function webhooksOptions(state: WebhookState | undefined) {
  return queryOptions({
    queryKey: [...KEYS.webhooks, state],
    queryFn: () =>
      callApi<{ readonly items: readonly WebhookRow[] }>(
        'GET',
        withQuery(apiPath`/webhooks`, { state }),
      ),
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function useWebhooks(state: WebhookState | undefined) {
  return useQuery(webhooksOptions(state));
}

/** What was sent; asked for when it is opened, since it is long. */
export function useSentWebhook(id: string, attempts: number) {
  return useQuery({
    queryKey: [...KEYS.webhooks, 'sent', id, attempts],
    queryFn: () => callApi<SentWebhook>('GET', apiPath`/webhooks/${id}/sent`),
  });
}

export type Resending =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'queueing' | 'queued' | 'stopped'; readonly total: number } & ResendStep);

/** Queues all undelivered webhooks again, step by step, and follows what becomes of them. */
export function useResendAll() {
  const client = useQueryClient();
  const [resending, setResending] = useState<Resending>({ kind: 'idle' });
  const progress = useQuery({
    queryKey: [...KEYS.webhooks, 'resent', resending.kind === 'idle' ? '' : resending.batch],
    queryFn: () =>
      callApi<Resent>(
        'GET',
        apiPath`/webhooks/resend/${resending.kind === 'idle' ? '' : resending.batch}`,
      ),
    enabled: resending.kind !== 'idle',
    refetchInterval: ({ state: { data } }) =>
      resending.kind === 'queueing' || data === undefined || data.pending > 0
        ? PROGRESS_EVERY_MS
        : false,
  });
  const start = async () => {
    let total = 0;
    let step: ResendStep | undefined;
    try {
      do {
        const batch: string | undefined = step?.batch;
        step = await callApi<ResendStep>('POST', apiPath`/webhooks/resend`, batch ? { batch } : {});
        total = Math.max(total, step.left + queuedOf(step));
        setResending({ kind: 'queueing', total, ...step });
      } while (step.queued > 0 && step.left > 0);
      setResending({ kind: 'queued', total, ...step });
    } catch (error) {
      if (step === undefined) throw error;
      setResending({ kind: 'stopped', total, ...step });
    }
    await client.invalidateQueries({ queryKey: KEYS.webhooks });
  };
  const stands: Resent | undefined =
    progress.data ?? (resending.kind === 'idle' ? undefined : resending);
  return { resending, stands, start };
}

export function queuedOf({ pending, delivered, undelivered }: Resent): number {
  return pending + delivered + undelivered;
}
