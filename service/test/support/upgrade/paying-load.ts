import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { call } from '../call.ts';
import { eventually, sampleDeposit } from '../service-process.ts';

export interface Paid {
  readonly requests: number;
  /** Whatever was not answered 200: the status, or the error of the connection. */
  readonly failures: readonly string[];
  readonly gapSeconds: number;
  /** What each deposit was settled as. */
  readonly settled: ReadonlyMap<string, string>;
}

export interface Paying {
  /** Resolves when so many more have been settled. */
  settled(more: number): Promise<void>;
  stop(): Promise<Paid>;
}

const CLIENTS = 6;
/** A limit, not a figure: also a machine with other work is done by then. */
const PATIENCE_MS = 300_000;

/**
 * Platforms that create deposits and settle them. What fails is sent again under its reference, as
 * platforms do, and is counted.
 */
export function startPaying(port: number, receiver: string): Paying {
  const settled = new Map<string, string>();
  const failures: { readonly what: string; readonly at: number }[] = [];
  let requests = 0;
  let stopping = false;
  let isOver = false;
  // After a test that failed the service is gone, so the load ends.
  after(() => {
    isOver = true;
  });

  async function insist(path: string, json: unknown): Promise<string> {
    while (!isOver) {
      requests += 1;
      const answer = await post(port, path, json);
      if (answer.status === 200) return answer.text;
      // What broke off may have been done: then the repeat says so.
      if (answer.status === 409 && answer.text.includes('from state')) return answer.text;
      failures.push({ what: `${answer.status} ${answer.text}`, at: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the test is over');
  }

  async function client(): Promise<void> {
    while (!stopping) {
      const deposit = sampleDeposit({ reference: randomUUID(), callback_url: receiver });
      const created = await insist('/api/v1/deposits', deposit.json);
      const { service_tx_id: id } = JSON.parse(created) as { readonly service_tx_id: string };
      const outcome = settled.size % 4 === 0 ? 'failed' : 'succeeded';
      await insist(`/api/v1/sandbox/transactions/${id}/simulate`, { outcome });
      settled.set(id, outcome);
    }
  }

  const running = Promise.all(Array.from({ length: CLIENTS }, client));
  running.catch(() => {});
  return {
    settled: (more) => {
      const wanted = settled.size + more;
      return eventually('payments are settled', () => settled.size >= wanted, PATIENCE_MS);
    },
    stop: async () => {
      stopping = true;
      await running;
      const [first, last] = [failures[0], failures.at(-1)];
      const gapMs = first !== undefined && last !== undefined ? last.at - first.at : 0;
      const gapSeconds = Math.round(gapMs / 100) / 10;
      return { requests, failures: failures.map(({ what }) => what), gapSeconds, settled };
    },
  };
}

/** An older release is not held to our description. */
async function post(
  port: number,
  path: string,
  json: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const url = `http://127.0.0.1:${port}`;
  return call(url, 'POST', path, { json, isOurs: false }).catch((error: Error) => ({
    status: 0,
    text: error.cause instanceof Error ? error.cause.message : error.message,
  }));
}
