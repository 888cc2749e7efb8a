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
  /** The most connections; what is due while all are busy waits, and its time counts. */
  readonly connections: number;
}

export interface LoadResult {
  readonly served: number;
  readonly shed: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests whose connection was closed instead of an answer. */
  readonly reset: number;
  readonly unanswered: number;
  /** Of all answers, from when their request was due. */
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
