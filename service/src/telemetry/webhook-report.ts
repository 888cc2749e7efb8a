import { Counter, Gauge, Histogram } from 'prom-client';
import type { Queryable } from '../db/client.ts';
import { countUndeliveredWebhooks } from '../db/webhooks/webhook-replays.ts';
import type { ClaimedWebhookRow } from '../db/webhooks/webhooks.ts';
import type { DeliveryDeps } from '../flows/webhooks/deliver-webhooks.ts';
import type { Logger } from '../settings/log.ts';
import type { Metrics } from './metrics.ts';

/** Makes deliveries visible: figures for the metrics, a log line for failed and given-up ones. */
export function reportDeliveries(deps: {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Queryable;
}): Pick<DeliveryDeps, 'onAttempt' | 'onTrouble'> {
  const registers = [deps.metrics.registry];
  const attempts = new Counter({
    name: 'momo_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what followed from them.',
    labelNames: ['next'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'momo_webhook_attempt_duration_seconds',
    help: 'Time from the start of an attempt to the status line or the failure.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  new Gauge({
    name: 'momo_webhooks_undelivered',
    help: 'Webhooks whose attempts are used up.',
    registers: [deps.metrics.common],
    async collect() {
      this.set(await countUndeliveredWebhooks(deps.database).catch(() => Number.NaN));
    },
  });
  return {
    onAttempt: ({ webhook, recorded, isOurs }) => {
      const { next, result, latencyMs } = recorded;
      attempts.inc({ next: isOurs ? next.kind : 'taken_over' });
      latency.observe(latencyMs / 1_000);
      if (next.kind === 'delivered' || !isOurs) return;
      const isLast = next.kind !== 'retry';
      deps.log[isLast ? 'warn' : 'info'](
        {
          ...factsOf(webhook),
          ...(result.kind === 'answered' ? { status: result.status } : { error: result.error }),
        },
        isLast ? 'webhook undelivered' : 'webhook attempt failed',
      );
    },
    onTrouble: (error, webhook) => {
      deps.log.warn({ ...factsOf(webhook), err: error }, 'webhook attempt not made or recorded');
    },
  };
}

/** Only the origin of the address: its path may hold a secret of the receiver. */
function factsOf(webhook: ClaimedWebhookRow) {
  return {
    webhookId: webhook.id,
    transactionId: webhook.transaction_id,
    event: webhook.event,
    origin: webhook.origin,
    attempt: webhook.attempts + 1,
  };
}
