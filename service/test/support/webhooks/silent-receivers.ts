import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../../src/db/client.ts';
import { queueWebhook, queueWebhooks } from './delivery.ts';
import { startRawReceiver, startReceiver } from './receiver.ts';

export interface SilentReceivers {
  /** Receivers that accept connections and never answer. */
  readonly silent: number;
  readonly eventsToEach: number;
  readonly healthyPerSecond: number;
  readonly seconds: number;
  /** How many healthy receivers share the events. */
  readonly healthy: number;
}

export interface Delays {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly worst: number;
}

/**
 * Puts events for receivers that never answer into the outbox, then a stream of events for healthy
 * ones, and measures how long those take from being queued to arriving.
 */
export async function measureBesideSilence(
  database: Queryable,
  plan: SilentReceivers,
): Promise<Delays> {
  const silent = await Promise.all(Array.from({ length: plan.silent }, () => startRawReceiver()));
  const arrivals = new Map<string, number>();
  const healthy = await Promise.all(
    Array.from({ length: plan.healthy }, () =>
      startReceiver((response, { at, body }) => {
        const { reference } = JSON.parse(body) as { readonly reference: string };
        arrivals.set(reference, at);
        response.writeHead(200).end();
      }),
    ),
  );
  for (let n = 0; n < plan.eventsToEach; n += 1) {
    await queueWebhooks(database, silent);
  }
  const queuedAt = new Map<string, number>();
  const total = plan.healthyPerSecond * plan.seconds;
  const startedAt = performance.now();
  const queued: Promise<void>[] = [];
  for (let n = 0; n < total; n += 1) {
    const dueAt = startedAt + (n * 1_000) / plan.healthyPerSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    const receiver = healthy[n % healthy.length];
    const at = performance.now();
    queued.push(
      queueWebhook(database, { url: receiver?.url ?? '' }).then((id) => {
        queuedAt.set(`r-${id}`, at);
      }),
    );
  }
  await Promise.all(queued);
  while (arrivals.size < total) await pause(20);
  return summarise([...queuedAt].map(([reference, at]) => (arrivals.get(reference) ?? 0) - at));
}

function summarise(delays: readonly number[]): Delays {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), worst: Math.round(sorted.at(-1) ?? 0) };
}
