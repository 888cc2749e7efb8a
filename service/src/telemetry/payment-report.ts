import { Counter, Gauge, Histogram } from 'prom-client';
import type { Queryable } from '../db/client.ts';
import { countWaiting } from '../db/decisions/overview.ts';
import { listPayingSims } from '../db/lines/paying-sims.ts';
import { listProviderHealth } from '../db/providers/provider-health.ts';
import { findQuarantine } from '../db/quarantine.ts';
import { countUndeliveredWebhooks } from '../db/webhooks/webhook-replays.ts';
import type { ClaimedWebhookRow } from '../db/webhooks/webhooks.ts';
import { findSimProblem } from '../domain/lines/paying-sim.ts';
import { DIRECTIONS } from '../domain/payment-kinds.ts';
import type { PolicySource } from '../flows/access/policy.ts';
import { listWalletStandings } from '../flows/finance/list-wallets.ts';
import { listLineProblems } from '../flows/lines/list-line-problems.ts';
import type { DeliveryDeps } from '../flows/webhooks/deliver-webhooks.ts';
import type { Logger } from '../settings/log.ts';
import type { Metrics } from './metrics.ts';
import { reportOutcomes } from './outcome-report.ts';

/** Reports what the person on call at night must be woken for. */
export function reportPayments({
  metrics,
  database,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
}): void {
  const registers = [metrics.common];
  reportOutcomes({ metrics, database });
  new Gauge({
    name: 'momo_provider_up',
    help: '1 when the provider answered the last look and accepts our credentials, else 0.',
    labelNames: ['provider', 'direction'] as const,
    registers,
    async collect() {
      this.reset();
      const states = await listProviderHealth(database).catch(() => []);
      for (const { providerId: provider, isUp, refusals } of states) {
        for (const direction of DIRECTIONS) {
          const isTaken = isUp && refusals[direction] === undefined;
          this.set({ provider, direction }, isTaken ? 1 : 0);
        }
      }
    },
  });
  new Gauge({
    name: 'momo_provider_balance_xaf',
    help: 'What the provider has left to pay out, where it says so.',
    labelNames: ['provider'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { providerId, balanceXaf } of await listProviderHealth(database).catch(() => [])) {
        if (balanceXaf !== null) this.set({ provider: providerId }, balanceXaf);
      }
    },
  });
  reportSims({ database, registers });
  new Gauge({
    name: 'momo_quarantined',
    help: '1 while nothing leaves the service until a restored database is accepted, else 0.',
    registers,
    async collect() {
      const quarantine = await findQuarantine(database).catch(() => undefined);
      this.set(quarantine === undefined ? Number.NaN : Number(quarantine !== null));
    },
  });
  const waiting = () => countWaiting(database).catch(() => []);
  new Gauge({
    name: 'momo_waiting',
    help: 'What waits for a provider, a receiver or a person, by kind.',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { kind, count } of await waiting()) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'momo_waiting_oldest_seconds',
    help: 'For how long the oldest of what waits has, by kind; 0 when nothing does.',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      this.reset();
      for (const { kind, oldestSeconds } of await waiting()) this.set({ kind }, oldestSeconds);
    },
  });
}

/** Whether payments to each line at work would be confirmed. */
export function reportLines({
  metrics,
  database,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
}): void {
  new Gauge({
    name: 'momo_line_confirms',
    help: '1 when payments to the SIM line would be confirmed now, else 0.',
    labelNames: ['line'] as const,
    registers: [metrics.common],
    async collect() {
      this.reset();
      const lines = await listLineProblems(database).catch(() => []);
      for (const { line, problem } of lines) this.set({ line }, problem === null ? 1 : 0);
    },
  });
}

/** The free money in each wallet, and whether it is low. */
export function reportWallets({
  metrics,
  database,
  policy,
}: {
  readonly metrics: Metrics;
  readonly database: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
}): void {
  const registers = [metrics.common];
  const labelNames = ['wallet'] as const;
  const read = async () => {
    try {
      return await listWalletStandings(database, (await policy.recent()).floatLowXaf);
    } catch {
      return [];
    }
  };
  new Gauge({
    name: 'momo_wallet_free_xaf',
    help: 'What can be paid out of the wallet; absent while its operator reports no balance.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { wallet, freeCents } of await read()) {
        if (freeCents !== null) this.set({ wallet }, Number(freeCents) / 100);
      }
    },
  });
  new Gauge({
    name: 'momo_wallet_low',
    help: '1 when less is free in the wallet than float_low_xaf of the policy says, else 0.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { wallet, level } of await read()) {
        if (level !== 'unknown') this.set({ wallet }, level === 'low' ? 1 : 0);
      }
    },
  });
}

/** What the modem agents report about their SIMs. */
function reportSims({
  database,
  registers,
}: {
  readonly database: Queryable;
  readonly registers: Metrics['common'][];
}): void {
  const labelNames = ['gateway', 'sim'] as const;
  const driven = async () =>
    (await listPayingSims(database).catch(() => [])).flatMap((one) => {
      const labels = { gateway: one.gatewayId, sim: one.sim };
      return one.agentSilentMs === null ? [] : [{ ...one, labels, silentMs: one.agentSilentMs }];
    });
  new Gauge({
    name: 'momo_sim_pays',
    help: '1 when the SIM would pay out now, else 0.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const sim of await driven()) {
        const problem = findSimProblem(sim, { action: 'transfer', amountXaf: null });
        this.set(sim.labels, problem === null ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'momo_sim_agent_silent_seconds',
    help: 'How long the modem agent has reported nothing of the SIM.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { labels, silentMs } of await driven()) this.set(labels, silentMs / 1_000);
    },
  });
}

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
