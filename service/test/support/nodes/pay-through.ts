import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../call.ts';
import { type ServiceProcess, sampleDeposit } from '../service-process.ts';

export interface Payments {
  /** What was acknowledged: the deposit's id by its reference. Each was then simulated as paid. */
  readonly created: ReadonlyMap<string, string>;
  readonly paid: ReadonlySet<string>;
  /** Statuses that are neither a success nor `503`. */
  readonly strange: readonly string[];
  /** Resolves with the time of the first acknowledgement after a refusal from now on. */
  servedAgain(): Promise<number>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly since: number;
  refused: boolean;
  readonly resolve: (at: number) => void;
}

/** Between two requests of a client, so that what is measured is the failover and not the load. */
const PAUSE_MS = 20;

/**
 * Clients that pay as a platform does: what is answered 503 or broken off is sent again with the
 * same reference until it is acknowledged.
 */
export function payThrough(service: ServiceProcess, clients = 4): Payments {
  const created = new Map<string, string>();
  const paid = new Set<string>();
  const strange: string[] = [];
  let stopping = false;
  let waiting: Waiting | null = null;

  async function insist(path: string, json: unknown): Promise<string | null> {
    while (!stopping) {
      await pause(PAUSE_MS);
      const answer = await call(service.url, 'POST', path, { json }).catch(() => null);
      if (answer?.status === 200) {
        if (waiting?.refused === true) waiting.resolve(performance.now());
        return answer.text;
      }
      // What was answered 503 may have been done: then the repeat says so.
      if (answer?.status === 409 && answer.text.includes(`from state 'succeeded'`)) return '';
      // In the first moment those that are at work still finish.
      if (waiting !== null && performance.now() > waiting.since + 1_000) waiting.refused = true;
      if (answer !== null && answer.status !== 503) strange.push(`${answer.status} ${answer.text}`);
    }
    return null;
  }

  async function client(): Promise<void> {
    while (!stopping) {
      const reference = randomUUID();
      const answer = await insist('/api/v1/deposits', sampleDeposit({ reference }).json);
      if (answer === null) return;
      const { service_tx_id: id } = JSON.parse(answer) as { readonly service_tx_id: string };
      created.set(reference, id);
      const simulate = `/api/v1/sandbox/transactions/${id}/simulate`;
      if ((await insist(simulate, { outcome: 'succeeded' })) !== null) paid.add(id);
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    created,
    paid,
    strange,
    servedAgain: () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting = { since: performance.now(), refused: false, resolve };
      return promise;
    },
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
