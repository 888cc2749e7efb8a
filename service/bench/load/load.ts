import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type Children, exitOf } from '../ground/children.ts';
import type { Ground } from '../ground/ground.ts';

/** The job for the load process. */
export interface LoadJob {
  readonly caseName: string;
  readonly port: number;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly ground: Ground;
}

export interface LoadResult {
  readonly count: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Number of answers with another status than 200, by status. */
  readonly failures: readonly (readonly [status: number, count: number])[];
  readonly cpuMs: number;
}

export type LoadMessage =
  | { readonly kind: 'measuring' }
  | { readonly kind: 'result'; readonly result: LoadResult }
  | { readonly kind: 'broken'; readonly reason: string };

/** Runs one job; `onMeasuring` is called when the warm-up is over. */
export async function makeLoad(
  children: Children,
  job: LoadJob,
  onMeasuring: () => void,
): Promise<LoadResult> {
  const child = children.add(fork(join(import.meta.dirname, 'load-process.ts')));
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  child.on('message', (message: LoadMessage) => {
    switch (message.kind) {
      case 'measuring':
        return onMeasuring();
      case 'result':
        return resolve(message.result);
      case 'broken':
        return reject(new Error(`${job.caseName}: ${message.reason}`));
    }
  });
  child.on('error', reject);
  void exitOf(child).then(() => reject(new Error(`${job.caseName}: the load process ended early`)));
  child.send(job);
  const result = await promise;
  child.disconnect();
  await exitOf(child);
  const [failure] = result.failures;
  if (failure !== undefined) {
    throw new Error(`${job.caseName}: ${failure[1]} answers had the status ${failure[0]}`);
  }
  return result;
}
