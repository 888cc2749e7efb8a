import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../../src/db/client.ts';
import { call } from '../call.ts';
import { idOf, sampleDeposit } from '../service-process.ts';
import { queueWebhooks } from './delivery.ts';
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

/** Whatever makes an event for each of these receivers, and says when and by which reference. */
export type MakeEvents = (urls: readonly string[]) => Promise<readonly MadeEvent[]>;

export interface MadeEvent {
  readonly reference: string;
  readonly at: number;
}

/** Puts them into the outbox, where a running delivery finds them. */
export function queueingEvents(database: Queryable): MakeEvents {
  return async (urls) => {
    const at = performance.now();
    const ids = await queueWebhooks(
      database,
      urls.map((url) => ({ url })),
    );
    return ids.map((id) => ({ reference: `r-${id}`, at }));
  };
}

/** Creates a deposit for each at a whole service, and has it paid. */
export function settlingDeposits(service: string): MakeEvents {
  const settle = async (url: string): Promise<MadeEvent> => {
    const reference = randomUUID();
    const deposit = sampleDeposit({ reference, callback_url: url });
    const id = idOf(await call(service, 'POST', '/api/v1/deposits', deposit));
    const at = performance.now();
    const path = `/api/v1/sandbox/transactions/${id}/simulate`;
    const { status } = await call(service, 'POST', path, { json: { outcome: 'succeeded' } });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return { reference, at };
  };
  return (urls) => Promise.all(urls.map(settle));
}

/** A service that gets more at once would refuse some of it. */
const SILENT_AT_ONCE = 25;

/**
 * Makes events for receivers that never answer, then a stream of events for healthy ones, and
 * measures how long those take until they arrive.
 */
export async function measureBesideSilence(
  makeEvents: MakeEvents,
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
    for (let from = 0; from < silent.length; from += SILENT_AT_ONCE) {
      await makeEvents(silent.slice(from, from + SILENT_AT_ONCE).map(({ url }) => url));
    }
  }
  const total = plan.healthyPerSecond * plan.seconds;
  const startedAt = performance.now();
  const made: Promise<readonly MadeEvent[]>[] = [];
  for (let n = 0; n < total; n += 1) {
    const dueAt = startedAt + (n * 1_000) / plan.healthyPerSecond;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    made.push(makeEvents([healthy[n % healthy.length]?.url ?? '']));
  }
  const events = (await Promise.all(made)).flat();
  while (arrivals.size < total) await pause(20);
  return summarise(events.map(({ reference, at }) => (arrivals.get(reference) ?? 0) - at));
}

function summarise(delays: readonly number[]): Delays {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), worst: Math.round(sorted.at(-1) ?? 0) };
}
