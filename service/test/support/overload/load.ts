import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after } from 'node:test';

/** What one process of load has to do. */
export interface LoadJob {
  /** No other load on the same service has it: references begin with it. */
  readonly name: string;
  readonly port: number;
  readonly apiKey: string;
  /** With `null` each connection asks again as soon as it is answered. */
  readonly perSecond: number | null;
  readonly forMs: number;
  /** So much of the time is not counted, as V8 and the service's queue settle meanwhile. */
  readonly settleMs: number;
  /** The most connections; what is due while all are busy is not sent. */
  readonly connections: number;
}

export interface LoadResult {
  /** In the counted time. */
  readonly served: number;
  readonly servedPerSecond: number;
  readonly shed: number;
  /** All answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests whose connection was closed instead of an answer. */
  readonly reset: number;
  readonly unanswered: number;
  /** Was due, and no connection was free for it. */
  readonly unsent: number;
  /** Of what was served in the counted time, from when it was sent. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export async function makeLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  after(() => void child.kill());
  child.send(job);
  const [result] = (await once(child, 'message')) as [LoadResult];
  child.disconnect();
  return result;
}
